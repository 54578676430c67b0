// The chart of a list, in a dialog over it: rows that match, counted by the server for each value of one column.
import { useEffect, useId, useState } from "react";
import { useLocation } from "react-router-dom";
import type { ListQuestion } from "#schemas/list.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { Chart } from "../chart/Chart.tsx";
import { t } from "../i18n/setup.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { EmptyState, ProblemView, Skeleton } from "../ui/states.tsx";
import { isNarrowed } from "./address.ts";
import { barsOf, figureOf, groupsFor, sentenceOf, type Told } from "./charting.ts";
import type { DataGridProps, GridColumn, GridView } from "./grid.ts";
import { type Measure, measureOf } from "./measure.ts";

export interface ListChartProps {
  title: string;
  /** Those that can be shown. */
  columns: readonly GridColumn[];
  ask: NonNullable<DataGridProps["ask"]>;
  askGroups: NonNullable<DataGridProps["askGroups"]>;
  about: DataGridProps["about"];
  view: GridView;
  field: string;
  /** What bars stand for where they do not count rows, and the columns of numbers that there are. */
  measure: Measure | undefined;
  measures: readonly GridColumn[];
  onShow: (field: string, measure: Measure | undefined) => void;
  onClose: () => void;
}

export function ListChart(props: ListChartProps) {
  const { title, columns, view, field, measures, onShow, onClose } = props;
  const id = useId();
  const place = useLocation();
  const column = columns.find((one) => one.field === field);
  const summed = measures.find((one) => one.field === props.measure?.field);
  // A column that is gone is not asked for: rows are counted then.
  const measure = summed && props.measure;
  const measured = measure && t(`chart:list.of.${measure.fn}`, { column: summed.title });
  const { told, problem, retry } = useTold(props, column, measure);
  const counted = column && told && barsOf(told, column, measure);
  const sorts = {
    isDays: column?.kind === "date",
    isMeasured: measure !== undefined,
    isSeveral: column?.several === true,
  };
  return (
    <Dialog title={t("grid:chart")} width={720} onClose={onClose}>
      <div className="chart-list-head">
        <div className="field">
          <label htmlFor={id}>{t("chart:list.column")}</label>
          <select
            id={id}
            className="input"
            value={column?.field ?? ""}
            onChange={({ target }) => onShow(target.value, measure)}
          >
            {!column && <option value="">{t("chart:list.choose")}</option>}
            {columns.map((one) => (
              <option key={one.field} value={one.field}>
                {one.title}
              </option>
            ))}
          </select>
        </div>
        {column && measures.length > 0 && (
          <div className="field">
            <label htmlFor={`${id}-of`}>{t("chart:list.measure")}</label>
            <select
              id={`${id}-of`}
              className="input"
              value={measure ? `${measure.fn}.${measure.field}` : ""}
              onChange={({ target }) => onShow(field, measureOf(target.value))}
            >
              <option value="">{t("chart:list.count")}</option>
              {measures.flatMap((one) =>
                (["sum", "avg"] as const).map((fn) => (
                  <option key={`${fn}.${one.field}`} value={`${fn}.${one.field}`}>
                    {t(`chart:list.of.${fn}`, { column: one.title })}
                  </option>
                )),
              )}
            </select>
          </div>
        )}
        <p className="muted" role="status">
          {counted && counted.rows > 0 && sentenceOf(counted, isNarrowed(view), sorts)}
        </p>
      </div>
      <div className="chart-list-body">
        {!column && <EmptyState title={t("chart:list.unknown.title")}>{t("chart:list.unknown.help")}</EmptyState>}
        {problem && <ProblemView problem={problem} retry={retry} />}
        {column && !told && !problem && <Skeleton rows={10} />}
        {counted?.rows === 0 && (
          <EmptyState title={t(isNarrowed(view) ? "common:noMatch.title" : "grid:empty")}>
            {t("chart:list.none")}
          </EmptyState>
        )}
        {counted && counted.rows > 0 && counted.bars.length === 0 && (
          <EmptyState title={t("chart:list.noNumbers.title")}>{t("chart:list.noNumbers.help")}</EmptyState>
        )}
        {counted && counted.bars.length > 0 && (
          <Chart
            key={`${field} ${measured ?? ""}`}
            figure={figureOf({ title, view, measured }, column, counted.bars, place)}
            reachable
          />
        )}
      </div>
    </Dialog>
  );
}

/** Asks anew when the column or what the list shows changes; what comes late for an older question is dropped. */
function useTold(
  { ask, askGroups, about, view }: ListChartProps,
  column: GridColumn | undefined,
  measure: Measure | undefined,
) {
  const { filter, search } = view;
  const key = JSON.stringify([about, column?.field, measure, filter, search.trim()]);
  const [answer, setAnswer] = useState<{ key: string; told?: Told; problem?: ApiProblem }>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what the question says
  useEffect(() => {
    if (!column) return;
    const stop = new AbortController();
    const words = search.trim();
    const narrowing: ListQuestion = {
      ...(filter.length > 0 ? { filter: [...filter] } : {}),
      ...(words ? { search: words } : {}),
    };
    Promise.all([
      askGroups({ ...narrowing, ...groupsFor(column, measure) }, stop.signal),
      ask({ ...narrowing, limit: 0 }, stop.signal),
    ]).then(
      ([groups, { matched }]) => !stop.signal.aborted && setAnswer({ key, told: { groups, matched } }),
      (error: unknown) => !stop.signal.aborted && setAnswer({ key, problem: asProblem(error) }),
    );
    return () => stop.abort();
  }, [key, attempt]);
  const now = answer?.key === key ? answer : undefined;
  const retry = () => {
    setAnswer(undefined);
    setAttempt(attempt + 1);
  };
  return { told: now?.told, problem: now?.problem, retry };
}
