// The events of a year as bars along its months, in the frame of the charts: the table behind it holds the same links.
import { Link, useNavigate } from "react-router-dom";
import type { Event } from "#schemas/session.ts";
import { formatNumber, languageTag, Picture, t } from "#web";
import { statusOf } from "./status.ts";
import { type Bar, filterOfYear, lengthOf, yearOf } from "./year.ts";

const HEAD = 24;
const ROW = 28;
const BAR = 12;
const LEAST = 6;
const GAP = 8;

interface Props {
  events: readonly Event[];
  year: number;
  now: Date;
}

const pathOf = ({ id }: Event) => `/event-details/${id}`;
const stateOf = ({ active, date }: Event, now: Date) => statusOf({ active, ...date, archived_at: null }, now);

export function YearPicture({ events, year, now }: Props) {
  const go = useNavigate();
  const plan = yearOf(events, year, now);
  const { bars, months, today } = plan;
  const isPart = plan.events.length > bars.length;
  const monthName = new Intl.DateTimeFormat(languageTag(), { month: "short", timeZone: "UTC" });
  const rows = plan.events.map((event) => {
    const { first, last, days } = lengthOf(event);
    const status = t(`events:status.${stateOf(event, now)}`);
    return { key: String(event.id), place: event.name, values: [first, last, days, status], path: pathOf(event) };
  });
  const height = HEAD + bars.length * ROW;
  const draw = (width: number, fitted: (text: string, room: number) => string) => (
    <>
      {months.map((share, month) => (
        <g key={share}>
          <line className="events-year-month" x1={share * width} x2={share * width} y1={0} y2={height} />
          <text className="events-year-axis" x={share * width + 4} y={14}>
            {fitted(monthName.format(Date.UTC(year, month, 1)), width / 12 - 6)}
          </text>
        </g>
      ))}
      {today !== undefined && (
        <line className="events-year-today" x1={today * width} x2={today * width} y1={HEAD - 4} y2={height} />
      )}
      {bars.map((bar, at) => (
        <Row
          key={bar.event.id}
          bar={bar}
          y={HEAD + at * ROW}
          width={width}
          fitted={fitted}
          state={stateOf(bar.event, now)}
          onOpen={() => go(pathOf(bar.event))}
        />
      ))}
    </>
  );
  const head = ["event", "first", "last", "days", "status"].map((name) => t(`events:year.${name}`));
  return (
    <>
      <Picture
        id="events.year"
        title={t("events:year.title", { year: String(year) })}
        help={t(isPart ? "events:year.nearest" : "events:year.help", { shown: formatNumber(bars.length) })}
        level={2}
        summary={t("events:year.summary", { count: plan.events.length, year: String(year) })}
        table={{ head, rows }}
        height={height}
        draw={draw}
      />
      {isPart && (
        <p>
          <Link to={`/event-home?filter=${encodeURIComponent(filterOfYear(year))}`}>
            {t("events:year.all", { number: formatNumber(plan.events.length), year: String(year) })}
          </Link>
        </p>
      )}
    </>
  );
}

interface RowProps {
  bar: Bar;
  y: number;
  width: number;
  fitted: (text: string, room: number) => string;
  state: string;
  onOpen: () => void;
}

/** The name stands behind the bar, or before it where the year ends too soon. */
function Row({ bar: { event, from, to }, y, width, fitted, state, onOpen }: RowProps) {
  const length = Math.max(LEAST, (to - from) * width);
  const left = Math.min(from * width, width - length);
  const [before, behind] = [left - GAP, width - left - length - GAP];
  const isBehind = behind >= before;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table behind it holds the same links for the keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <g className="chart-leads events-year-row" onClick={onOpen}>
      <rect className="events-year-reach" x={0} y={y} width={width} height={ROW} />
      <rect
        className={`events-year-bar events-year-${state}`}
        x={left}
        y={y + (ROW - BAR) / 2}
        width={length}
        height={BAR}
        rx="3"
      />
      <text
        className="events-year-name"
        x={isBehind ? left + length + GAP : left - GAP}
        y={y + ROW / 2}
        textAnchor={isBehind ? "start" : "end"}
      >
        {fitted(event.name, Math.max(before, behind))}
      </text>
      <title>{event.name}</title>
    </g>
  );
}
