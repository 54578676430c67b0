// Saved views name fields in their filters, orders, groups and columns: told, and kept true when those are called otherwise.
import { type FieldRenaming, filterRenamed, optionsNamed, ownFieldName } from "#schemas/fieldMentions.ts";
import type { ListFilter } from "#schemas/list.ts";
import type { FieldNamer } from "../../offers.ts";
import { listViewsNaming, saveQuery, type ViewRow } from "./repository.ts";

/** Parts of a query that name fields one after another. */
const LISTS = ["sort", "group", "columns"] as const;
type Part = [field: string, op: ListFilter["op"], value?: ListFilter["value"]];

interface Renamed {
  id: number;
  before: string;
  after: string;
}

export const namesInViews: FieldNamer = {
  label: "event-data:naming.view",
  named: async ({ db, who }, eventIds, { key, options }) => {
    const keys = options.map((option) => option.key);
    return (await listViewsNaming(db, eventIds, ownFieldName(key)))
      .filter(({ query }) => names(query, key))
      .map((view) => {
        const filter = filterOf(new URLSearchParams(view.query));
        const isSeen = view.shared === 1 || view.user_id === who.id;
        return {
          eventId: view.event_id,
          name: isSeen ? view.name : null,
          path: isSeen ? pathOf(view) : null,
          options: optionsNamed(filter, key, keys),
          filters: filter.filter(({ field }) => field === ownFieldName(key)),
        };
      });
  },
  rename: async ({ db }, eventIds, renaming) => {
    const renamed: Renamed[] = [];
    for (;;) {
      let isWhole = true;
      for (const { id, rev, query } of await listViewsNaming(db, eventIds, ownFieldName(renaming.key))) {
        const after = queryRenamed(query, renaming);
        if (after === query || renamed.some((one) => one.id === id)) continue;
        if (await saveQuery(db, id, { rev }, after)) renamed.push({ id, before: query, after });
        else isWhole = false;
      }
      // Whoever saves a view in between goes first: it is looked at once more.
      if (isWhole) return renamed;
    }
  },
  putBack: async ({ db }, kept) => {
    for (const { id, before, after } of kept as Renamed[]) await saveQuery(db, id, { query: after }, before);
  },
};

function names(query: string, key: string): boolean {
  return queryRenamed(query, { key, to: `${key}.`, options: new Map() }) !== query;
}

/** A query as it says the same from now on. */
export function queryRenamed(query: string, renaming: FieldRenaming): string {
  const params = new URLSearchParams(query);
  const [from, to] = [ownFieldName(renaming.key), ownFieldName(renaming.to)];
  for (const name of LISTS) {
    const fields = params.get(name)?.split(",") ?? [];
    const next = fields.map((field) => (field.replace(/^-/, "") === from ? field.replace(from, to) : field)).join(",");
    if (next !== fields.join(",")) params.set(name, next);
  }
  return queryFiltered(query, params, (filter) => filterRenamed(filter, renaming));
}

/** A query with other filters, in `params` that say the rest; as it was written where both say the same. */
export function queryFiltered(
  query: string,
  params: URLSearchParams,
  change: (filter: readonly ListFilter[]) => readonly ListFilter[],
): string {
  const filter = filterOf(params);
  const next = change(filter);
  if (JSON.stringify(next) !== JSON.stringify(filter))
    params.set("filter", JSON.stringify(next.map(({ field, op, value }) => [field, op, value])));
  const said = params.toString();
  return said === new URLSearchParams(query).toString() ? query : said;
}

/** The filters of a query; none where it cannot be read, as lists take it. */
export function filterOf(params: URLSearchParams): ListFilter[] {
  try {
    const parts: unknown = JSON.parse(params.get("filter") ?? "[]");
    if (!Array.isArray(parts) || !parts.every(Array.isArray)) return [];
    return (parts as Part[]).map(([field, op, value]) => ({ field, op, ...(value !== undefined && { value }) }));
  } catch {
    return [];
  }
}

/** The address at which a view opens. */
export function pathOf({ event_id, list, id, query }: ViewRow): string {
  const place = list === "all" ? "" : `/${list.replace(".", "/")}`;
  const params = new URLSearchParams(query);
  params.set("view", String(id));
  return `/event-data/${event_id}${place}?${params}`;
}
