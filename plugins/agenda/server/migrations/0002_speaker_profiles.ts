// Speakers are participants, where it is known which.
import type { Migration } from "#server";

export const speakerProfiles: Migration = {
  id: "0002_speaker_profiles",
  up: async ({ schema }) => {
    await schema.alterTable("agenda_speaker").addColumn("email", "text").execute();
    await schema.alterTable("agenda_speaker").addColumn("thing_id", "integer").execute();
    await schema
      .alterTable("agenda_speaker")
      .addColumn("by_hand", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    for (const column of ["thing_id", "email"] as const) {
      await schema
        .createIndex(`agenda_speaker_by_${column}`)
        .on("agenda_speaker")
        .columns(["event_id", column])
        .where(column, "is not", null)
        .execute();
    }
  },
};
