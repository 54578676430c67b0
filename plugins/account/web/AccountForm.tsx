// Names and the first password of an invited person.
import { FormikProvider, useFormik } from "formik";
import { Button, PasswordField, TextField, t, validateWith } from "#web";
import { AccountDraft } from "../contract.ts";
import { PasswordRules } from "./PasswordRules.tsx";
import { keepsRules } from "./passwordErrors.ts";

interface Props {
  busy: boolean;
  onCreate: (draft: AccountDraft) => Promise<void>;
}

const checkShape = validateWith(AccountDraft);

async function check(draft: AccountDraft) {
  const errors = await checkShape(draft);
  if (draft.password && !keepsRules(draft.password)) errors.password = t("account:error.weak");
  return errors;
}

export function AccountForm({ busy, onCreate }: Props) {
  const form = useFormik<AccountDraft>({
    initialValues: { first_name: "", last_name: "", password: "" },
    validate: check,
    onSubmit: onCreate,
  });
  return (
    <FormikProvider value={form}>
      <form className="invite-form" onSubmit={form.handleSubmit} noValidate aria-label={t("account:title.create")}>
        <TextField name="first_name" label={t("account:field.first_name")} autoComplete="given-name" required />
        <TextField name="last_name" label={t("account:field.last_name")} autoComplete="family-name" required />
        <PasswordField name="password" label={t("account:field.password")} autoComplete="new-password" required />
        <PasswordRules password={form.values.password} />
        <Button type="submit" tone="primary" busy={busy}>
          {t("account:action.create")}
        </Button>
      </form>
    </FormikProvider>
  );
}
