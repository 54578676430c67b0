// Times as a picture that one works in: days beside each other, quarters of an hour below each other. One paints by dragging, or
// with arrows, Shift and the space bar. The list of times below says the same.
import { useId, useMemo, useRef, useState } from "react";
import { Button, t } from "#web";
import { type Day, instantAt, quartersOf, type Span, spanOf, type Taken } from "../contract.ts";
import { hoursShown } from "./picture.ts";
import { TimesGrid } from "./TimesGrid.tsx";
import { dayText } from "./words.ts";

export interface PictureProps {
  days: readonly Day[];
  zone: string;
  spans: readonly Span[];
  taken: readonly Taken[];
  readOnly: boolean;
  onPaint: (quarters: readonly Span[], isOn: boolean) => void;
}

const WEEK = 7;

export function TimesPicture({ days, zone, spans, taken, readOnly, onPaint }: PictureProps) {
  const id = useId();
  const [first, setFirst] = useState(0);
  const [isWholeDay, setWholeDay] = useState(false);
  const shown = useMemo(() => days.slice(first, first + WEEK), [days, first]);
  const quarters = useMemo(() => shown.map((day) => quartersOf(day, zone)), [shown, zone]);
  const needed = hoursShown(quarters, [...spans, ...taken.map(spanOf)]);
  // What has been drawn stays: whoever takes away the earliest time stands in its cell.
  const widest = useRef({ first, ...needed });
  const { current: before } = widest;
  const isSame = before.first === first;
  const drawn = isSame ? { from: Math.min(before.from, needed.from), to: Math.max(before.to, needed.to) } : needed;
  widest.current = { first, ...drawn };
  const hours = isWholeDay ? { from: 0, to: 24 } : drawn;
  return (
    <div className="times-picture">
      <p className="muted" id={`${id}-help`}>
        {t(readOnly ? "availability:picture.read" : "availability:picture.help")}
      </p>
      {days.length > WEEK && (
        <div className="times-weeks">
          <Button small disabled={first === 0} onClick={() => setFirst(Math.max(0, first - WEEK))}>
            {t("availability:picture.earlier")}
          </Button>
          <span role="status">
            {dayText(instantAt(shown[0]?.from ?? 0), zone)} – {dayText(instantAt(shown.at(-1)?.from ?? 0), zone)}
          </span>
          <Button small disabled={first + WEEK >= days.length} onClick={() => setFirst(first + WEEK)}>
            {t("availability:picture.later")}
          </Button>
        </div>
      )}
      <TimesGrid
        key={first}
        {...{ days: shown, quarters, hours, zone, spans, taken, readOnly, onPaint }}
        describedBy={`${id}-help`}
      />
      <div className="times-picture-foot">
        <ul className="times-legend" aria-hidden="true">
          <li>
            <span className="times-sample is-on" /> {t("availability:picture.available")}
          </li>
          {taken.length > 0 && (
            <li>
              <span className="times-sample is-taken" /> {t("availability:picture.meeting")}
            </li>
          )}
        </ul>
        <Button small tone="quiet" aria-pressed={isWholeDay} onClick={() => setWholeDay(!isWholeDay)}>
          {t("availability:picture.night")}
        </Button>
      </div>
    </div>
  );
}
