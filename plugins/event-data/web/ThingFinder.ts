// What the command palette finds here: participants, companies and items by name, e-mail or company.

import type { ListQuestion } from "#schemas/list.ts";
import type { Finder, Found } from "#web";
import { queryThings, type ThingRow } from "../contract.ts";

/** How many there are in all nobody waits for. */
const FEW: Pick<ListQuestion, "columns" | "counts"> = { columns: ["name", "company_name", "email"], counts: "about" };

const foundOf =
  (eventId: number) =>
  ({ id, name, company_name, email }: ThingRow): Found => ({
    id: String(id),
    label: name || email || String(id),
    note: company_name || undefined,
    path: `/event-data/${eventId}/profile/${id}`,
  });

export const ThingFinder: Finder = {
  title: "event-data:title.all",
  access: { accessRole: 299, permissions: ["things"] },
  listPath: (eventId, words) => `/event-data/${eventId}?q=${encodeURIComponent(words)}`,
  async find({ api }, { words, limit, eventId, signal }) {
    const ask = (narrowed: Pick<ListQuestion, "search" | "filter">) =>
      api.call(queryThings, { params: { eventId }, query: {}, body: { ...narrowed, ...FEW, limit }, signal });
    const [named, mentioned] = await Promise.all([
      ask({ filter: [{ field: "name", op: "startsWith", value: words }] }),
      ask({ search: words }),
    ]);
    const rows = new Map([...named.rows, ...mentioned.rows].map((row) => [row.id, row]));
    return [...rows.values()].slice(0, limit).map(foundOf(eventId));
  },
  async recall({ api }, { ids, eventId, signal }) {
    const filter = [{ field: "id", op: "in" as const, value: ids.map(Number) }];
    const body = { filter, limit: ids.length, ...FEW };
    const { rows } = await api.call(queryThings, { params: { eventId }, query: {}, body, signal });
    return rows.map(foundOf(eventId));
  },
};
