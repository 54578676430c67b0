// The step between the personal tab and saving: the current password.
import { FormikProvider, useFormik } from "formik";
import { observer } from "mobx-react-lite";
import { type FormEvent, useId, useRef } from "react";
import { Button, Dialog, PasswordField, t } from "#web";
import type { ProfileStoreInstance } from "./profileStore.ts";
import { useRefused } from "./refused.ts";

interface Props {
  profile: ProfileStoreInstance;
  width: number;
}

export const ConfirmPassword = observer(function ConfirmPassword({ profile, width }: Props) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const refused = useRefused(profile);
  const errorsOf = (password: string) => {
    const why = password ? refused.why(password) : t("problem:field.required");
    return why ? { password: why } : {};
  };
  const form = useFormik({
    initialValues: { password: "" },
    validate: ({ password }) => errorsOf(password),
    onSubmit: async ({ password }, { setErrors }) => {
      if (await profile.savePersonal(password)) return;
      if (!refused.learn(password)) return;
      setErrors(errorsOf(password));
      element.current?.querySelector("input")?.focus();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    refused.forget();
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
