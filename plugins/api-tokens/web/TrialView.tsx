// What a token may do now: whether it works, in which events, and each call that its scopes cover.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Button, problemText, Skeleton, t, useStore } from "#web";
import type { ApiToken, Trial } from "../contract.ts";
import { ApiTokensStore } from "./store.ts";
import { resourceName } from "./TokenFields.tsx";

/** Asked of the server by whoever manages the token: from anywhere, or as if from one address. */
export const TrialPart = observer(function TrialPart({ token }: { token: ApiToken }) {
  const store = useStore(ApiTokensStore);
  const [address, setAddress] = useState("");
  const { trial, trying } = store;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision may do something else
  useEffect(() => void store.explain(token), [store, token.id, token.rev, token.state]);
  return (
    <section className="token-trial" aria-label={t("api-tokens:trial.title")}>
      <h3>{t("api-tokens:trial.title")}</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void store.explain(token, address.trim());
        }}
      >
        <label>
          {t("api-tokens:trial.from")}
          <input
            className="input"
            value={address}
            maxLength={45}
            placeholder="203.0.113.7"
            onChange={({ target }) => setAddress(target.value)}
          />
        </label>
        <Button type="submit" busy={trying.busy}>
          {t("api-tokens:trial.action")}
        </Button>
      </form>
      {trying.problem ? (
        <p className="form-problem" role="alert">
          {Object.values(trying.problem.fields ?? {})[0] ?? problemText(trying.problem, t)}
        </p>
      ) : trial ? (
        <TrialView trial={trial} />
      ) : (
        <Skeleton rows={3} />
      )}
    </section>
  );
});

/** A real call with the secret that was just issued. */
export const TestCall = observer(function TestCall({ secret }: { secret: string }) {
  const store = useStore(ApiTokensStore);
  const { trial, trying } = store;
  return (
    <section className="token-trial" aria-label={t("api-tokens:trial.title")}>
      <Button busy={trying.busy} onClick={() => void store.testCall(secret)}>
        {t("api-tokens:trial.call")}
      </Button>
      <p className="field-help">{t("api-tokens:trial.callHelp")}</p>
      {trying.problem ? (
        <p className="form-problem" role="alert">
          {problemText(trying.problem, t)}
        </p>
      ) : (
        trial && <TrialView trial={trial} />
      )}
    </section>
  );
});

function verdictOf({ refused, address }: Trial): string {
  if (refused) return t(`api-tokens:trial.refused.${refused}`, { address: address ?? "" });
  return address ? t("api-tokens:trial.worksFrom", { address }) : t("api-tokens:trial.works");
}

function eventsOf({ events }: Trial): string {
  if (events.all) return t("api-tokens:trial.events.all");
  if (events.names.length === 0) return t("api-tokens:trial.events.none");
  return t("api-tokens:trial.events.some", { names: events.names.join(", ") });
}

function TrialView({ trial }: { trial: Trial }) {
  const resources = [...new Set(trial.calls.map(({ resource }) => resource))];
  const allowed = trial.calls.filter((call) => call.allowed).length;
  return (
    <div role="status">
      <p className={trial.refused ? "token-verdict token-refused" : "token-verdict"}>{verdictOf(trial)}</p>
      {!trial.refused && (
        <>
          <p>
            {eventsOf(trial)}
            {" · "}
            {t("api-tokens:trial.calls", { allowed, count: trial.calls.length })}
          </p>
          {resources.map((resource) => (
            <details key={resource}>
              <summary>{resourceName(resource)}</summary>
              <ul className="token-calls">
                {trial.calls
                  .filter((call) => call.resource === resource)
                  .map(({ method, path, summary, allowed: may }) => (
                    <li key={`${method} ${path}`} className={may ? undefined : "token-refused"}>
                      <code>{`${method} ${path}`}</code>
                      <span>{may ? summary : `${summary} (${t("api-tokens:trial.owner")})`}</span>
                    </li>
                  ))}
              </ul>
            </details>
          ))}
        </>
      )}
    </div>
  );
}
