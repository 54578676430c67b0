// Events to tick, as a value of the form around it: some of those that somebody may open, or all that there ever are.
import { useField } from "formik";
import { useMemo, useState } from "react";
import { holding } from "#schemas/fold.ts";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { NarrowBox } from "../ui/NarrowBox.tsx";
import { FieldFrame } from "./fields.tsx";

interface Props {
  name: string;
  label: string;
  help?: string;
  events: readonly Named[];
  /** What ticks all events, those that come later included; left out where that may not be given. */
  all?: string | false | undefined;
}

interface Named {
  id: number;
  name: string;
}

/** All events, as accounts and tokens write it (specification 5). */
const ALL = -1;
/** With more of them one looks for events by their names. */
const MANY = 10;
/** An app may have ten thousand events: nobody reads on behind these. */
const SHOWN = 100;

/** Ids of events that one may not open stay in the value as they are. */
export function EventBoxes({ name, label, help, events, all }: Props) {
  const [{ value = [] }, , change] = useField<number[] | undefined>(name);
  const [words, setWords] = useState("");
  // Those that were ticked at first lead, so that a choice of three among thousands is seen at once.
  const [first] = useState(() => new Set(value));
  const sorted = useMemo(
    () => events.toSorted((one, other) => Number(first.has(other.id)) - Number(first.has(one.id))),
    [events, first],
  );
  const found = useMemo(() => {
    const isNamed = holding(words);
    return sorted.filter((event) => isNamed(event.name));
  }, [sorted, words]);
  const ticked = useMemo(() => new Set(value), [value]);
  const isAll = ticked.has(ALL);
  const count = useMemo(() => events.filter(({ id }) => ticked.has(id)).length, [events, ticked]);
  const tick = (id: number, isIn: boolean) => {
    const others = value.filter((one) => one !== id);
    void change.setValue(isIn ? [...others, id].sort((a, b) => a - b) : others);
  };
  return (
    <FieldFrame name={name} label={label} {...(help && { help })}>
      {({ id, "aria-describedby": describedBy }) => (
        <fieldset className="answer-choices" id={id} aria-label={label} aria-describedby={describedBy}>
          {all && (
            <label>
              <input type="checkbox" checked={isAll} onChange={() => void change.setValue(isAll ? [] : [ALL])} />
              {all}
            </label>
          )}
          {!isAll && events.length > MANY && (
            <>
              <NarrowBox label={t("common:eventBoxes.search")} text={words} onText={setWords} />
              <p className="field-help" role="status">
                {t("common:eventBoxes.ticked", {
                  number: formatNumber(count),
                  events: formatNumber(events.length),
                })}
              </p>
            </>
          )}
          {!isAll && (
            <div className="answer-choices event-boxes">
              {found.slice(0, SHOWN).map((event) => (
                <label key={event.id}>
                  <input
                    type="checkbox"
                    checked={ticked.has(event.id)}
                    onChange={({ target }) => tick(event.id, target.checked)}
                  />
                  <span dir="auto">{event.name}</span>
                </label>
              ))}
              {found.length > SHOWN && (
                <p className="field-help">
                  {t("common:eventBoxes.more", { number: formatNumber(found.length - SHOWN) })}
                </p>
              )}
              {found.length === 0 && events.length > 0 && (
                <p className="field-help">{t("common:eventBoxes.none", { words })}</p>
              )}
            </div>
          )}
        </fieldset>
      )}
    </FieldFrame>
  );
}
