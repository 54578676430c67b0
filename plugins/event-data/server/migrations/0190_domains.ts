// Domains of addresses are kept in letters: those of before that stand in figures (`xn--…`) become what they stand for, unless
// another profile of the event has the address that way already.
import { fold, type Migration } from "#server";
import { plainAddress } from "../address.ts";
import { searchText } from "../search.ts";
import type { EventDataTables } from "../tables.ts";

export const domains: Migration = {
  id: "0190_domains",
  up: async (db) => {
    const tables = db.withTables<EventDataTables>();
    const rows = await tables
      .selectFrom("event_data_thing")
      .select(["id", "event_id", "email", "name", "company_name"])
      .where("email_key", "like", "%@%xn--%")
      .execute();
    for (const { id, event_id, email: before, ...row } of rows) {
      const email = plainAddress(before);
      if (email === before) continue;
      const taken = await tables
        .selectFrom("event_data_thing")
        .select("id")
        .where("event_id", "=", event_id)
        .where("email_key", "=", fold(email))
        .where("email", "=", email)
        .limit(1)
        .executeTakeFirst();
      if (taken) continue;
      const name = row.name === before ? email : row.name;
      await tables
        .updateTable("event_data_thing")
        .set({
          ...{ email, email_key: fold(email), name, name_key: fold(name) },
          search: searchText(`${fold(name)} ${fold(email)} ${fold(row.company_name)}`),
        })
        .where("id", "=", id)
        .execute();
    }
  },
};
