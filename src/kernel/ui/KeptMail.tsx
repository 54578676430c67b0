// Says that e-mails reach nobody where no mail server is set, and leads those who may read them there.
import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { t } from "../i18n/setup.ts";
import { useRoot } from "../store/useStore.ts";

/** The page on which letters are read that stay here; its own route says who may. */
const OUTBOX = "outbox.main";

/** A note for dialogs that would send; nothing where a mail server is set. */
export const KeptMail = observer(function KeptMail({ children }: { children?: ReactNode }) {
  const { env, session, registry } = useRoot();
  if (env.settings.sendsMail) return null;
  const outbox = registry.routes.find(({ id }) => id === OUTBOX);
  return (
    <div className="note-warn">
      <p>
        {t("common:keptMail")} {children}
      </p>
      {outbox && session.isAllowed(outbox.access) === true && <Link to={outbox.path}>{t("common:keptMail.open")}</Link>}
    </div>
  );
});
