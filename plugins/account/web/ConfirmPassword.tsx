// The step between the personal tab and saving: the current password.
import { FormikProvider, useFormik } from "formik";
import { observer } from "mobx-react-lite";
import { type FormEvent, useId, useRef } from "react";
import { Button, Dialog, fieldText, PasswordField, t } from "#web";
import type { ProfileStoreInstance } from "./profileStore.ts";

interface Props {
  profile: ProfileStoreInstance;
  width: number;
}

export const ConfirmPassword = observer(function ConfirmPassword({ profile, width }: Props) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  /** What was not the password is not, until it is another one or is sent once more. */
  const refused = useRef<{ password: string; why: string }>();
  const errorsOf = (password: string) => {
    if (!password) return { password: t("problem:field.required") };
    return password === refused.current?.password ? { password: refused.current.why } : {};
  };
  const form = useFormik({
    initialValues: { password: "" },
    validate: ({ password }) => errorsOf(password),
    onSubmit: async ({ password }, { setErrors }) => {
      if (await profile.savePersonal(password)) return;
      const { problem } = profile.saving;
      if (!problem?.fields.current_password) return;
      refused.current = { password, why: fieldText(problem, "current_password", t) };
      setErrors(errorsOf(password));
      element.current?.querySelector("input")?.focus();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    refused.current = undefined;
    form.handleSubmit(event);
  };
  const { busy } = profile.saving;
  const foot = (
    <>
      <Button onClick={profile.backToTabs} disabled={busy}>
        {t("common:cancel")}
      </Button>
      <Button type="submit" form={formId} tone="primary" busy={busy}>
        {t("account:action.confirm")}
      </Button>
    </>
  );
  return (
    <Dialog title={t("account:confirm.title")} width={width} onClose={profile.backToTabs} held={busy} foot={foot}>
      <p>{t("account:confirm.text")}</p>
      <FormikProvider value={form}>
        <form id={formId} ref={element} onSubmit={submit} noValidate>
          <PasswordField name="password" label={t("account:field.password")} required autoFocus />
        </form>
      </FormikProvider>
    </Dialog>
  );
});
