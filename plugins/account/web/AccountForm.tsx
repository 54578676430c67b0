// Names and the first password of an invited person.
import { FormikProvider, useFormik } from "formik";
import { useEffect } from "react";
import { Button, type FactorKey, FactorSetup, LeaveGuard, PasswordField, TextField, t, validateWith } from "#web";
import { AccountDraft } from "../contract.ts";
import { PasswordRules } from "./PasswordRules.tsx";
import { keepsRules } from "./passwordErrors.ts";

interface Props {
  busy: boolean;
  /** What an authenticator app is told, where the app asks for a second factor. */
  factor: FactorKey | undefined;
  /** Whether something has been typed. */
  onDirty: (isDirty: boolean) => void;
  onCreate: (draft: AccountDraft, code: string) => Promise<void>;
}

interface Typed extends AccountDraft {
  code: string;
}

const checkShape = validateWith(AccountDraft);

async function check({ code: _, ...draft }: Typed) {
  const errors = await checkShape(draft);
  if (draft.password && !keepsRules(draft.password)) errors.password = t("account:error.weak");
  return errors;
}

export function AccountForm({ busy, factor, onDirty, onCreate }: Props) {
  const form = useFormik<Typed>({
    initialValues: { first_name: "", last_name: "", password: "", code: "" },
    validate: check,
    onSubmit: ({ code, ...draft }) => onCreate(draft, code),
  });
  const { dirty, isSubmitting } = form;
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
  return (
    <FormikProvider value={form}>
      <LeaveGuard when={dirty && !isSubmitting && !busy} />
      <form className="invite-form" onSubmit={form.handleSubmit} noValidate aria-label={t("account:title.create")}>
        <TextField name="first_name" label={t("account:field.first_name")} autoComplete="given-name" required />
        <TextField name="last_name" label={t("account:field.last_name")} autoComplete="family-name" required />
        <PasswordField name="password" label={t("account:field.password")} autoComplete="new-password" required />
        <PasswordRules password={form.values.password} />
        {factor && (
          <>
            <p>{t("account:invite.factor")}</p>
            <FactorSetup {...factor} />
            <TextField name="code" label={t("account:factor.field.first")} autoComplete="one-time-code" autoFocus />
          </>
        )}
        <Button type="submit" tone="primary" busy={busy}>
          {t("account:action.create")}
        </Button>
      </form>
    </FormikProvider>
  );
}
