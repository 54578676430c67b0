// What is ticked in a list, as actions on its rows name it.
import type { ListFilter, ListSelection } from "#schemas/list.ts";
import type { GridSelection } from "./grid.ts";

/** The ticked rows; nothing when none is. `own` is what the page narrows its list by, beside the list's own view. */
export function selectionOf(
  { all, ids, count, view }: GridSelection,
  own: readonly ListFilter[] = [],
): ListSelection | undefined {
  if (count === 0) return undefined;
  if (!all) return { ids: ids.map(Number) };
  const search = view.search.trim();
  const filter = [...view.filter, ...own];
  return {
    question: { ...(search ? { search } : {}), ...(filter.length > 0 ? { filter } : {}) },
    ...(ids.length > 0 ? { except: ids.map(Number) } : {}),
  };
}
