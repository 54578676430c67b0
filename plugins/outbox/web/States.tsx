// How many letters are in each state; pressing one shows those alone.
import { useSearchParams } from "react-router-dom";
import { LETTER_STATES } from "#schemas/letters.ts";
import { formatNumber, t } from "#web";
import type { LetterCounts } from "../contract.ts";
import { stateIn, withState } from "./stateFilter.ts";

export function States({ counts }: { counts: LetterCounts | undefined }) {
  const [params, setParams] = useSearchParams();
  const shown = stateIn(params);
  // Those that there are, and the one that is shown, so that it can be taken off where it was put on.
  const states = LETTER_STATES.filter((state) => (counts?.letters[state] ?? 0) > 0 || state === shown);
  if (states.length === 0) return null;
  return (
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
  );
}
