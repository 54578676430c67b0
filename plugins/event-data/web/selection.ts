// What is ticked in the list, as actions on many profiles name it.
import type { GridSelection } from "#web";
import type { Selection } from "../contract.ts";
import type { ListOf } from "./place.ts";

/** The selection of a list of one category or type; nothing when no row is ticked. */
export function selectionOf({ all, ids, count, view }: GridSelection, list: ListOf): Selection | undefined {
  if (count === 0) return undefined;
  if (!all) return { ids: ids.map(Number) };
  const { search, filter } = view;
  return {
    question: {
      ...list,
      ...(search.trim() ? { search: search.trim() } : {}),
      ...(filter.length > 0 ? { filter: [...filter] } : {}),
    },
    ...(ids.length > 0 ? { except: ids.map(Number) } : {}),
  };
}
