// Names of pictures and files that something kept for its undoing still needs, though no profile names them.
import { type Db, type Dialect, isOneOf, sql, type TidyContext } from "#server";
import type { EventDataTables } from "./tables.ts";

const tables = (db: Db) => db.withTables<EventDataTables>();

const PHOTO = /"photo":"([^"]+)"/g;
const FILE = /"([0-9a-f]{32})\//g;

/** Names of pictures that stand in rows as JSON, each once. */
export const picturesIn = (texts: readonly string[]): string[] => namedIn(texts, PHOTO);
/** The same of files; answers may stand there as JSON in JSON. */
export const filesIn = (texts: readonly string[]): string[] => namedIn(texts, FILE);

function namedIn(texts: readonly string[], pattern: RegExp): string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])))];
}

/** Has the picture and the files that the row of a profile names stay until a time, whoever names them by then. */
export async function holdNamed(
  db: Db,
  eventId: number,
  row: Readonly<Record<string, unknown>>,
  until: string,
): Promise<void> {
  const text = JSON.stringify(row);
  const names = [...picturesIn([text]), ...filesIn([text])];
  if (names.length === 0) return;
  await tables(db)
    .insertInto("event_data_held")
    .values(names.map((name) => ({ thing_id: Number(row["id"]), name, event_id: eventId, until })))
    .onConflict((conflict) => conflict.columns(["name", "thing_id"]).doUpdateSet({ until }))
    .execute();
}

/** Has a picture that a profile has just lost stay until a time; what holds it longer goes on to. */
export async function holdPicture(
  db: Db,
  eventId: number,
  thingId: number,
  name: string,
  until: string,
): Promise<void> {
  await tables(db)
    .insertInto("event_data_held")
    .values({ thing_id: thingId, name, event_id: eventId, until })
    .onConflict((conflict) =>
      conflict.columns(["name", "thing_id"]).doUpdateSet({ until }).where("event_data_held.until", "<", until),
    )
    .execute();
}

/** Whether a profile had this picture, and it is held for it still. */
export async function isHeldFor(db: Db, thingId: number, name: string, now: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom("event_data_held as h")
    .innerJoin("event_data_photo as p", "p.photo", "h.name")
    .select("h.name")
    .where("h.thing_id", "=", thingId)
    .where("h.name", "=", name)
    .where("h.until", ">=", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the name in a column is held, to stand inside of another query. */
export const isHeld = (column: string) =>
  sql<boolean>`exists (select 1 from event_data_held as h where h.name = ${sql.ref(column)})`;

/** Nothing is held any more of profiles that are erased. Answers the names. */
export async function letGo(db: Db, { kind }: Dialect, ids: readonly number[]): Promise<string[]> {
  const gone = await tables(db)
    .deleteFrom("event_data_held")
    .where(isOneOf(kind, "thing_id", ids))
    .returning("name")
    .execute();
  return gone.map(({ name }) => name);
}

/** Of some profiles only what these rows of theirs name is held from now on. */
export async function holdOnly(
  db: Db,
  dialect: Dialect,
  eventId: number,
  ids: readonly number[],
  rows: readonly { row: Readonly<Record<string, unknown>>; until: string }[],
): Promise<void> {
  if (ids.length === 0) return;
  await letGo(db, dialect, ids);
  for (const { row, until } of rows) await holdNamed(db, eventId, row, until);
}

export async function tidyHeld({ db, now }: Pick<TidyContext, "db" | "now">): Promise<void> {
  await tables(db).deleteFrom("event_data_held").where("until", "<", now.toISOString()).execute();
}
