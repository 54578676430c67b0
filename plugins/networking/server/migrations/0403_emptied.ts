// Meetings of which nobody is left are found every minute without looking at all the others.
import { type Migration, sql } from "#server";

export const emptied: Migration = {
  id: "0403_emptied",
  up: async (db) => {
    await sql`create index networking_meeting_emptied on networking_meeting (empty_since)
      where empty_since is not null`.execute(db);
  },
};
