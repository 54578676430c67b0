// The step between the personal tab and saving: the current password.
import { FormikProvider, useFormik } from "formik";
import { observer } from "mobx-react-lite";
import { useId } from "react";
import { Button, Dialog, PasswordField, t } from "#web";
import type { ProfileStoreInstance } from "./profileStore.ts";

interface Props {
  profile: ProfileStoreInstance;
  width: number;
}

export const ConfirmPassword = observer(function ConfirmPassword({ profile, width }: Props) {
  const formId = useId();
  const form = useFormik({
    initialValues: { password: "" },
    validate: ({ password }) => (password ? {} : { password: t("problem:field.required") }),
    onSubmit: async ({ password }) => void (await profile.savePersonal(password)),
  });
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
        <form id={formId} onSubmit={form.handleSubmit} noValidate>
          <PasswordField name="password" label={t("account:field.password")} required autoFocus />
        </form>
      </FormikProvider>
    </Dialog>
  );
});
