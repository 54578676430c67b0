// Changes on each of the last days, stacked by who made them, with the numbers as a table behind it.
import { useState } from "react";
import { Button, formatDate, formatNumber, t } from "#web";
import type { HistoryDay } from "../contract.ts";

const KINDS = ["person", "token", "job"] as const;
const HEIGHT = 56;
const STEP = 10;
const BAR = 7;

const totalOf = (day: HistoryDay) => day.person + day.token + day.job;

export function DayChart({ days }: { days: readonly HistoryDay[] }) {
  const [asTable, setAsTable] = useState(false);
  const total = days.reduce((sum, day) => sum + totalOf(day), 0);
  const label = t("history:days.label", { count: total, number: formatNumber(total), days: days.length });
  return (
    <figure className="history-days">
      <figcaption>
        <span>{label}</span>
        {total > 0 && (
          <>
            <span className="history-legend" aria-hidden="true">
              {KINDS.map((kind) => (
                <span key={kind} className={`history-key history-key-${kind}`}>
                  {t(`history:kind.${kind}`)}
                </span>
              ))}
            </span>
            <Button small tone="quiet" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
              {t(asTable ? "history:days.asPicture" : "history:days.asTable")}
            </Button>
          </>
        )}
      </figcaption>
      {/* Also where nothing was done, though it says nothing: the list below would go up once that is known. */}
      <div aria-hidden={total === 0 || undefined}>
        {asTable && total > 0 ? <DayTable days={days} /> : <Bars days={days} label={label} />}
      </div>
    </figure>
  );
}

function Bars({ days, label }: { days: readonly HistoryDay[]; label: string }) {
  const most = Math.max(1, ...days.map(totalOf));
  return (
    <svg
      className="history-bars"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {days.map((day, at) => {
        let top = HEIGHT;
        return (
          <g key={day.day}>
            <title>
              {t("history:days.day", {
                day: formatDate(day.day, "UTC"),
                count: totalOf(day),
                number: formatNumber(totalOf(day)),
              })}
            </title>
            <rect className="history-bar-ground" x={at * STEP} y={0} width={STEP} height={HEIGHT} />
            {KINDS.map((kind) => {
              // What happened at all is seen, however small it is beside the rest.
              const height = day[kind] === 0 ? 0 : Math.max(1.5, (day[kind] / most) * (HEIGHT - 2));
              top -= height;
              return (
                <rect
                  key={kind}
                  className={`history-bar-${kind}`}
                  x={at * STEP + (STEP - BAR) / 2}
                  y={Math.max(0, top)}
                  width={BAR}
                  height={height}
                />
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

function DayTable({ days }: { days: readonly HistoryDay[] }) {
  const busy = [...days].reverse().filter((day) => totalOf(day) > 0);
  return (
    <div className="history-day-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t("history:days.column")}</th>
            {KINDS.map((kind) => (
              <th scope="col" key={kind}>
                {t(`history:kind.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {busy.map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDate(day.day, "UTC")}</th>
              {KINDS.map((kind) => (
                <td key={kind}>{formatNumber(day[kind])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
