// Columns by which events are compared: how far their steps are, and what areas count of each. Filled for the rows that are seen.
import { Link } from "react-router-dom";
import type { Words } from "#schemas/figure.ts";
import { formatNumber, type GridColumn, say, t } from "#web";
import type { EventRow, EventStanding } from "../contract.ts";
import { StepsRing } from "./Glance.tsx";

const STEPS = "standing.steps";
const fieldOf = (id: string) => `standing.${id}`;
const pathOf = (id: string) => `${fieldOf(id)}/path`;

type Row = EventRow & { beside?: Readonly<Record<string, unknown>> };

/** What stands beside one event, by column. */
export function besideOf(standing: EventStanding): Record<string, unknown> {
  const counts = standing.counts.flatMap(({ id, value, path }) => [
    [fieldOf(id), value],
    [pathOf(id), path],
  ]);
  return { [STEPS]: standing.steps, ...Object.fromEntries(counts) };
}

const settings = { beside: true, sortable: false, filterable: false, groupable: false, summable: false } as const;

export function standingColumns(counts: readonly { id: string; title: Words }[]): GridColumn<Row>[] {
  const steps = (row: Row) => row.beside?.[STEPS] as EventStanding["steps"] | null | undefined;
  return [
    {
      ...settings,
      field: STEPS,
      title: t("events:column.steps"),
      about: t("events:column.steps.about"),
      width: 136,
      format: (_, row) => stepsText(steps(row)),
      render: (row) => {
        const all = steps(row);
        if (!all || all.length === 0) return null;
        return (
          <Link to={`/event-details/${row.id}`} className="events-steps">
            <StepsRing steps={all} size={20} />
            <span aria-hidden="true">{stepsText(all)}</span>
          </Link>
        );
      },
    },
    ...counts.map(
      ({ id, title }): GridColumn<Row> => ({
        ...settings,
        field: fieldOf(id),
        title: say(title),
        kind: "number",
        width: 150,
        hidden: true,
        render: ({ beside = {} }) => {
          const [value, path] = [beside[fieldOf(id)], beside[pathOf(id)]];
          return typeof value === "number" ? <Link to={String(path)}>{formatNumber(value)}</Link> : null;
        },
      }),
    ),
  ];
}

function stepsText(steps: EventStanding["steps"] | null | undefined): string {
  if (!steps || steps.length === 0) return "";
  const done = steps.filter((step) => step.done).length;
  return t("events:column.steps.text", { done: formatNumber(done), of: formatNumber(steps.length) });
}
