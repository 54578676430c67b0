// What the command palette finds here: participants, companies and items by name, e-mail or company.
import type { Finder } from "#web";
import { queryThings } from "../contract.ts";

const COLUMNS = ["name", "company_name", "email"];

export const ThingFinder: Finder = {
  title: "event-data:title.all",
  access: { accessRole: 299, permissions: ["things"] },
  async find({ api }, { words, limit, eventId, signal }) {
    const body = { search: words, limit, columns: COLUMNS };
    const { rows } = await api.call(queryThings, { params: { eventId }, query: {}, body, signal });
    return rows.map(({ id, name, company_name, email }) => ({
      id: String(id),
      label: name || email || String(id),
      note: company_name || undefined,
      path: `/event-data/${eventId}/profile/${id}`,
    }));
  },
};
