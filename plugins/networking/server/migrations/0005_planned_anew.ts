// On PostgreSQL, meetings are counted anew by a way that is planned each time: a connection would keep the one that it took for the
// first meeting, and compare each of ten thousand that change at once with all others.
import { type Migration, sql } from "#server";
import { becameOf, eachOf, goneOf } from "./0002_counted.ts";

export const plannedAnew: Migration = {
  id: "0005_planned_anew",
  up: async (db, { kind }) => {
    if (kind !== "postgres") return;
    for (const [name, rows] of [
      ["networking_counted_gone", goneOf],
      ["networking_counted_became", becameOf],
    ] as const) {
      await sql
        .raw(
          `create or replace function ${name}() returns trigger language plpgsql as $$
            declare one record; begin ${eachOf(`execute $each$ ${rows} $each$`)} return null; end $$`,
        )
        .execute(db);
    }
  },
};
