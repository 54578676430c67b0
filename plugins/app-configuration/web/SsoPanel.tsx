// Single sign-on: how it stands, what to do next, and its settings.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import {
  Button,
  Confirm,
  formatDateTime,
  formatNumber,
  icons,
  Panel,
  problemText,
  roleText,
  t,
  useSession,
  useStore,
} from "#web";
import type { LoginProvider, LoginProviderView } from "../contract.ts";
import { SsoForm } from "./SsoForm.tsx";
import { AppConfigurationStore } from "./store.ts";
import { TestResult } from "./TestResult.tsx";

type State = "none" | "draft" | "tested" | "on";

function stateOf(provider: LoginProvider | null): State {
  if (!provider) return "none";
  return provider.enabled ? "on" : provider.tested_at ? "tested" : "draft";
}

const CHIPS: Record<State, string> = { none: "", draft: "chip-warn", tested: "chip-accent", on: "chip-good" };

export const SsoPanel = observer(function SsoPanel({ view }: { view: LoginProviderView }) {
  const store = useStore(AppConfigurationStore);
  const [dirty, setDirty] = useState(false);
  const { provider, redirect_uri } = view;
  const state = stateOf(provider);
  const { testing, test } = store;
  return (
    <Panel
      title={t("app-configuration:sso.title")}
      help={t("app-configuration:sso.help")}
      actions={<span className={`chip ${CHIPS[state]}`}>{t(`app-configuration:sso.state.${state}`)}</span>}
    >
      <RedirectAddress address={redirect_uri} />
      {provider && <Standing provider={provider} dirty={dirty} />}
      {testing.problem && (
        <p className="form-problem" role="alert">
          {problemText(testing.problem, t)}
        </p>
      )}
      {test && <TestResult test={test} onClose={store.forgetTest} />}
      <SsoForm key={store.ssoBegun} provider={provider} onDirty={setDirty} />
    </Panel>
  );
});

/** What the provider has to be told, ready to be copied. */
function RedirectAddress({ address }: { address: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard?.writeText(address).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <p className="sso-redirect">
      {t("app-configuration:sso.redirect")} <code>{address}</code>
      <Button small tone="quiet" icon={copied ? icons.tick : icons.copy} onClick={copy}>
        {t(copied ? "app-configuration:sso.copied" : "app-configuration:sso.copy")}
      </Button>
    </p>
  );
}

/** Test, switch on or off, take away; and who is let in by whom it was set up. */
const Standing = observer(function Standing({ provider, dirty }: { provider: LoginProvider; dirty: boolean }) {
  const store = useStore(AppConfigurationStore);
  const { app } = useSession();
  const [asked, setAsked] = useState(false);
  const ask = () => {
    setAsked(true);
    void store.countPeople();
  };
  const { has_secret: _, tested_at, set_by, set_by_role, people, rev: __, ...draft } = provider;
  const { busy } = store.savingSso;
  return (
    <div className="sso-standing">
      <p>
        {tested_at
          ? t("app-configuration:sso.tested", { time: formatDateTime(tested_at) })
          : t("app-configuration:sso.untested")}{" "}
        {t("app-configuration:sso.setBy", { name: set_by, role: roleText(set_by_role) })}
      </p>
      <div className="sso-acts">
        <Button
          tone={tested_at ? "default" : "primary"}
          busy={store.testing.busy}
          disabled={dirty}
          title={dirty ? t("app-configuration:sso.saveFirst") : undefined}
          onClick={() => void store.startTest()}
        >
          {t("app-configuration:sso.test")}
        </Button>
        <Button
          tone={tested_at && !provider.enabled ? "primary" : "default"}
          busy={busy}
          disabled={dirty || (!provider.enabled && !tested_at)}
          onClick={() => void store.saveSso({ ...draft, enabled: !provider.enabled }, "")}
        >
          {t(provider.enabled ? "app-configuration:sso.off" : "app-configuration:sso.on")}
        </Button>
        <Button tone="quiet" busy={busy} onClick={ask}>
          {t("app-configuration:sso.remove")}
        </Button>
      </div>
      {asked && (
        <Confirm
          title={t("app-configuration:sso.remove")}
          action={t("app-configuration:sso.remove")}
          danger
          busy={busy}
          disabled={store.counting.busy}
          typed={app?.name}
          onConfirm={() => void store.removeSso().then(() => setAsked(false))}
          onClose={() => setAsked(false)}
        >
          <p>{t("app-configuration:sso.removeText")}</p>
          <Forgotten people={people} />
        </Confirm>
      )}
    </div>
  );
});

/** Of how many people it is forgotten who they are, as it was counted for the question; else that nobody knows. */
const Forgotten = observer(function Forgotten({ people }: { people: number }) {
  const store = useStore(AppConfigurationStore);
  const { busy, problem } = store.counting;
  if (busy) return <p className="muted">{t("common:loading")}</p>;
  if (problem)
    return (
      <p className="form-problem" role="alert">
        {t("app-configuration:sso.uncounted")} {problemText(problem, t)}{" "}
        <Button small onClick={() => void store.countPeople()}>
          {t("common:retry")}
        </Button>
      </p>
    );
  return people > 0 ? (
    <p>{t("app-configuration:sso.forgotten", { count: people, number: formatNumber(people) })}</p>
  ) : null;
});
