// One's own second factor: set up in three steps, given new recovery codes, or taken away.
import { FormikProvider, useFormik } from "formik";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import {
  Button,
  FactorSetup,
  formatDate,
  Panel,
  PasswordField,
  ProblemView,
  problemText,
  Skeleton,
  TextField,
  t,
  useStore,
} from "#web";
import type { Factor } from "../contract.ts";
import { OwnCodes } from "./OwnCodes.tsx";
import { AccountStore } from "./store.ts";

type Act = "set-up" | "renew" | "remove";

export const FactorPanel = observer(function FactorPanel() {
  const { factor: store } = useStore(AccountStore);
  useEffect(() => {
    store.giveUp();
    void store.load();
    return () => store.forget();
  }, [store]);
  const { factor, loading } = store;
  return (
    <Panel title={t("account:factor.title")} help={t("account:factor.help")}>
      {loading.problem && !factor ? (
        <ProblemView problem={loading.problem} retry={() => void store.load()} />
      ) : store.codes ? (
        <OwnCodes codes={store.codes} onStored={store.stored} />
      ) : factor ? (
        <Standing factor={factor} />
      ) : (
        <Skeleton rows={2} />
      )}
    </Panel>
  );
});

const Standing = observer(function Standing({ factor }: { factor: Factor }) {
  const { factor: store } = useStore(AccountStore);
  const [act, setAct] = useState<Act>();
  // The button of an act that was given up is drawn anew and takes the focus back.
  const [left, setLeft] = useState<Act>();
  const choose = (next: Act | undefined) => {
    store.giveUp();
    setLeft(act);
    setAct(next);
  };
  const state = factor.since
    ? t("account:factor.on", { date: formatDate(factor.since) })
    : t(factor.required ? "account:factor.missing" : "account:factor.off");
  return (
    <div className="factor">
      <p>{state}</p>
      {factor.since && <p>{t("account:factor.left", { count: factor.recovery_left })}</p>}
      {act === "set-up" && <SetUp factor={factor} close={() => choose(undefined)} />}
      {(act === "renew" || act === "remove") && (
        <CodeForm
          label={t("account:factor.field.code")}
          action={t(act === "renew" ? "account:factor.renew" : "account:factor.remove")}
          danger={act === "remove"}
          onCode={async (code) => {
            if (await (act === "renew" ? store.renew(code) : store.remove(code))) setAct(undefined);
          }}
          close={() => choose(undefined)}
        />
      )}
      {!act && (
        <div className="factor-acts">
          {factor.state === "off" && (
            <Button tone="primary" autoFocus={left === "set-up"} onClick={() => choose("set-up")}>
              {t("account:factor.setUp")}
            </Button>
          )}
          {factor.state === "on" && (
            <Button autoFocus={left === "renew"} onClick={() => choose("renew")}>
              {t("account:factor.renew")}
            </Button>
          )}
          {factor.state === "on" && !factor.required && (
            <Button tone="quiet" autoFocus={left === "remove"} onClick={() => choose("remove")}>
              {t("account:factor.remove")}
            </Button>
          )}
        </div>
      )}
      {factor.state === "on" && factor.required && <p className="factor-note">{t("account:factor.required")}</p>}
    </div>
  );
});

/** First the password, where there is one; then the key and its first code. */
const SetUp = observer(function SetUp({ factor, close }: { factor: Factor; close: () => void }) {
  const { factor: store } = useStore(AccountStore);
  const { key, changing } = store;
  const { problem } = changing;
  useEffect(() => {
    if (!factor.has_password) void store.begin("");
  }, [factor, store]);
  if (key) {
    return (
      <>
        <FactorSetup {...key} />
        <CodeForm
          label={t("account:factor.field.first")}
          action={t("account:factor.confirm")}
          onCode={async (code) => void (await store.confirm(code))}
          close={close}
        />
      </>
    );
  }
  if (factor.has_password) return <PasswordStep close={close} />;
  // Nothing is typed here: a refusal is all that there is, and is left again.
  return (
    <>
      <Refusal />
      {problem && (
        <Button autoFocus onClick={close}>
          {t("common:cancel")}
        </Button>
      )}
    </>
  );
});

const PasswordStep = observer(function PasswordStep({ close }: { close: () => void }) {
  const { factor: store } = useStore(AccountStore);
  const form = useFormik({
    initialValues: { password: "" },
    validate: ({ password }) => (password ? {} : { password: t("problem:field.required") }),
    onSubmit: async ({ password }) => void (await store.begin(password)),
  });
  return (
    <FormikProvider value={form}>
      <form className="factor-form" onSubmit={form.handleSubmit} noValidate>
        <Refusal />
        <PasswordField name="password" label={t("account:field.current_password")} required autoFocus />
        <Foot action={t("account:factor.next")} close={close} />
      </form>
    </FormikProvider>
  );
});

interface CodeFormProps {
  label: string;
  action: string;
  danger?: boolean;
  onCode: (code: string) => Promise<void>;
  close: () => void;
}

function CodeForm({ label, action, danger = false, onCode, close }: CodeFormProps) {
  const form = useFormik({
    initialValues: { code: "" },
    validate: ({ code }) => (code.trim() ? {} : { code: t("problem:field.required") }),
    onSubmit: async ({ code }) => onCode(code.trim()),
  });
  return (
    <FormikProvider value={form}>
      <form className="factor-form" onSubmit={form.handleSubmit} noValidate>
        <Refusal />
        <TextField name="code" label={label} autoComplete="one-time-code" required autoFocus />
        <Foot action={action} danger={danger} close={close} />
      </form>
    </FormikProvider>
  );
}

const Foot = observer(function Foot({
  action,
  danger = false,
  close,
}: {
  action: string;
  danger?: boolean;
  close: () => void;
}) {
  const { busy } = useStore(AccountStore).factor.changing;
  return (
    <div className="factor-acts">
      <Button type="submit" tone={danger ? "danger" : "primary"} busy={busy}>
        {action}
      </Button>
      <Button onClick={close} disabled={busy}>
        {t("common:cancel")}
      </Button>
    </div>
  );
});

const Refusal = observer(function Refusal() {
  const { problem } = useStore(AccountStore).factor.changing;
  return problem ? (
    <p className="form-problem" role="alert">
      {problemText(problem, t)}
    </p>
  ) : null;
});
