// Columns of the sets that profiles are in, such as groups: lists are grouped by them.
import type { Offers } from "#server";
import type { Hidden } from "../fields/sight.ts";
import { columnsBeside } from "./beside.ts";

/** The columns of sets that somebody may see and a question names, with the field by which filters name their sets. */
export function setsBeside(
  offered: Offers,
  hidden: Hidden,
  isNamed: (field: string) => boolean,
): ReadonlyMap<string, string> {
  const columns = [...columnsBeside(offered, hidden.by)];
  return new Map(
    columns.flatMap(([field, { set }]): [string, string][] =>
      set !== undefined && isNamed(field) ? [[field, set]] : [],
    ),
  );
}
