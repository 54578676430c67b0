// The view of a list in the address, so that a link shows what its sender saw: `q`, `sort=name,-id`, `filter=[…]`,
// `group=country,status`, `columns=name,email`. `chart=country` stands beside them while the chart of the list is open.
import type { ListFilter, ListSort } from "#schemas/list.ts";
import type { GridView } from "./grid.ts";

const SEARCH = "q";
const SORT = "sort";
const FILTER = "filter";
const GROUP = "group";
const COLUMNS = "columns";
/** The field whose chart is open; no part of a view. */
export const CHART = "chart";
/** The measure that the chart shows, such as `sum.fields.rooms`; without it rows are counted. */
export const CHART_OF = "chartOf";
/** By which the address knows that chart among those that are read as tables. */
export const CHART_ID = "grid.chart";
/** The parameters of an address that are a list's view. */
export const VIEW_PARAMETERS: readonly string[] = [SEARCH, SORT, FILTER, GROUP, COLUMNS];
const FIELD = /^[A-Za-z0-9_.-]{1,80}$/;
const OPS = new Set(["eq", "ne", "contains", "startsWith", "gt", "gte", "lt", "lte", "in", "empty"]);

/** How a list stands in the address: not at all, by the plain names, or, as a second list, by names under one of its own. */
export type Addressed = boolean | string;

/** What stands before the names of a list's parameters. */
const before = (list: string) => (list ? `${list}.` : "");

/** The view that an address tells; what cannot be read is left out rather than refused. `list` names a second one. */
export function viewOf(params: URLSearchParams, list = ""): GridView {
  const told = (name: string) => params.get(before(list) + name);
  const columns = fieldsOf(told(COLUMNS));
  return {
    search: told(SEARCH) ?? "",
    sort: sortOf(told(SORT)),
    filter: filterOf(told(FILTER)),
    group: fieldsOf(told(GROUP)),
    ...(columns.length > 0 ? { columns } : {}),
  };
}

/** Whether a view shows less than all that the list has. */
export function isNarrowed({ filter, search }: GridView): boolean {
  return filter.length > 0 || search.trim() !== "";
}

/** The view of a list as it stands in the address; nothing where it does not. */
export function viewIn(params: URLSearchParams, addressed: Addressed): GridView {
  if (addressed === false) return viewOf(new URLSearchParams());
  return viewOf(params, addressed === true ? "" : addressed);
}

/** The address with another view; parameters that are not the list's stay. */
export function withView(params: URLSearchParams, view: GridView, list = ""): URLSearchParams {
  const next = new URLSearchParams(params);
  const say = (name: string, value: string) => put(next, before(list) + name, value);
  say(SEARCH, view.search);
  say(SORT, view.sort.map(({ field, direction }) => (direction === "desc" ? `-${field}` : field)).join(","));
  say(
    FILTER,
    view.filter.length > 0 ? JSON.stringify(view.filter.map(({ field, op, value }) => [field, op, value])) : "",
  );
  say(GROUP, view.group.join(","));
  say(COLUMNS, (view.columns ?? []).join(","));
  return next;
}

function put(params: URLSearchParams, key: string, value: string): void {
  if (value) params.set(key, value);
  else params.delete(key);
}

function fieldsOf(text: string | null): string[] {
  return [...new Set((text ?? "").split(",").filter((field) => FIELD.test(field)))];
}

function sortOf(text: string | null): ListSort[] {
  return (text ?? "").split(",").flatMap((part): ListSort[] => {
    const field = part.replace(/^-/, "");
    return FIELD.test(field) ? [{ field, direction: part.startsWith("-") ? "desc" : "asc" }] : [];
  });
}

function filterOf(text: string | null): ListFilter[] {
  if (!text) return [];
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts.flatMap(asFilter) : [];
  } catch {
    return [];
  }
}

function asFilter(part: unknown): ListFilter[] {
  if (!Array.isArray(part)) return [];
  const [field, op, value] = part as unknown[];
  if (typeof field !== "string" || !FIELD.test(field) || typeof op !== "string" || !OPS.has(op)) return [];
  return [
    {
      field,
      op: op as ListFilter["op"],
      ...(value === undefined || value === null ? {} : { value: value as ListFilter["value"] }),
    },
  ];
}
