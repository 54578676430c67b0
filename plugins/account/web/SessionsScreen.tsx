// The devices on which the person is logged in, each of which can be logged out, and their second factor.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Button, formatDateTime, Page, ProblemView, Skeleton, t, useStore } from "#web";
import type { AccountSession } from "../contract.ts";
import { deviceName } from "./deviceName.ts";
import { FactorPanel } from "./FactorPanel.tsx";
import { AccountStore } from "./store.ts";

export const SessionsScreen = observer(function SessionsScreen() {
  const { sessions } = useStore(AccountStore);
  useEffect(() => void sessions.load(), [sessions]);
  const { list, loading } = sessions;
  return (
    <Page title={t("account:title.devices")} help={t("account:sessions.intro")} width="form">
      {loading.problem && !list ? (
        <ProblemView problem={loading.problem} retry={() => void sessions.load()} />
      ) : !list ? (
        <Skeleton kind="table" />
      ) : (
        <ul className="device-list" aria-label={t("account:title.devices")}>
          {list.map((session) => (
            <Device
              key={session.id}
              session={session}
              busy={sessions.ending.busy}
              end={() => void sessions.end(session.id)}
            />
          ))}
        </ul>
      )}
      <FactorPanel />
    </Page>
  );
});

function Device({ session, busy, end }: { session: AccountSession; busy: boolean; end: () => void }) {
  const name = deviceName(session.device) ?? t("account:sessions.unknown");
  return (
    <li className="device">
      <div>
        <strong title={session.device}>{name}</strong>
        <p>
          {t("account:sessions.since", { time: formatDateTime(session.created_at) })}
          {` (${t(`account:way.${session.way}`)})`}
          {" · "}
          {t("account:sessions.seen", { time: formatDateTime(session.last_seen_at) })}
        </p>
      </div>
      {session.current ? (
        <span className="device-current">{t("account:sessions.current")}</span>
      ) : (
        <Button disabled={busy} onClick={end}>
          {t("account:action.end")}
        </Button>
      )}
    </li>
  );
}
