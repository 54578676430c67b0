// SQL of profiles. Every function takes the open transaction, or a reader, first.
import { type Selectable, SqliteAdapter } from "kysely";
import { atCommit, type Db, type Dialect, fold, foldsPlainly, ready, send, sql } from "#server";
import type { Fields, Thing } from "../contract.ts";
import type { Source } from "./columns/source.ts";
import { searchText } from "./search.ts";
import type { EventDataTables, ThingTable } from "./tables.ts";

/** The columns of which a profile is made. */
export const COLUMNS = [
  "id",
  "type_id",
  "rev",
  "first_name",
  "last_name",
  "name",
  "email",
  "company_name",
  "job_title",
  "country",
  "status",
  "created_at",
  "updated_at",
  "photo",
  "fields",
] as const;

export type Row = Pick<Selectable<ThingTable>, (typeof COLUMNS)[number]>;

/** Key of the own field that holds the id of a registration elsewhere. */
export const REGISTRATION = "registration_id";

/** What is written of a profile; keys and search words follow from it. */
export type ThingValues = Omit<Thing, "id" | "rev" | "created_at" | "updated_at" | "photo">;

const tables = (db: Db) => db.withTables<EventDataTables>();

const findThing = ready((db, eventId: number, id: number) =>
  db
    .withTables<EventDataTables>()
    .selectFrom("event_data_thing")
    .select(COLUMNS)
    .where("event_id", "=", eventId)
    .where("id", "=", id),
);

export async function getThing(db: Db, eventId: number, id: number): Promise<Thing | undefined> {
  const row = await findThing(db as never, eventId, id);
  return row && asThing(row);
}

export async function createThing(
  db: Db,
  eventId: number,
  values: ThingValues,
  now: string,
  source: Source = "",
): Promise<Thing> {
  await noteComing(db, eventId);
  const row = await tables(db)
    .insertInto("event_data_thing")
    .values({ ...asColumns(values), event_id: eventId, created_at: now, updated_at: now, source })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await noteCome(db, eventId);
  return asThing(row);
}

/** Many at once, for imports and the demo; ids are not told. `arrived` says when each came, if not now. */
export async function createThings(
  db: Db,
  eventId: number,
  all: readonly ThingValues[],
  now: string,
  arrived: (at: number) => string = () => now,
): Promise<void> {
  // Between two statements the order of a field may be filled, and would miss those that have come.
  if (!db.isTransaction) throw new Error("Profiles are made in a transaction.");
  // SQLite takes 32 766 parameters a statement.
  const size = 1000;
  await noteComing(db, eventId);
  for (let at = 0; at < all.length; at += size) {
    const rows = all.slice(at, at + size).map((values, index) => ({
      ...asColumns(values),
      event_id: eventId,
      created_at: arrived(at + index),
      updated_at: arrived(at + index),
      source: "",
    }));
    await tables(db).insertInto("event_data_thing").values(rows).execute();
  }
  await noteCome(db, eventId);
}

/** Answers nothing when `rev` is no longer the row's: somebody else saved in between. */
export async function saveThing(
  db: Db,
  eventId: number,
  before: Thing,
  values: ThingValues,
  now: string,
): Promise<Thing | undefined> {
  const { id, rev } = before;
  const isCountedAlike = (["type_id", "status", "country"] as const).every((key) => before[key] === values[key]);
  await (isCountedAlike ? noteChangeLast(db, eventId) : noteChange(db, eventId));
  const row = await tables(db)
    .updateTable("event_data_thing")
    .set({ ...asColumns(values), rev: rev + 1, updated_at: now })
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .where("rev", "=", rev)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && asThing(row);
}

