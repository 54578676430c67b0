// What was done last to a kind of objects in an event is found by what was done, however much else was done since.
import type { Migration } from "../migrate.ts";

export const actsOfHistory: Migration = {
  id: "0438_acts_of_history",
  up: async ({ schema }, { kind }) => {
    const columns = ["app_id", "event_id", "object_type", "action"];
    // In SQLite each entry of an index ends with the id of its row.
    await schema
      .createIndex("core_audit_act")
      .on("core_audit")
      .columns(kind === "sqlite" ? columns : [...columns, "id"])
      .execute();
  },
};
