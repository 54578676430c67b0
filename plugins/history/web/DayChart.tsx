// Changes on each of the last days, stacked by who made them; each day leads to its rows.
import { observer } from "mobx-react-lite";
import { useEffect, useMemo } from "react";
import { useLocation } from "react-router-dom";
import type { Figure } from "#schemas/figure.ts";
import { Chart, formatNumber, ProblemLine, ProblemView, useStore, viewOf, withView } from "#web";
import type { HistoryDay } from "../contract.ts";
import { type CountedOf, HistoryStore } from "./store.ts";

const KINDS = ["person", "token", "job"] as const;
const HEIGHT = 96;

/** The rows of one day: all that the chart has counted, so without what else narrows the list. */
function dayPath(pathname: string, search: string, day: string): string {
  const params = new URLSearchParams(search);
  for (const name of ["open", "by"]) params.delete(name);
  const filter = [{ field: "at", op: "eq" as const, value: day }];
  return `${pathname}?${withView(params, { ...viewOf(params), search: "", filter })}`;
}

/** The days as the house draws figures. */
export function figureOf(days: readonly HistoryDay[], pathOf: (day: string) => string): Figure {
  const total = days.reduce((sum, { person, token, job }) => sum + person + token + job, 0);
  const values = { count: total, number: formatNumber(total), days: days.length };
  return {
    id: "history.days",
    title: { key: "history:days.label", values },
    form: "bars",
    unit: { key: "history:days.unit" },
    along: { title: { key: "history:days.column" }, kind: "day", places: days.map(({ day }) => day) },
    // All of them, so that the picture is as high whoever made changes.
    series: KINDS.map((kind) => ({
      name: { key: `history:kind.${kind}` },
      values: days.map((day) => day[kind]),
    })),
    paths: days.map(({ day }) => pathOf(day)),
  };
}

export const DayChart = observer(function DayChart({ eventId, everywhere, zone }: CountedOf) {
  const store = useStore(HistoryStore);
  const { pathname, search } = useLocation();
  const count = () => void store.countDays({ eventId, everywhere, zone });
  useEffect(() => void store.countDays({ eventId, everywhere, zone }), [store, eventId, everywhere, zone]);
  const days = store.daysOf({ eventId, everywhere, zone });
  const figure = useMemo(
    () => days && figureOf(days, (day) => dayPath(pathname, search, day)),
    [days, pathname, search],
  );
  const { problem } = store.counting;
  const Problem = problem?.code === "forbidden" ? ProblemView : ProblemLine;
  return (
    <div className="history-days">
      {problem ? (
        // The list below says it at length, and keeps its place.
        <Problem problem={problem} retry={count} />
      ) : (
        figure && <Chart figure={figure} height={HEIGHT} level={2} />
      )}
    </div>
  );
});
