// Places, meetings, who takes part, and what accepted meetings take up. That nobody and no place is taken twice at a time is
// held by the database, whoever writes: an insert that would is passed over, and its writer sees that a row is missing.
import { type Dialect, type Migration, sql } from "#server";

export const meetings: Migration = {
  id: "0001_meetings",
  up: async (db, dialect) => {
    const text = dialect.kind === "postgres" ? sql`text collate "C"` : "text";
    await db.schema
      .createTable("networking_location")
      .addColumn("id", "integer", (column) => dialect.idColumn(column))
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("rev", "integer", (column) => column.notNull().defaultTo(1))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("name_key", text, (column) => column.notNull())
      .addColumn("category", "text", (column) => column.notNull())
      .addColumn("is_open", "integer", (column) => column.notNull().defaultTo(1))
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .addUniqueConstraint("networking_location_name", ["event_id", "name_key"])
      .execute();
    await db.schema
      .createTable("networking_meeting")
      .addColumn("id", "integer", (column) => dialect.idColumn(column))
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("rev", "integer", (column) => column.notNull().defaultTo(1))
      .addColumn("start_at", text, (column) => column.notNull())
      .addColumn("end_at", text, (column) => column.notNull())
      .addColumn("location_id", "integer")
      .addColumn("state", text, (column) => column.notNull())
      .addColumn("source", text, (column) => column.notNull())
      .addColumn("message", "text", (column) => column.notNull())
      .addColumn("reason", "text", (column) => column.notNull())
      .addColumn("left_state", "text")
      .addColumn("empty_since", text)
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("networking_participant")
      .addColumn("meeting_id", "integer", (column) => column.notNull())
      .addColumn("thing_id", "integer", (column) => column.notNull())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("is_gone", "integer", (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint("networking_participant_once", ["meeting_id", "thing_id"])
      .execute();
    await db.schema
      .createTable("networking_booking")
      .addColumn("meeting_id", "integer", (column) => column.notNull())
      .addColumn("event_id", "integer", (column) => column.notNull())
      .addColumn("kind", "integer", (column) => column.notNull())
      .addColumn("subject_id", "integer", (column) => column.notNull())
      .addColumn("from_minute", "integer", (column) => column.notNull())
      .addColumn("to_minute", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("networking_booking_once", ["meeting_id", "kind", "subject_id"])
      .execute();
    const index = (table: string, name: string, columns: string[]) =>
      db.schema.createIndex(`networking_${table}_${name}`).on(`networking_${table}`).columns(columns).execute();
    await index("meeting", "by_start", ["event_id", "start_at", "id"]);
    await index("meeting", "by_location", ["location_id"]);
    await index("participant", "by_thing", ["event_id", "thing_id"]);
    await index("booking", "by_subject", ["kind", "subject_id", "from_minute"]);
    await index("booking", "by_time", ["event_id", "kind", "from_minute"]);
    await sql`create index networking_participant_gone on networking_participant (meeting_id) where is_gone = 1`.execute(
      db,
    );
    for (const statement of ONCE_AT_A_TIME[dialect.kind]) await sql.raw(statement).execute(db);
  },
};

// A range of one number stands for equality, for which an index of ranges would otherwise need an extension.
const excluded = (name: string, kind: number) => `alter table networking_booking add constraint networking_${name}
  exclude using gist (int4range(subject_id, subject_id, '[]') with &&, int4range(from_minute, to_minute) with &&)
  where (kind = ${kind})`;

const ONCE_AT_A_TIME: Record<Dialect["kind"], string[]> = {
  sqlite: [
    `create trigger networking_booking_once_at_a_time before insert on networking_booking
      when exists (select 1 from networking_booking as other
        where other.kind = new.kind and other.subject_id = new.subject_id
        and other.from_minute < new.to_minute and other.to_minute > new.from_minute)
      begin select raise(ignore); end`,
  ],
  postgres: [
    excluded("one_meeting_at_a_time", 1),
    excluded("one_meeting_at_a_place", 2),
    "alter table networking_booking add constraint networking_booking_lasts check (to_minute > from_minute)",
  ],
};
