// Stages, tracks, speakers and sessions of an event.
import type { Migration } from "#server";

export const agenda: Migration = {
  id: "0001_agenda",
  up: async ({ schema }, dialect) => {
    for (const table of ["agenda_stage", "agenda_track"]) {
      await schema
        .createTable(table)
        .addColumn("id", "integer", (c) => dialect.idColumn(c))
        .addColumn("event_id", "integer", (c) => c.notNull().references("core_event.id"))
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("position", "integer", (c) => c.notNull())
        .addUniqueConstraint(`${table}_once`, ["event_id", "name"])
        .execute();
    }
    await schema.alterTable("agenda_track").addColumn("colour", "text").execute();
    await schema
      .createTable("agenda_speaker")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("event_id", "integer", (c) => c.notNull().references("core_event.id"))
      .addColumn("source", "text", (c) => c.notNull())
      .addColumn("external_id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addUniqueConstraint("agenda_speaker_once", ["event_id", "source", "external_id", "name"])
      .execute();
    await schema
      .createTable("agenda_session")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("event_id", "integer", (c) => c.notNull().references("core_event.id"))
      .addColumn("source", "text")
      .addColumn("external_id", "text")
      .addColumn("guid", "text")
      .addColumn("title", "text", (c) => c.notNull())
      .addColumn("subtitle", "text", (c) => c.notNull())
      .addColumn("abstract", "text", (c) => c.notNull())
      .addColumn("description", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("language", "text", (c) => c.notNull())
      .addColumn("url", "text", (c) => c.notNull())
      .addColumn("start_at", "text", (c) => c.notNull())
      .addColumn("end_at", "text", (c) => c.notNull())
      .addColumn("stage_id", "integer", (c) => c.references("agenda_stage.id"))
      .addColumn("track_id", "integer", (c) => c.references("agenda_track.id"))
      .addColumn("rev", "integer", (c) => c.notNull().defaultTo(1))
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("updated_at", "text", (c) => c.notNull())
      .execute();
    await schema
      .createIndex("agenda_session_start")
      .on("agenda_session")
      .columns(["event_id", "start_at", "id"])
      .execute();
    await schema
      .createTable("agenda_session_speaker")
      .addColumn("session_id", "integer", (c) => c.notNull().references("agenda_session.id").onDelete("cascade"))
      .addColumn("speaker_id", "integer", (c) => c.notNull().references("agenda_speaker.id"))
      .addColumn("position", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("agenda_session_speaker_once", ["session_id", "speaker_id"])
      .execute();
    await schema.createIndex("agenda_session_speaker_back").on("agenda_session_speaker").column("speaker_id").execute();
  },
};
