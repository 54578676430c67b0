// A saved view and the address of its list: what of an address belongs to a view, and whether it still is what was saved.
import type { ListOf } from "../place.ts";

const PARAMETERS = ["q", "sort", "filter", "group", "columns"];
const VIEW = "view";

/** How endpoints name a list. */
export function listName({ type, category }: ListOf): string {
  return type ? `type.${type}` : category ? `category.${category}` : "all";
}

/** What of an address is a list's view. Without columns, those that are shown are added, so that everybody sees the same. */
export function viewQuery(params: URLSearchParams, columns?: readonly string[]): string {
  const query = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = params.get(name) || (name === "columns" ? columns?.join(",") : undefined);
    if (value) query.set(name, value);
  }
  return query.toString();
}

/** The id of the view that an address names. */
export function viewIdOf(params: URLSearchParams): number | undefined {
  const id = Number(params.get(VIEW));
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

/** An address with another view, or with none. */
export function withSavedView(params: URLSearchParams, view?: { id: number; query: string }): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...PARAMETERS, VIEW]) next.delete(name);
  if (!view) return next;
  for (const [name, value] of new URLSearchParams(view.query)) if (PARAMETERS.includes(name)) next.set(name, value);
  next.set(VIEW, String(view.id));
  return next;
}
