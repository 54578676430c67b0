// Open pairs of one profile are counted with each that comes or goes. SQLite took the index of all open pairs for that, so that a
// queue of a hundred thousand was read whole for each of them.
import type { Migration } from "#server";

export const byEnds: Migration = {
  id: "0014_by_ends",
  up: async ({ schema }) => {
    await schema.dropIndex("duplicates_pair_by_other").execute();
    for (const side of ["one", "other"])
      await schema
        .createIndex(`duplicates_pair_by_${side}`)
        .on("duplicates_pair")
        .columns(["event_id", `${side}_id`, "state"])
        .execute();
  },
};
