// Asks before somebody is sent a log-in link, since a letter cannot be called back.
import { observer } from "mobx-react-lite";
import { Confirm, formatDateTime, KeptMail, problemText, t, useEnv, useSession, useStore } from "#web";
import type { ProfileHeadProps } from "../../event-data/contract.ts";
import { type AppAccess, LINK_DAYS } from "../contract.ts";
import { AppAccessStore } from "./store.ts";

interface Props extends Pick<ProfileHeadProps, "eventId" | "thing" | "onChanged"> {
  access: AppAccess;
  onClose: () => void;
}

export const MailDialog = observer(function MailDialog({ eventId, thing, access, onChanged, onClose }: Props) {
  const store = useStore(AppAccessStore);
  const { notices, settings } = useEnv();
  const zone = useSession().event?.timezone ?? "UTC";
  const { name, email, status } = thing;
  const send = async () => {
    if (!(await store.sendLoginMail(eventId, thing.id))) return;
    notices.success(t(settings.sendsMail ? "app-access:sent" : "app-access:kept", { email }));
    onChanged();
    onClose();
  };
  const { problem } = store.sending;
  return (
    <Confirm
      title={t("app-access:send.title", { name })}
      action={t(settings.sendsMail ? "app-access:send.action" : "app-access:send.keep")}
      busy={store.sending.busy}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <p>{t(settings.sendsMail ? "app-access:send.text" : "app-access:send.keepText", { email, days: LINK_DAYS })}</p>
      <KeptMail>{t("app-access:keeps.instead", { name })}</KeptMail>
      {access.mailed_at && <p>{t("app-access:send.before", { date: formatDateTime(access.mailed_at, zone) })}</p>}
      {access.entered_at && <p className="muted">{t("app-access:send.entered", { name })}</p>}
      {status === "imported" && <p className="muted">{t("app-access:send.first", { name })}</p>}
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
    </Confirm>
  );
});
