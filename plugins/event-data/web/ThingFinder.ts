// What the command palette finds here: participants, companies and items by name, e-mail or company.

import type { ListQuestion } from "#schemas/list.ts";
import type { TypeCategory } from "#schemas/session.ts";
import type { Finder, Found } from "#web";
import { queryThings, type ThingRow } from "../contract.ts";

/** How many there are in all nobody waits for. */
const FEW: Pick<ListQuestion, "columns" | "counts"> = { columns: ["name", "company_name", "email"], counts: "about" };

/** By categories: participants, companies, items. */
const ICONS: Readonly<Record<number, string>> = { 1: "people", 2: "office", 3: "cube" };

const foundOf =
  (eventId: number, categories: readonly TypeCategory[] = []) =>
  ({ id, name, company_name, email, type_id }: ThingRow): Found => ({
    id: String(id),
    label: name || email || String(id),
    // A company is not said twice.
    note: company_name === name ? undefined : company_name || undefined,
    icon: ICONS[categories.find(({ types }) => types.some((type) => type.id === type_id))?.id ?? 0],
    path: `/event-data/${eventId}/profile/${id}`,
  });

export const ThingFinder: Finder = {
  title: "event-data:title.all",
  access: { accessRole: 299, permissions: ["things"] },
  listPath: (eventId, words) => `/event-data/${eventId}?q=${encodeURIComponent(words)}`,
  async find({ api, session }, { words, limit, eventId, signal }) {
    const ask = (narrowed: Pick<ListQuestion, "search" | "filter">) =>
      api.call(queryThings, { params: { eventId }, query: {}, body: { ...narrowed, ...FEW, limit }, signal });
    const [named, mentioned] = await Promise.all([
      ask({ filter: [{ field: "name", op: "startsWith", value: words }] }),
      ask({ search: words }),
    ]);
    const rows = new Map([...named.rows, ...mentioned.rows].map((row) => [row.id, row]));
    return [...rows.values()].slice(0, limit).map(foundOf(eventId, session.typeCategories));
  },
  async recall({ api, session }, { ids, eventId, signal }) {
    const filter = [{ field: "id", op: "in" as const, value: ids.map(Number) }];
    const body = { filter, limit: ids.length, ...FEW };
    const { rows } = await api.call(queryThings, { params: { eventId }, query: {}, body, signal });
    return rows.map(foundOf(eventId, session.typeCategories));
  },
};
