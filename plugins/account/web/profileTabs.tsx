// The two tabs of the profile dialog. Their drafts belong to the forms around them.
import { useFormikContext } from "formik";
import { PasswordField, TextField, t } from "#web";
import { PasswordRules } from "./PasswordRules.tsx";
import type { PasswordDraft } from "./passwordErrors.ts";

interface Props {
  id: string;
  /** Puts the focus into the first field. */
  takesFocus: boolean;
}

export function PersonalTab({ id, takesFocus }: Props) {
  const { handleSubmit } = useFormikContext();
  return (
    <form id={id} className="profile-form" onSubmit={handleSubmit} noValidate>
      <TextField
        name="first_name"
        label={t("account:field.first_name")}
        autoComplete="given-name"
        required
        autoFocus={takesFocus}
      />
      <TextField name="last_name" label={t("account:field.last_name")} autoComplete="family-name" required />
      <TextField name="email" label={t("account:field.email")} type="email" autoComplete="email" required />
    </form>
  );
}

export function PasswordTab({ id, takesFocus }: Props) {
  const { handleSubmit, values } = useFormikContext<PasswordDraft>();
  return (
    <form id={id} className="profile-form" onSubmit={handleSubmit} noValidate>
      <PasswordField name="current" label={t("account:field.current_password")} required autoFocus={takesFocus} />
      <PasswordField name="next" label={t("account:field.new_password")} autoComplete="new-password" required />
      <PasswordRules password={values.next} />
      <PasswordField name="repeated" label={t("account:field.confirm_password")} autoComplete="new-password" required />
    </form>
  );
}
