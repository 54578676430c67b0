// The devices on which the person is logged in, each of which can be logged out, and their second factor.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Button, DeviceLine, Page, ProblemView, problemText, Skeleton, t, useStore } from "#web";
import type { AccountSession } from "../contract.ts";
import { FactorPanel } from "./FactorPanel.tsx";
import { AccountStore } from "./store.ts";

export const SessionsScreen = observer(function SessionsScreen() {
  const { sessions } = useStore(AccountStore);
  useEffect(() => void sessions.load(), [sessions]);
  const { list, loading, ending } = sessions;
  return (
    <Page title={t("account:title.devices")} help={t("account:sessions.intro")} width="form">
      {ending.problem && (
        <p className="form-problem" role="alert">
          {problemText(ending.problem, t)}
        </p>
      )}
      {loading.problem && !list ? (
        <ProblemView problem={loading.problem} retry={() => void sessions.load()} />
      ) : !list ? (
        <Skeleton kind="table" />
      ) : (
        <ul className="device-list" aria-label={t("account:title.devices")}>
          {list.map((session) => (
            <Device key={session.id} session={session} busy={ending.busy} end={() => void sessions.end(session.id)} />
          ))}
        </ul>
      )}
      <FactorPanel />
    </Page>
  );
});

function Device({ session, busy, end }: { session: AccountSession; busy: boolean; end: () => void }) {
  return (
    <li className="device">
      <DeviceLine session={session} />
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
