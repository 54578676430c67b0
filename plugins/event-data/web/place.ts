// Which list the address names: everything, one category, or one data type; and the profile that is open beside it.
import type { TypeCategory } from "#schemas/session.ts";
import { isInner, TAB } from "#web";

export type CategoryId = 1 | 2 | 3;

/** What a list holds: everything, a category or a type. */
export type ListOf = { category?: CategoryId; type?: number };

/** The order until the person chooses one; plugin.json asks for the first rows in it. */
export const DEFAULT_SORT = [{ field: "name", direction: "asc" }] as const;

/** The list that an address shows. A profile's address keeps its list in `list=category.1` or `list=type.12`. */
export function listOf(
  path: string,
  params: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
): ListOf {
  if (params.typeId) return { type: Number(params.typeId) };
  const [, category] = /\/category\/([123])$/.exec(path) ?? [];
  if (category) return { category: Number(category) as CategoryId };
  const [kind, id] = (query.get("list") ?? "").split(".");
  if (kind === "type" && Number(id) > 0) return { type: Number(id) };
  return kind === "category" && /^[123]$/.test(id ?? "") ? { category: Number(id) as CategoryId } : {};
}

/** What is open over or beside a list without being a profile: `open=new`, `open=import`. */
export const OPEN = "open";

/** The line of an open profile's history that is asked for. */
export const LINE = "line";

/** The address of a line of the history of the profile that is open. */
export function linePath(path: string, search: string, line: number): string {
  const query = new URLSearchParams(search);
  query.set(TAB, "history");
  query.set(LINE, String(line));
  return `${path}?${query}`;
}

/** What belongs to a profile that was open is no part of another. */
const innerOf = (query: URLSearchParams) => [...query.keys()].filter(isInner);

/** The address of a list, with what its view says. */
export function listPath(eventId: number, { category, type }: ListOf, query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of ["list", TAB, OPEN, LINE, ...innerOf(rest)]) rest.delete(name);
  const path = type ? `/type/${type}` : category ? `/category/${category}` : "";
  return `/event-data/${eventId}${path}${rest.size > 0 ? `?${rest}` : ""}`;
}

/** The address of a profile beside its list. */
export function profilePath(
  eventId: number,
  thingId: number,
  { category, type }: ListOf,
  query: URLSearchParams,
): string {
  const rest = new URLSearchParams(query);
  for (const name of [OPEN, LINE, ...innerOf(rest)]) rest.delete(name);
  const list = type ? `type.${type}` : category ? `category.${category}` : undefined;
  if (list) rest.set("list", list);
  else rest.delete("list");
  return `/event-data/${eventId}/profile/${thingId}${rest.size > 0 ? `?${rest}` : ""}`;
}

/** The category of a data type. */
export function categoryOf(typeId: number | undefined, categories: readonly TypeCategory[]): CategoryId | undefined {
  return categories.find((one) => one.types.some((type) => type.id === typeId))?.id;
}

/** Whether an address is one of an event's lists, with or without a profile beside it. */
export function isOfLists(path: string, eventId: number): boolean {
  return `${path}/`.startsWith(`/event-data/${eventId}/`);
}