/** Answers false when `rev`, or a picture that is said, is no longer the row's. */
export async function removeThing(
  db: Db,
  eventId: number,
  { id, rev, photo }: Pick<Thing, "id" | "rev"> & Partial<Pick<Thing, "photo">>,
): Promise<boolean> {
  await noteChange(db, eventId);
  const removed = await tables(db)
    .deleteFrom("event_data_thing")
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .where("rev", "=", rev)
    .$if(photo !== undefined, (query) => query.where("photo", photo ? "=" : "is", photo ?? null))
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** The profile among some types that has an e-mail address. */
export async function findByEmail(
  db: Db,
  eventId: number,
  email: string,
  typeIds: readonly number[],
  except = 0,
): Promise<{ id: number; name: string } | undefined> {
  return (
    tables(db)
      .selectFrom("event_data_thing")
      .select(["id", "name"])
      .where("event_id", "=", eventId)
      .where("email_key", "=", fold(email))
      .where("email", "=", email)
      // SQLite would go through all of these types, of which it has an index as well.
      .where(sql<number>`+type_id`, "in", [...typeIds])
      .where("id", "<>", except)
      .limit(1)
      .executeTakeFirst()
  );
}

/** The same with the commit, where no line of the tally changes: nobody waits for a save that is still under way. */
export async function noteChangeLast(db: Db, eventId: number): Promise<void> {
  const id = sql.lit(eventId);
  await atCommit(
    db,
    sql`insert into event_data_version (event_id, version) values (${id}, 1)
      on conflict (event_id) do update set version = event_data_version.version + 1`,
  );
}

/**
 * Tells the lists of the event that what they counted is no longer sure. Before the profiles are written: on PostgreSQL
 * whoever writes profiles of an event waits here, and not for each other's lines of the tally, crosswise.
 */
export async function noteChange(db: Db, eventId: number): Promise<void> {
  const note = tables(db)
    .insertInto("event_data_version")
    .values({ event_id: eventId, version: 1 })
    .onConflict((conflict) =>
      conflict.column("event_id").doUpdateSet({ version: sql<number>`event_data_version.version + 1` }),
    );
  await send(db as never, note.compile());
}

/** Has the database know how many profiles and answers there are now, after many were put in. */
export function analyzeThings(db: Db, dialect: Dialect): Promise<void> {
  return dialect.analyze(db as never, ["event_data_thing", "event_data_answer"]);
}

/** Tells the lists of profiles that are about to be put in; whoever puts them in says afterwards that they have come. */
export async function noteComing(db: Db, eventId: number): Promise<void> {
  if (!isSettledLast(db)) await noteChange(db, eventId);
}

/** Profiles have come: on SQLite that settles them, and they are found by their words and answers from then on. */
export async function noteCome(db: Db, eventId: number): Promise<void> {
  if (isSettledLast(db)) await noteChange(db, eventId);
}

const isSettledLast = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter;

export function asThing({ fields, status, ...row }: Row): Thing {
  return { ...row, status: status as Thing["status"], fields: JSON.parse(fields) as Fields };
}

/** Everything that a row holds of a profile's values. */
export function asColumns(values: ThingValues) {
  const name = fold(values.name);
  const email = fold(values.email);
  const company = fold(values.company_name);
  return {
    type_id: values.type_id,
    first_name: values.first_name,
    last_name: values.last_name,
    name: values.name,
    email: values.email,
    company_name: values.company_name,
    job_title: values.job_title,
    country: values.country,
    status: values.status,
    ...answersIn(values.fields),
    first_name_key: fold(values.first_name),
    last_name_key: fold(values.last_name),
    name_key: name,
    email_key: email,
    company_name_key: company,
    job_title_key: fold(values.job_title),
    country_key: fold(values.country),
    search: searchText(`${name} ${email} ${company}`),
  };
}

/** The id of a registration as an index has it: as text. */
function registrationIn(fields: Fields): string | null {
  const value = fields[REGISTRATION];
  if (value === undefined || value === null) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** What follows from a profile's answers, and is written with them. */
export function answersIn(fields: Fields) {
  return { fields: JSON.stringify(fields), folded: foldedIn(fields), registration: registrationIn(fields) };
}

/** The texts among answers that databases cannot fold by themselves. */
export function foldedIn(fields: Fields): string | null {
  const folded: [string, string][] = [];
  for (const key in fields) {
    const answer = fields[key];
    if (typeof answer === "string" && !foldsPlainly(answer)) folded.push([key, fold(answer)]);
  }
  return folded.length > 0 ? JSON.stringify(Object.fromEntries(folded)) : null;
}
