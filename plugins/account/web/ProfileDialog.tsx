// The profile dialog draws the step that the store is in. Both drafts live as long as the dialog, so that no step loses them.
import { FormikProvider, useFormik } from "formik";
import { observer } from "mobx-react-lite";
import { type SyntheticEvent, useEffect, useId, useRef } from "react";
import { Link } from "react-router-dom";
import { Button, Confirm, Dialog, type DialogProps, rebase, Tabs, t, useSession, useStore, validateWith } from "#web";
import { PersonalDraft } from "../contract.ts";
import { ConfirmPassword } from "./ConfirmPassword.tsx";
import { NO_PASSWORDS, type PasswordDraft, passwordErrors } from "./passwordErrors.ts";
import type { ProfileStoreInstance, ProfileTab } from "./profileStore.ts";
import { PasswordTab, PersonalTab } from "./profileTabs.tsx";
import { useRefused } from "./refused.ts";
import { AccountStore } from "./store.ts";

/** Widths by the specification: the tabs, and the two steps beside them. */
const TABS_WIDTH = 734;
const STEP_WIDTH = 512;

const checkPersonal = validateWith(PersonalDraft);

function checkPasswords(draft: PasswordDraft) {
  const entries = Object.entries(passwordErrors(draft));
  return Object.fromEntries(entries.map(([field, key]) => [field, t(key)]));
}

function usePersonalForm(profile: ProfileStoreInstance) {
  const { user } = useSession();
  const { first_name = "", last_name = "", user_email: email = "" } = user ?? {};
  const stored = useRef({ first_name, last_name, email });
  const form = useFormik<PersonalDraft>({
    initialValues: stored.current,
    validate: checkPersonal,
    onSubmit: (draft) => profile.askPassword(draft),
  });
  // What is learnt of the person comes below what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another one with each drawing
  useEffect(() => {
    const now = { first_name, last_name, email };
    rebase(form, stored.current, now);
    stored.current = now;
  }, [first_name, last_name, email]);
  return form;
}

function usePasswordForm(profile: ProfileStoreInstance, formId: string) {
  const refused = useRefused(profile);
  const errorsOf = (draft: PasswordDraft) => {
    const why = refused.why(draft.current);
    return { ...checkPasswords(draft), ...(why && { current: why }) };
  };
  return useFormik<PasswordDraft>({
    initialValues: NO_PASSWORDS,
    validate: errorsOf,
    onSubmit: async (draft, { resetForm, setErrors }) => {
      refused.forget();
      if (await profile.savePassword(draft.current, draft.next)) return resetForm();
      if (!refused.learn(draft.current)) return;
      setErrors(errorsOf(draft));
      document.getElementById(formId)?.querySelector("input")?.focus();
    },
  });
}

export const ProfileDialog = observer(function ProfileDialog({ close, part }: DialogProps) {
  const { profile } = useStore(AccountStore);
  const personal = usePersonalForm(profile);
  const formId = useId();
  const passwords = usePasswordForm(profile, formId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it is gone to from there is somebody's own choice
  useEffect(() => profile.begin(part), [profile]);
  // The tabs come back from each step as a dialog of their own; who walks along the tabs stays on them.
  const comes = useRef(true);
  if (profile.step !== "tabs") comes.current = true;

  const leave = (event?: SyntheticEvent) => {
    if (profile.mayClose(personal.dirty || passwords.dirty)) close();
    else event?.preventDefault();
  };
  if (profile.step === "password_confirmation") return <ConfirmPassword profile={profile} width={STEP_WIDTH} />;
  if (profile.step === "unsaved_changes") {
    return (
      <Confirm
        title={t("account:unsaved.title")}
        action={t("account:action.discard")}
        cancel={t("account:action.keep")}
        danger
        width={STEP_WIDTH}
        onConfirm={close}
        onClose={profile.backToTabs}
      >
        <p>{t("account:unsaved.text")}</p>
      </Confirm>
    );
  }
  const form = profile.tab === "personal" ? personal : passwords;
  const { busy } = profile.saving;
  const tabs = (["personal", "password"] as const).map((id) => ({ id, title: t(`account:profile.${id}`) }));
  const show = (tab: ProfileTab) => {
    comes.current = false;
    profile.showTab(tab);
  };
  const foot = (
    <>
      <Link className="profile-devices" to="/account/devices" onClick={leave}>
        {t("account:profile.devices")}
      </Link>
      <Button onClick={leave} disabled={busy}>
        {t("common:cancel")}
      </Button>
      <Button type="submit" form={formId} tone="primary" busy={busy} disabled={!form.isValid || !form.dirty}>
        {t("common:save")}
      </Button>
    </>
  );
  return (
    <Dialog title={t("account:profile.title")} width={TABS_WIDTH} onClose={() => leave()} held={busy} foot={foot}>
      <Tabs label={t("account:profile.title")} tabs={tabs} open={profile.tab} onOpen={show}>
        {profile.tab === "personal" ? (
          <FormikProvider value={personal}>
            <PersonalTab id={formId} takesFocus={comes.current} />
          </FormikProvider>
        ) : (
          <FormikProvider value={passwords}>
            <PasswordTab id={formId} takesFocus={comes.current} />
          </FormikProvider>
        )}
      </Tabs>
    </Dialog>
  );
});
