// Says that e-mails reach nobody where no mail server is set, and leads those who may read them there.
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { t, useEnv, useSession } from "#web";

/** Who may read what the app has written. */
const OUTBOX = { path: "/app-settings/outbox", access: { accessRole: 3, permissions: ["user_management"] } };

export function KeptMail({ children }: { children?: ReactNode }) {
  const { settings } = useEnv();
  const session = useSession();
  if (settings.sendsMail) return null;
  return (
    <div className="note-warn">
      <p>
        {t("app-access:keeps")} {children}
      </p>
      {session.isAllowed(OUTBOX.access) === true && <Link to={OUTBOX.path}>{t("app-access:keeps.outbox")}</Link>}
    </div>
  );
}
