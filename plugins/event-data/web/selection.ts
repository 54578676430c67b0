// What is ticked in a list of profiles, as actions on many name it.
import { type GridSelection, selectionOf as rowsOf } from "#web";
import type { Selection } from "../contract.ts";
import type { ListOf } from "./place.ts";

/** The selection of a list of one category or type; nothing when no row is ticked. */
export function selectionOf(ticked: GridSelection, list: ListOf): Selection | undefined {
  const rows = rowsOf(ticked);
  return rows && "question" in rows ? { ...rows, question: { ...list, ...rows.question } } : rows;
}

/** How many rows a list has that match, -1 before that is known, and whether it is an estimate. */
export interface Counted {
  matched: number;
  about: boolean;
}
