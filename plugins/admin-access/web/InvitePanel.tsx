// A new invitation, and the link that comes of it.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Button, FormPanel, icons, SidePanel, TextField, t, useEnv, useStore } from "#web";
import { InviteDraft } from "../../account/contract.ts";
import { EventsField, keyNames, RoleField } from "./AccessFields.tsx";
import { AdminAccessStore } from "./store.ts";

const EXPERT = 95;

export const InvitePanel = observer(function InvitePanel({ onClose }: { onClose: () => void }) {
  const store = useStore(AdminAccessStore);
  const { session } = useEnv();
  // It is told once: who goes on to something else and comes back invites another person.
  useEffect(() => () => store.set({ link: undefined }), [store]);
  const mayAll = session.app?.allowed_containers.includes(-1);
  const initial: InviteDraft = {
    email: "",
    role_id: Math.max(EXPERT, session.accessRole ?? EXPERT),
    allowed_containers: mayAll ? [-1] : [],
  };
  return (
    <SidePanel title={t("admin-access:invite.action")} onClose={onClose}>
      {store.link ? (
        <InviteLink onDone={onClose} />
      ) : (
        <FormPanel<InviteDraft>
          initial={initial}
          schema={InviteDraft}
          messages={{ allowed_containers: t("admin-access:problem.no_events") }}
          onSave={(draft) => store.invite(draft)}
          busy={store.inviting.busy}
          problem={store.inviting.problem}
          action={t("admin-access:invite.send")}
          always
          onCancel={onClose}
          label={t("admin-access:invite.action")}
        >
          <TextField
            name="email"
            type="email"
            label={t("admin-access:field.email")}
            maxLength={254}
            required
            autoFocus
          />
          <RoleField name="role_id" />
          <EventsField name="allowed_containers" />
        </FormPanel>
      )}
    </SidePanel>
  );
});

/** The link is told once: the server keeps only what recognises it. */
export const InviteLink = observer(function InviteLink({ onDone }: { onDone: () => void }) {
  const { link } = useStore(AdminAccessStore);
  const { notices, settings } = useEnv();
  if (!link) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.address);
      notices.success(t("admin-access:invite.copied"));
    } catch {
      notices.error(t("common:copyFailed"));
    }
  };
  return (
    <div className="access-link">
      <p>{t(settings.sendsMail ? "admin-access:invite.mailed" : "admin-access:invite.link", { email: link.email })}</p>
      {link.withheld.length > 0 && (
        <p className="access-withheld">{t("admin-access:invite.withheld", { keys: keyNames(link.withheld) })}</p>
      )}
      <input
        className="input"
        readOnly
        value={link.address}
        aria-label={t("admin-access:invite.address")}
        onFocus={({ target }) => target.select()}
      />
      <div className="access-link-actions">
        <Button tone="primary" icon={icons.copy} onClick={() => void copy()}>
          {t("admin-access:invite.copy")}
        </Button>
        <Button onClick={onDone}>{t("common:close")}</Button>
      </div>
    </div>
  );
});
