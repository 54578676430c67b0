// A note that fields have come to ask in an event says which: an answer that was given elsewhere before is not carried over theirs.
import { type Migration, sql } from "#server";

export const asked: Migration = {
  id: "0186_asked",
  up: async (db) => {
    await sql`alter table event_data_travel add column asked text`.execute(db);
  },
};
