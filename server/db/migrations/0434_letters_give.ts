// What whoever follows a letter's link is given, so that nobody reads one that would make them stronger.
import type { Migration } from "../migrate.ts";

/** Of invitations from before nothing is known: they are taken for the most that one can be given. */
const MOST = JSON.stringify({ roleId: 1, allowedEvents: [-1], overrides: {} });

export const lettersGive: Migration = {
  id: "0434_letters_give",
  up: async (db) => {
    await db.schema.alterTable("core_mail").addColumn("gives", "text").execute();
    await db
      .updateTable("core_mail")
      .set({ gives: MOST })
      .where("kind", "=", "invite")
      .where("text", "<>", "")
      .execute();
  },
};
