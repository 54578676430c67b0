// One person beside the list: their access, what they may do and why, and where they are logged in.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import {
  Button,
  Confirm,
  DeviceLine,
  KeptTab,
  ProblemView,
  problemText,
  SidePanel,
  Skeleton,
  Tabs,
  t,
  useOpenTab,
  useStore,
  useTold,
} from "#web";
import type { Member } from "../contract.ts";
import { AccessForm } from "./AccessForm.tsx";
import { ExplanationView } from "./ExplanationView.tsx";
import { AdminAccessStore } from "./store.ts";

const TABS = ["access", "explain", "sessions"] as const;

export const MemberPanel = observer(function MemberPanel({ member, onClose }: { member: Member; onClose: () => void }) {
  const store = useStore(AdminAccessStore);
  const [chosen, setTab] = useOpenTab();
  const tab = TABS.find((id) => id === chosen) ?? "access";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has another explanation
  useEffect(() => void store.explain(member.id), [store, member.id, member.rev]);
  const name = `${member.first_name} ${member.last_name}`.trim() || member.email;
  const tabs = TABS.map((id) => ({ id, title: t(`admin-access:tab.${id}`) }));
  return (
    <SidePanel title={name} onClose={onClose}>
      <p className="access-mail">{member.email}</p>
      <Tabs label={name} tabs={tabs} open={tab} onOpen={setTab}>
        <KeptTab isOpen={tab === "access"}>
          <AccessForm member={member} />
          {member.manageable && <Status member={member} name={name} />}
        </KeptTab>
        {tab === "explain" && <ExplanationView memberId={member.id} />}
        {tab === "sessions" && <Sessions member={member} name={name} />}
      </Tabs>
    </SidePanel>
  );
});

const Status = observer(function Status({ member, name }: { member: Member; name: string }) {
  const store = useStore(AdminAccessStore);
  const [asking, setAsking] = useState<"deactivate" | "factor">();
  const deciding = store.deciding.of(member.id);
  const { busy, problem } = deciding;
  const told = useTold(deciding);
  const decide = async (act: (member: Member) => Promise<unknown>): Promise<void> => {
    if (!(await act(member))) told.failed(t("admin-access:notSaved", { name }), () => decide(act));
  };
  const confirm = async (act: (member: Member) => Promise<unknown>) => {
    await decide(act);
    setAsking(undefined);
  };
  return (
    <div className="access-status">
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
      {member.status === "active" ? (
        <Button tone="quiet" busy={busy} onClick={() => setAsking("deactivate")}>
          {t("admin-access:deactivate.action")}
        </Button>
      ) : (
        <Button busy={busy} onClick={() => void decide(store.restore)}>
          {t("admin-access:restore")}
        </Button>
      )}
      {member.second_factor && (
        <Button tone="quiet" busy={busy} onClick={() => setAsking("factor")}>
          {t("admin-access:factor.reset")}
        </Button>
      )}
      {asking === "deactivate" && (
        <Confirm
          title={t("admin-access:deactivate.title", { name })}
          action={t("admin-access:deactivate.action")}
          danger
          busy={busy}
          onConfirm={() => void confirm(store.deactivate)}
          onClose={() => setAsking(undefined)}
        >
          <p>{t("admin-access:deactivate.text", { count: member.open_sessions })}</p>
        </Confirm>
      )}
      {asking === "factor" && (
        <Confirm
          title={t("admin-access:factor.resetTitle", { name })}
          action={t("admin-access:factor.reset")}
          danger
          busy={busy}
          onConfirm={() => void confirm(store.resetFactor)}
          onClose={() => setAsking(undefined)}
        >
          <p>{t("admin-access:factor.resetText", { count: member.open_sessions })}</p>
        </Confirm>
      )}
    </div>
  );
});

const Sessions = observer(function Sessions({ member, name }: { member: Member; name: string }) {
  const store = useStore(AdminAccessStore);
  const [isAsking, setAsking] = useState(false);
  const { sessions, explaining } = store;
  const ending = store.ending.of(member.id);
  if (explaining.problem && !sessions)
    return <ProblemView problem={explaining.problem} retry={() => void store.explain(member.id)} />;
  if (!sessions) return <Skeleton rows={4} />;
  if (sessions.length === 0) return <p>{t("admin-access:sessions.none")}</p>;
  const endAll = async () => {
    await store.endSessions(member);
    setAsking(false);
  };
  return (
    <>
      {ending.problem && (
        <p className="form-problem" role="alert">
          {problemText(ending.problem, t)}
        </p>
      )}
      <ul className="access-sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <DeviceLine session={session} />
            {member.manageable && (
              <Button small busy={ending.busy} onClick={() => void store.endSessions(member, session.id)}>
                {t("admin-access:sessions.end")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {member.manageable && (
        <Button busy={ending.busy} onClick={() => setAsking(true)}>
          {t("admin-access:sessions.endAll")}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={t("admin-access:sessions.endAllTitle", { name })}
          action={t("admin-access:sessions.endAll")}
          danger
          busy={ending.busy}
          onConfirm={() => void endAll()}
          onClose={() => setAsking(false)}
        >
          <p>{t("admin-access:sessions.endAllText", { count: sessions.length })}</p>
        </Confirm>
      )}
    </>
  );
});
