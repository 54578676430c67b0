// A field that finds one of many rows by words and hands it over; nothing stays chosen in it. A combobox as the ARIA pattern says.
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { t } from "../i18n/setup.ts";
import { loadStyles } from "./loadStyles.ts";
import styles from "./pick.css?url";

/** A row that was found. */
export interface Pick {
  id: number | string;
  label: string;
  /** Small words at the right, such as the company. */
  note?: string | undefined;
}

interface Props<P extends Pick> {
  label: string;
  help?: string;
  placeholder?: string;
  disabled?: boolean;
  /** With fewer letters nothing is looked for. */
  shortest?: number;
  /** Asked after a short rest; keep it stable between renders. */
  find: (words: string, signal: AbortSignal) => Promise<readonly P[]>;
  onPick: (pick: P) => void;
}

const REST_MS = 160;
/** One letter finds too many, where a server is asked. */
const SHORTEST = 2;

/**
 * Finds rows as one types.
 * @example <PickField label={label} find={store.findSpeakers} onPick={(speaker) => …} />
 */
export function PickField<P extends Pick>(props: Props<P>) {
  const { label, help, placeholder, disabled, shortest = SHORTEST, find, onPick } = props;
  const id = useId();
  const [words, setWords] = useState("");
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const { found, state } = useFinding(find, words.trim(), shortest);
  useEffect(() => void loadStyles(styles), []);
  const isShown = isOpen && words.trim().length >= shortest;
  const pick = (one: P) => {
    setWords("");
    setOpen(false);
    onPick(one);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setOpen(true);
      if (found.length > 0) setActive((active + step + found.length) % found.length);
    } else if (event.key === "Enter" && isShown) {
      // Enter belongs to the list here, never to the form around it.
      event.preventDefault();
      const one = found[active];
      if (one && state === "found") pick(one);
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <div className="field pick">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && found.length > 0 ? `${id}-${active}` : undefined}
        aria-describedby={help ? `${id}-help` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        disabled={disabled}
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {isShown && (
        <div className="pick-list">
          <div role="listbox" id={`${id}-list`} aria-label={label}>
            {found.map((one, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
              <div
                key={one.id}
                id={`${id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                className="pick-option"
                onPointerMove={() => at !== active && setActive(at)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(one)}
              >
                <span dir="auto">{one.label}</span>
                {one.note && <span className="muted">{one.note}</span>}
              </div>
            ))}
          </div>
          {state !== "found" || found.length === 0 ? (
            <p className="pick-none" role="status">
              {t(
                state === "asking"
                  ? "common:loading"
                  : state === "failed"
                    ? "common:toast.failed"
                    : "common:picker.noneFound",
              )}
            </p>
          ) : null}
        </div>
      )}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

type State = "asking" | "found" | "failed";

/** What was found for the words, and whether that is still under way. An answer to older words is dropped. */
function useFinding<P extends Pick>(
  find: Props<P>["find"],
  words: string,
  shortest: number,
): { found: readonly P[]; state: State } {
  const [answer, setAnswer] = useState<{ of: string; found: readonly P[]; state: State }>();
  useEffect(() => {
    if (words.length < shortest) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      find(words, stop.signal).then(
        (found) => !stop.signal.aborted && setAnswer({ of: words, found, state: "found" }),
        () => !stop.signal.aborted && setAnswer({ of: words, found: [], state: "failed" }),
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [find, words, shortest]);
  return answer?.of === words ? answer : { found: [], state: "asking" };
}
