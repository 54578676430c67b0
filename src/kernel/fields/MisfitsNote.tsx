// Before tighter limits are saved: how many answers would not fit them, by what, and the way to those that a list can find.
import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { LENGTHS } from "#schemas/answers/check.ts";
import { ownFieldName } from "#schemas/fieldMentions.ts";
import type { Misfit, Misfits } from "#schemas/fieldMisfits.ts";
import { FILE_MEGABYTES, type Field, type FieldLimits } from "#schemas/fields.ts";
import { formatDate, formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { ProblemLine } from "../ui/states.tsx";
import type { FieldActs } from "./FieldsPage.tsx";
import { isTighter } from "./tighter.ts";

/** Nobody is asked while somebody is still typing. */
const WAIT_MS = 400;

interface Props {
  field: Field;
  /** As they stand in the form. */
  limits: FieldLimits;
  /** Whether they can be read. */
  areRead: boolean;
  /** Whose list shows those that do not fit; 0 where there is none of all events. */
  eventId: number;
  acts: FieldActs;
}

export const MisfitsNote = observer(function MisfitsNote({ field, limits, areRead, eventId, acts }: Props) {
  const isAsked = areRead && isTighter(field, limits);
  const [known, setKnown] = useState<{ of: string; misfits: Misfits }>();
  const [turn, setTurn] = useState(0);
  const of = `${field.id} ${field.rev} ${JSON.stringify(limits)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each of the limits, and again
  useEffect(() => {
    if (!isAsked) return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const misfits = await acts.misfits(field, limits);
      if (misfits && isWanted) setKnown({ of, misfits });
    }, WAIT_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [isAsked, of, turn]);
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Who has gone on to another input stays there.
    const focused = document.activeElement?.closest(".field") ?? note.current?.previousElementSibling;
    if (known && focused === note.current?.previousElementSibling) note.current?.scrollIntoView({ block: "nearest" });
  }, [known]);
  if (!isAsked) return null;
  const { problem, busy } = acts.fitting.of(field.id);
  if (known?.of !== of) {
    if (problem && !busy) return <ProblemLine problem={problem} retry={() => setTurn(turn + 1)} />;
    return (
      <p className="muted" role="status">
        {t("common:fields.misfits.counting")}
      </p>
    );
  }
  const { answers, reasons } = known.misfits;
  if (answers === 0) {
    return (
      <p className="muted" role="status">
        {t("common:fields.misfits.none")}
      </p>
    );
  }
  return (
    <div ref={note} className="note-warn" role="status">
      <p>
        {t("common:fields.misfits", { count: answers, number: formatNumber(answers) })}{" "}
        {t("common:fields.misfits.stay")}
      </p>
      <ul>
        {reasons.map(({ code, answers: count }) => {
          const path = eventId > 0 ? misfitPath(eventId, field, code, limits) : undefined;
          const text = t(`common:fields.misfits.${code}`, {
            count,
            number: formatNumber(count),
            limit: limitText(code, field, limits),
          });
          return <li key={code}>{path ? <Link to={path}>{text}</Link> : text}</li>;
        })}
      </ul>
    </div>
  );
});

/** The limit that answers go beyond, as the reader writes it. */
function limitText(code: Misfit, { kind }: Field, limits: FieldLimits): string {
  const { earliest, latest, step, min = 0, max = 0, megabytes = FILE_MEGABYTES } = limits;
  if (code === "too_early" || code === "too_late") {
    const day = code === "too_early" ? earliest : latest;
    return formatDate(`${day}T00:00:00Z`, "UTC");
  }
  const numbers: Partial<Record<Misfit, number | undefined>> = {
    ...{ too_small: min, too_few: min, too_large: max, too_many: max, off_step: step, file_large: megabytes },
    too_long: limits.max_length ?? LENGTHS[kind],
  };
  // Rounded it would be another limit; numbers as they are written have no more figures than these.
  return formatNumber(numbers[code] ?? 0, { maximumSignificantDigits: 15 });
}

/** The filter that finds what does not fit; nothing where no filter does. */
function misfitPath(
  eventId: number,
  { key, type_ids }: Field,
  code: Misfit,
  { min, max, earliest, latest }: FieldLimits,
): string | undefined {
  const beyond: Partial<Record<Misfit, readonly ["lt" | "gt", unknown]>> = {
    ...{ too_small: ["lt", min], too_large: ["gt", max], too_early: ["lt", earliest], too_late: ["gt", latest] },
  };
  const found = beyond[code];
  if (!found) return undefined;
  const types = type_ids.length > 0 ? [["type_id", "in", type_ids]] : [];
  const filter = JSON.stringify([[ownFieldName(key), ...found], ...types]);
  return `/event-data/${eventId}?${new URLSearchParams({ filter })}`;
}
