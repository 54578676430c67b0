// The page behind an invitation's link: what is offered and by whom first, the account afterwards.
import { observer } from "mobx-react-lite";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate, useParams } from "react-router-dom";
import {
  Button,
  type FactorKey,
  formatDateTime,
  LanguageChoice,
  ProblemView,
  problemText,
  roleText,
  Skeleton,
  t,
  useEnv,
  useSession,
  useStore,
} from "#web";
import type { Invite } from "../contract.ts";
import { AccountForm } from "./AccountForm.tsx";
import { OwnCodes } from "./OwnCodes.tsx";
import { AccountStore } from "./store.ts";

const THIS_DEVICE = 1;

export const CreateAccountScreen = observer(function CreateAccountScreen() {
  const { inviteReference: reference = "" } = useParams();
  const { invite: store } = useStore(AccountStore);
  const { isAuthenticated } = useSession();
  const [holds, setHolds] = useState(false);
  useEffect(() => void store.load(reference), [store, reference]);
  const { invite, loading } = store;
  if (loading.problem) {
    // What became of an invitation is an answer; anything else went wrong.
    const isAnswer = loading.problem.code.startsWith("account.");
    return (
      <Frame title={isAnswer ? problemText(loading.problem, t) : t("account:title.create")}>
        {isAnswer ? (
          <p>{t("account:invite.help")}</p>
        ) : (
          <ProblemView problem={loading.problem} retry={() => void store.load(reference)} />
        )}
        <div className="invite-actions">
          {isAuthenticated ? (
            <Link to="/main">{t("account:invite.main")}</Link>
          ) : (
            <Link to="/login">{t("common:login.action")}</Link>
          )}
        </div>
      </Frame>
    );
  }
  if (!invite) {
    return (
      <Frame title={t("account:title.create")}>
        <Skeleton rows={6} />
      </Frame>
    );
  }
  return (
    <Frame title={t("account:title.create")} holds={holds}>
      <Offer invite={invite} />
      <Acceptance invite={invite} reference={reference} onHolds={setHolds} />
    </Frame>
  );
});

interface FrameProps {
  title: string;
  /** Something would be lost if the page were drawn anew, as another language draws it. */
  holds?: boolean;
  children: ReactNode;
}

function Frame({ title, holds = false, children }: FrameProps) {
  useEffect(() => {
    document.title = `${title} · Lanyard`;
  }, [title]);
  return (
    <div className="invite-page">
      <section className="invite-card">
        <div className="invite-head">
          <h1>{title}</h1>
          {!holds && <LanguageChoice />}
        </div>
        {children}
      </section>
    </div>
  );
}

/** Who invites, to what, as what, until when. */
function Offer({ invite }: { invite: Invite }) {
  const { app_name: app, invited_by: name, role, events, all_events } = invite;
  const about = t(`account:role.${role.id}`, { defaultValue: "" });
  const eventText = events.length > 0 ? events.join(", ") : t("account:invite.noEvents");
  return (
    <div className="invite-offer">
      <p className="invite-from">{t("account:invite.from", { name, app })}</p>
      <dl>
        <dt>{t("account:invite.email")}</dt>
        <dd>{invite.email}</dd>
        <dt>{t("account:invite.role")}</dt>
        <dd>
          {roleText(role)}
          {about && <span className="invite-role">{about}</span>}
        </dd>
        <dt>{t("account:invite.events")}</dt>
        <dd>{all_events ? t("account:invite.allEvents") : eventText}</dd>
      </dl>
      <p className="invite-expires">{t("account:invite.expires", { date: formatDateTime(invite.expires_at) })}</p>
    </div>
  );
}

interface AcceptanceProps {
  invite: Invite;
  reference: string;
  onHolds: (holds: boolean) => void;
}

/** The way to accept depends on who is here and whether the address has an account. */
const Acceptance = observer(function Acceptance({ invite, reference, onHolds }: AcceptanceProps) {
  const { invite: store } = useStore(AccountStore);
  const session = useSession();
  const { tab, go, notices } = useEnv();
  const navigate = useNavigate();
  const [factor, setFactor] = useState<FactorKey>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isDirty, setDirty] = useState(false);
  // The key of an authenticator app and the recovery codes are told once.
  const holds = isDirty || factor !== undefined || codes !== undefined;
  useEffect(() => {
    onHolds(holds);
    return () => onHolds(false);
  }, [holds, onHolds]);
  const enter = async () => {
    await session.start(undefined);
    navigate("/main");
  };
  // The login page leads back to the address that the tab keeps under this key.
  const logIn = () => {
    tab.write("wanted", { path: `/create-account/${reference}` });
    navigate("/login");
  };
  // Back to the invitation, which leads on from there: to an account, or to the log-in.
  const logOut = async () => {
    if (await session.logout(THIS_DEVICE)) go(`/create-account/${reference}`);
    else if (session.isAuthenticated) notices.error(t("common:logout.failed"));
  };
  if (codes) return <OwnCodes codes={codes} onStored={() => void enter()} />;
  if (session.isAuthenticated) {
    const email = session.user?.user_email ?? "";
    if (email !== invite.email) {
      return (
        <>
          <p>{t("account:invite.otherPerson", { email, invited: invite.email })}</p>
          <div className="invite-actions">
            <Button tone="primary" busy={session.loggingOut.busy} onClick={() => void logOut()}>
              {t("common:logout.action")}
            </Button>
            <Link to="/main">{t("account:invite.main")}</Link>
          </div>
        </>
      );
    }
    return (
      <>
        <p>{t("account:invite.joinAs", { email })}</p>
        <Refusal />
        <Button
          tone="primary"
          busy={store.accepting.busy}
          onClick={async () => (await store.join(reference)) && enter()}
        >
          {t("account:action.join")}
        </Button>
      </>
    );
  }
  if (invite.has_account) {
    return (
      <>
        <p>{t("account:invite.hasAccount", { email: invite.email })}</p>
        <Button tone="primary" onClick={logIn}>
          {t("common:login.action")}
        </Button>
      </>
    );
  }
  return (
    <>
      <Refusal />
      <AccountForm
        busy={store.accepting.busy}
        factor={factor}
        onDirty={setDirty}
        onCreate={async (draft, code) => {
          const credentials = await store.accept(reference, draft, code);
          const { problem } = store.accepting;
          if (problem?.code === "login.second_factor_setup") setFactor(problem.current as FactorKey);
          if (!credentials) return;
          session.enter(credentials);
          if (credentials.recovery_codes) setCodes(credentials.recovery_codes);
          else await enter();
        }}
      />
    </>
  );
});

const Refusal = observer(function Refusal() {
  const { problem } = useStore(AccountStore).invite.accepting;
  return problem ? (
    <p className="form-problem" role="alert">
      {problemText(problem, t)}
    </p>
  ) : null;
});
