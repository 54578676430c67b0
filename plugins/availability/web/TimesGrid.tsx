// The cells of the picture: one goes through them with the arrows, marks several with Shift, and adds or removes with the space bar;
// or drags over them.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { readingKey, t } from "#web";
import { instantAt, type Quarter, type Span, spanOf } from "../contract.ts";
import { isRect, type Place, rectOf } from "./picture.ts";
import type { PictureProps } from "./TimesPicture.tsx";
import { dayText } from "./words.ts";

const HOUR_ROWS = 4;

interface Props extends PictureProps {
  quarters: readonly (readonly Quarter[])[];
  hours: { from: number; to: number };
  describedBy: string;
}

interface Stroke {
  from: Place;
  to: Place;
  isOn: boolean;
}

export function TimesGrid({ days, quarters, hours, zone, spans, taken, readOnly, onPaint, describedBy }: Props) {
  const grid = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState<Place>({ row: hours.from * HOUR_ROWS, column: 0 });
  const [anchor, setAnchor] = useState<Place>();
  /** What is being painted with the pointer: as it is drawn, and as it is by now, since a pointer may be quicker than what is drawn. */
  const [stroke, setStroke] = useState<Stroke>();
  const painting = useRef<Stroke>();
  const [begin, end] = [hours.from * HOUR_ROWS, hours.to * HOUR_ROWS - 1];
  const at = { row: Math.min(Math.max(active.row, begin), end), column: active.column };
  const chosen = stroke ? rectOf(stroke.from, stroke.to) : anchor && rectOf(anchor, at);
  const meetings = useMemo(() => taken.map((one) => ({ ...spanOf(one), with: one.with })), [taken]);

  const spansAt = ({ row, column }: Place) => quarters[column]?.[row]?.spans ?? [];
  const isOnAt = (place: Place) => {
    const parts = spansAt(place);
    return parts.length > 0 && parts.every((part) => isIn(spans, part));
  };
  const paint = (from: Place, to: Place, isOn: boolean) => {
    const rect = rectOf(from, to);
    const parts: Span[] = [];
    for (let column = rect.left; column <= rect.right; column++)
      for (let row = rect.top; row <= rect.bottom; row++) parts.push(...spansAt({ row, column }));
    if (parts.length > 0) onPaint(parts, isOn);
  };

  const draw = (next: Stroke | undefined) => {
    painting.current = next;
    setStroke(next);
  };

  // The pointer may leave the picture, and be let go outside of it.
  useEffect(() => {
    const finish = (event: { clientX: number; clientY: number }) => {
      const { current } = painting;
      if (!current) return;
      draw(undefined);
      paint(current.from, placeUnder(event) ?? current.to, current.isOn);
    };
    const leave = () => painting.current && draw(undefined);
    addEventListener("pointerup", finish);
    addEventListener("pointercancel", leave);
    return () => {
      removeEventListener("pointerup", finish);
      removeEventListener("pointercancel", leave);
    };
  });

  const go = (place: Place, extends_: boolean) => {
    setAnchor(extends_ ? (anchor ?? at) : undefined);
    setActive(place);
    const cell = grid.current?.querySelector<HTMLElement>(`[data-place="${place.row} ${place.column}"]`);
    cell?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[readingKey(event)];
    if (step) {
      event.preventDefault();
      const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
      const row = clamp(at.row + step.rows, begin, end);
      const column = clamp(at.column + step.columns, 0, days.length - 1);
      go({ row, column }, event.shiftKey);
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (readOnly) return;
      const from = anchor ?? at;
      paint(from, at, !isOnAt(from));
      setAnchor(undefined);
    } else if (event.key === "Escape" && anchor) {
      event.stopPropagation();
      setAnchor(undefined);
    }
  };
  const placeUnder = ({ clientX, clientY }: { clientX: number; clientY: number }): Place | undefined => {
    const cell = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-place]");
    if (!cell || !grid.current?.contains(cell)) return undefined;
    const [row = 0, column = 0] = (cell.dataset["place"] ?? "").split(" ").map(Number);
    return { row, column };
  };
  return (
    <table
      className={readOnly ? "times-grid" : "times-grid is-paintable"}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells one goes through is a grid
      role="grid"
      aria-label={t("availability:picture.label")}
      aria-describedby={describedBy}
      aria-readonly={readOnly}
      aria-multiselectable
      ref={grid}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        const place = event.button === 0 && !readOnly ? placeUnder(event) : undefined;
        if (!place || spansAt(place).length === 0) return;
        event.preventDefault();
        (event.target as HTMLElement).releasePointerCapture?.(event.pointerId);
        go(place, false);
        draw({ from: place, to: place, isOn: !isOnAt(place) });
      }}
      onPointerMove={(event) => {
        const { current } = painting;
        const place = current && placeUnder(event);
        if (place) draw({ ...current, to: place });
      }}
    >
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t("availability:picture.time")}</span>
          </th>
          {days.map(({ date, from }) => (
            <th scope="col" key={date}>
              {dayText(instantAt(from), zone)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: end - begin + 1 }, (_, index) => begin + index).map((row) => (
          <tr key={row} className={row % HOUR_ROWS === 0 ? "is-hour" : undefined}>
            <th scope="row">
              <span className={row % HOUR_ROWS === 0 ? undefined : "sr-only"}>{quarters[0]?.[row]?.time}</span>
            </th>
            {days.map(({ date, from }, column) => {
              const place = { row, column };
              const parts = spansAt(place);
              const isOn = isOnAt(place);
              const meeting = meetings.find((one) => parts.some((part) => one.from < part.to && one.to > part.from));
              const isMeant = chosen && isRect(chosen, place);
              const will = stroke && isMeant ? stroke.isOn : isOn;
              const label = [`${dayText(instantAt(from), zone)}, ${quarters[column]?.[row]?.time}`];
              if (parts.length === 0) label.push(t("availability:picture.leapt"));
              if (meeting) label.push(t("availability:picture.with", { names: meeting.with.join(", ") }));
              const classes = [
                will && parts.length > 0 && "is-on",
                meeting && "is-taken",
                isMeant && "is-meant",
                parts.length === 0 && "is-leapt",
              ];
              return (
                <td
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: and one of them a cell that is chosen or not
                  role="gridcell"
                  key={date}
                  data-place={`${row} ${column}`}
                  className={classes.filter(Boolean).join(" ")}
                  aria-label={label.join(", ")}
                  aria-selected={isOn}
                  aria-disabled={parts.length === 0 || undefined}
                  title={meeting ? label.join(", ") : undefined}
                  tabIndex={row === at.row && column === at.column ? 0 : -1}
                  onFocus={() => setActive(place)}
                />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const STEPS: Readonly<Record<string, { rows: number; columns: number }>> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
  PageUp: { rows: -HOUR_ROWS, columns: 0 },
  PageDown: { rows: HOUR_ROWS, columns: 0 },
  Home: { rows: -1000, columns: 0 },
  End: { rows: 1000, columns: 0 },
};

/** Whether a quarter lies within one of the times, which do not overlap. */
function isIn(spans: readonly Span[], { from, to }: Span): boolean {
  return spans.some((span) => span.from <= from && span.to >= to);
}
