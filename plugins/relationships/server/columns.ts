// A column of lists of profiles: how many links a profile has.
import type { ProfileColumnOf } from "../../event-data/offers.ts";
import { countLinksOf } from "./linkCounts.ts";

export const linkColumns: readonly ProfileColumnOf[] = [
  {
    key: "relationships.links",
    title: "relationships:column.linksOf",
    kind: "number",
    kept: true,
    access: { permissions: ["relationships"] },
    of: ({ db, event }, ids) => countLinksOf(db, event.id, ids),
  },
];
