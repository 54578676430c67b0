// The links of kinds that have been removed go in steps; each takes its part of two counts along.
import { clearing, sql } from "#server";

/** Kind of the jobs that clear. */
export const CLEAR_JOB = "relationships.clear";

/** What a clearing is started with. */
export interface Clearing {
  kindId: number;
  /** How many there were, for how far it is. */
  links: number;
}

export const {
  clearSome,
  clearAll: clearLinks,
  tidy: tidyLinks,
} = clearing(
  {
    table: "relationships_link",
    column: "kind_id",
    owners: "relationships_kind",
    take: (id, most) => sql`delete from relationships_link where id in (
      select id from relationships_link where kind_id = ${id} order by from_id, to_id limit ${most})`,
  },
  ({ kindId, links }: Clearing) => ({ id: kindId, count: links }),
);
