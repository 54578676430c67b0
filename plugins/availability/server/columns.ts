// A column of lists of profiles: whether a participant is available throughout, for how many hours, or not at all.
import { listTypesOf } from "#server";
import type { ProfileColumnOf } from "../../event-data/offers.ts";
import { getTimes } from "./repository.ts";
import { shownText } from "./text.ts";
import { thingsOf } from "./times.ts";

export const availabilityColumns: readonly ProfileColumnOf[] = [
  {
    key: "availability.kind",
    title: "availability:title",
    kind: "number",
    kept: true,
    categories: [1],
    choices: [
      { value: 0, label: "availability:column.whole" },
      { value: 1, label: "availability:column.times" },
      { value: 2, label: "availability:column.none" },
    ],
    of: async ({ db, event, offered, locale, say }, ids) => {
      const rows = await getTimes(db, event.id, ids);
      const types = await listTypesOf(db, event.id);
      const people = new Set(types.flatMap((type) => (type.categoryId === 1 ? type.id : [])));
      const named = await thingsOf(offered).named(db, event.id, ids);
      return new Map(
        named.map(({ id, type_id }) => {
          const isPerson = people.has(type_id);
          return [id, isPerson ? shownText(rows.get(id)?.spans ?? null, say, locale) : ""];
        }),
      );
    },
  },
];
