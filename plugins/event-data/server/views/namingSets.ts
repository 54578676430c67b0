// Saved views name sets of profiles, such as custom groups, in their filters.
import type { SetNamer } from "../../offers.ts";
import { filterOf, pathOf } from "./naming.ts";
import { listViewsNaming } from "./repository.ts";

export const setsInViews: SetNamer = {
  label: "event-data:naming.view",
  named: async ({ db, who }, eventId, field) =>
    (await listViewsNaming(db, [eventId], field)).flatMap((view) => {
      const filters = filterOf(new URLSearchParams(view.query)).filter((one) => one.field === field);
      const ids = filters.flatMap(({ value = [] }) => value).filter((value) => typeof value !== "boolean");
      const isSeen = view.shared === 1 || view.user_id === who.id;
      const shown = { name: isSeen ? view.name : null, path: isSeen ? pathOf(view) : null };
      return [...new Set(ids.map(Number))].map((setId) => ({ setId, ...shown }));
    }),
};
