// How many letters are in each state, or why that is not known; pressing one shows those alone.
import { observer } from "mobx-react-lite";
import { useSearchParams } from "react-router-dom";
import { LETTER_STATES } from "#schemas/letters.ts";
import { Button, formatNumber, problemText, t, useStore } from "#web";
import { stateIn, withState } from "./stateFilter.ts";
import { OutboxStore } from "./store.ts";

/** `again` asks for the letters and their numbers once more. */
export const States = observer(function States({ again }: { again: () => void }) {
  const store = useStore(OutboxStore);
  const { counts } = store;
  const { problem, busy } = store.counting;
  const [params, setParams] = useSearchParams();
  const shown = stateIn(params);
  // Those that there are, and the one that is shown, so that it can be taken off where it was put on.
  const states = LETTER_STATES.filter((state) => (counts?.letters[state] ?? 0) > 0 || state === shown);
  // What they were may be wrong by now, and without them nothing is offered to be tried again.
  const unknown = problem && (
    <div className="outbox-broke">
      <p className="form-problem" role="alert">
        {t("outbox:uncounted")} {problemText(problem, t)}
      </p>
      <Button small busy={busy} onClick={again}>
        {t("common:retry")}
      </Button>
    </div>
  );
  if (states.length === 0) return unknown ?? null;
  return (
    <>
      <ul className="outbox-states" aria-label={t("outbox:states")}>
        {counts &&
          states.map((state) => (
            <li key={state}>
              <button
                type="button"
                className={`outbox-state ${state === "failed" ? "outbox-state-bad" : ""}`}
                aria-pressed={state === shown}
                onClick={() => setParams(withState(params, state === shown ? undefined : state), { replace: true })}
              >
                {t(`outbox:state.${state}`)} <strong>{formatNumber(counts.letters[state])}</strong>
              </button>
            </li>
          ))}
      </ul>
      {unknown}
    </>
  );
});
