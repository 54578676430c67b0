// Columns whose values other areas know: left out until somebody chooses them, and asked for only then.
import { type FilterName, type GridColumn, t } from "#web";
import type { ProfileColumn, ThingRow } from "../contract.ts";
import type { CategoryId } from "./place.ts";

/** Of a column of sets, such as groups, the filter offers those that there are; instants stand on the clocks of the event. A list of one category has none that is for others. */
export function besideColumns(
  columns: readonly ProfileColumn[],
  sets: readonly FilterName[],
  zone: string,
  category?: CategoryId,
): GridColumn<ThingRow>[] {
  const there = columns.filter(({ categories }) => !category || (categories?.includes(category) ?? true));
  return there.map(({ field, title, kind, listed, sorted, in_work, choices, set, none }) => {
    const named = sets.find((one) => one.field === set);
    return {
      field,
      title,
      kind: named || choices ? "choice" : kind,
      // Of a number whose order is kept everybody has one.
      ...(choices && { choices, blank: choices.every(({ value }) => typeof value === "string") }),
      ...(kind === "date" && { zone }),
      beside: true,
      sortable: listed || sorted === true,
      filterable: listed || named !== undefined,
      groupable: listed || named !== undefined,
      summable: false,
      ...(named && { about: t("event-data:column.several") }),
      ...(in_work && { about: t("event-data:column.inWork") }),
      hidden: true,
      width: kind === "number" && !choices ? 210 : 200,
      ...(named && { filterBy: named.field, choices: named.choices, blank: true, several: true }),
      ...(none !== undefined && { noneName: none }),
    };
  });
}
