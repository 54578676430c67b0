// People of the app's other events, found and ticked instead of sent as a file; from then on they are an import like any other.
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import type { ReplyOf } from "#schemas/endpoint.ts";
import { type ApiProblem, Button, formatNumber, problemText, t, useEnv, useStore } from "#web";
import { type Elsewhere, findElsewhere } from "../../contract/elsewhere.ts";
import { EventDataStore } from "../store.ts";

const TYPING_MS = 250;

export const FindElsewhere = observer(function FindElsewhere() {
  const { importing } = useStore(EventDataStore);
  const { eventId, running } = importing;
  const [words, setWords] = useState("");
  const [from, setFrom] = useState(0);
  const [chosen, setChosen] = useState<ReadonlyMap<number, Elsewhere>>(new Map());
  const id = useId();
  const { found: elsewhere, problem, isBusy } = useFound(eventId, words, from);
  const toggle = (one: Elsewhere) => {
    const next = new Map(chosen);
    if (!next.delete(one.id)) next.set(one.id, one);
    setChosen(next);
  };
  const number = formatNumber(chosen.size);
  // What was ticked before stays in sight, whatever is searched for next.
  const rows = elsewhere?.rows ?? [];
  const kept = [...chosen.values()].filter((one) => !rows.some((row) => row.id === one.id));
  return (
    <section className="import-elsewhere" aria-label={t("event-data:elsewhere.title")}>
      <h4>{t("event-data:elsewhere.title")}</h4>
      <div className="import-choices">
        <div className="field">
          <label htmlFor={`${id}-words`}>{t("event-data:elsewhere.search")}</label>
          <input
            id={`${id}-words`}
            className="input"
            type="search"
            autoComplete="off"
            maxLength={200}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-from`}>{t("event-data:elsewhere.event")}</label>
          <select
            id={`${id}-from`}
            className="input"
            value={from}
            onChange={({ target }) => setFrom(Number(target.value))}
          >
            <option value={0}>{t("event-data:elsewhere.all")}</option>
            {(elsewhere?.events ?? []).map((event) => (
              <option key={event.id} value={event.id}>
                {event.name}
              </option>
            ))}
          </select>
        </div>
      </div>
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
      {[...kept, ...rows].length > 0 && (
        <ul className="import-people" aria-label={t("event-data:elsewhere.found")} aria-busy={isBusy}>
          {[...kept, ...rows].map((one) => (
            <li key={one.id}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.has(one.id)}
                  disabled={one.is_here || running.busy}
                  onChange={() => toggle(one)}
                />
                <span>
                  <bdi>{one.name}</bdi>
                  <span className="field-help">
                    {[one.email, one.company_name, one.event.name].filter(Boolean).join(" · ")}
                    {one.is_here && ` · ${t("event-data:elsewhere.here")}`}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {elsewhere && rows.length === 0 && !isBusy && (
        <p className="muted" role="status">
          {t(elsewhere.events.length === 0 ? "event-data:elsewhere.noEvents" : "event-data:elsewhere.nobody")}
        </p>
      )}
      {elsewhere?.more && <p className="field-help">{t("event-data:elsewhere.more")}</p>}
      <div>
        <Button
          tone="primary"
          disabled={chosen.size === 0}
          busy={running.busy}
          onClick={() => void importing.bringKnown([...chosen.keys()])}
        >
          {t("event-data:elsewhere.try", { count: chosen.size, number })}
        </Button>
      </div>
    </section>
  );
});

interface Found {
  found?: ReplyOf<typeof findElsewhere>;
  problem?: ApiProblem;
  isBusy: boolean;
}

/** Whom the other events know by these words; what was found before stands until the next answer. Only this dialog asks for it. */
function useFound(eventId: number, words: string, from: number): Found {
  const { api } = useEnv();
  const [state, setState] = useState<Found>({ isBusy: true });
  useEffect(() => {
    const asking = new AbortController();
    const ask = async () => {
      const body = from ? { search: words, event_id: from } : { search: words };
      setState(({ found }) => ({ ...(found && { found }), isBusy: true }));
      try {
        const found = await api.call(findElsewhere, { params: { eventId }, body, signal: asking.signal });
        setState({ found, isBusy: false });
      } catch (error) {
        if (!asking.signal.aborted) setState({ problem: error as ApiProblem, isBusy: false });
      }
    };
    const timer = setTimeout(() => void ask(), TYPING_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [api, eventId, words, from]);
  return state;
}
