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
/** The parameters of an address that are a list's view. */
export const VIEW_PARAMETERS: readonly string[] = [SEARCH, SORT, FILTER, GROUP, COLUMNS];
const FIELD = /^[A-Za-z0-9_.-]{1,80}$/;
const OPS = new Set(["eq", "ne", "contains", "startsWith", "gt", "gte", "lt", "lte", "in", "empty"]);

/** The view that an address tells; what cannot be read is left out rather than refused. */
export function viewOf(params: URLSearchParams): GridView {
  const columns = fieldsOf(params.get(COLUMNS));
  return {
    search: params.get(SEARCH) ?? "",
    sort: sortOf(params.get(SORT)),
    filter: filterOf(params.get(FILTER)),
    group: fieldsOf(params.get(GROUP)),
    ...(columns.length > 0 ? { columns } : {}),
  };
}

/** Whether a view shows less than all that the list has. */
export function isNarrowed({ filter, search }: GridView): boolean {
  return filter.length > 0 || search.trim() !== "";
}

/** The address with another view; parameters that are not a list's stay. */
export function withView(params: URLSearchParams, view: GridView): URLSearchParams {
  const next = new URLSearchParams(params);
  put(next, SEARCH, view.search);
  put(next, SORT, view.sort.map(({ field, direction }) => (direction === "desc" ? `-${field}` : field)).join(","));
  put(
    next,
    FILTER,
    view.filter.length > 0 ? JSON.stringify(view.filter.map(({ field, op, value }) => [field, op, value])) : "",
  );
  put(next, GROUP, view.group.join(","));
  put(next, COLUMNS, (view.columns ?? []).join(","));
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
