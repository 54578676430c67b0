// SQL of how participants stand with the event app, and of their log-in links.
import { type Db, type Dialect, isOneOf, sql } from "#server";
import type { AppAccessTables } from "./tables.ts";

export type ProfileRow = AppAccessTables["app_access_profile"];
export type Moments = Omit<ProfileRow, "thing_id" | "event_id">;

const PROFILE = ["thing_id", "event_id", "mailed_at", "opened_at", "entered_at", "seen_at"] as const;
const LINK = ["id", "thing_id", "expires_at", "used_at", "superseded_at", "as_id", "as_name"] as const;
/** Rows a statement: SQLite takes 32 766 parameters. */
const AT_ONCE = 2000;

const tables = (db: Db) => db.withTables<AppAccessTables>();

export async function findProfile(db: Db, eventId: number, thingId: number): Promise<ProfileRow | undefined> {
  return tables(db)
    .selectFrom("app_access_profile")
    .select(PROFILE)
    .where("thing_id", "=", thingId)
    .where("event_id", "=", eventId)
    .executeTakeFirst();
}

/** Rows of some profiles; those of whom there is nothing to tell have none. */
export async function listProfiles(
  db: Db,
  { kind }: Pick<Dialect, "kind">,
  eventId: number,
  ids: readonly number[],
): Promise<Map<number, ProfileRow>> {
  const rows: ProfileRow[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = tables(db)
      .selectFrom("app_access_profile")
      .select(PROFILE)
      .where(isOneOf(kind, "thing_id", ids.slice(at, at + AT_ONCE)))
      .where("event_id", "=", eventId);
    rows.push(...(await some.execute()));
  }
  return new Map(rows.map((row) => [row.thing_id, row]));
}

/** Those of some profiles who have logged in. */
export async function enteredAmong(db: Db, eventId: number, ids: readonly number[]): Promise<number[]> {
  const entered: number[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await tables(db)
      .selectFrom("app_access_profile")
      .select("thing_id")
      .where("thing_id", "in", ids.slice(at, at + AT_ONCE))
      .where("event_id", "=", eventId)
      .where("entered_at", "is not", null)
      .execute();
    entered.push(...rows.map(({ thing_id }) => thing_id));
  }
  return entered;
}

/** The same, which nobody else changes until the transaction ends; all of them have a row then. */
export async function holdProfiles(
  db: Db,
  eventId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProfileRow>> {
  const held = new Map<number, ProfileRow>();
  // In one order, so that two who hold several do not wait for each other crosswise.
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  for (let at = 0; at < sorted.length; at += AT_ONCE) {
    const rows = await tables(db)
      .insertInto("app_access_profile")
      .values(sorted.slice(at, at + AT_ONCE).map((thing_id) => ({ thing_id, event_id: eventId })))
      .onConflict((conflict) => conflict.column("thing_id").doUpdateSet({ event_id: eventId }))
      .returning(PROFILE)
      .execute();
    for (const row of rows) held.set(row.thing_id, row);
  }
  return held;
}

/** Writes what has become of profiles that are held. */
export async function saveProfile(db: Db, thingId: number, moments: Partial<Moments>): Promise<void> {
  await tables(db).updateTable("app_access_profile").set(moments).where("thing_id", "=", thingId).execute();
}

/**
 * When some profiles that are held were seen, in one statement; an instant that is not later than what is known changes nothing.
 */
export async function noteSeen(
  db: Db,
  { kind }: Pick<Dialect, "kind">,
  seen: readonly { id: number; at: string }[],
): Promise<void> {
  const all = JSON.stringify(seen);
  const reported =
    kind === "sqlite"
      ? sql`(select value ->> 'id' as id, value ->> 'at' as at from json_each(${all})) as v`
      : sql`json_to_recordset(${all}::json) as v (id int, at text)`;
  await sql`update app_access_profile as p set seen_at = v.at, entered_at = coalesce(p.entered_at, v.at)
    from ${reported} where p.thing_id = v.id and (p.seen_at is null or p.seen_at < v.at)`.execute(db);
}

/** Takes rows away, and answers them as they were. */
export async function removeProfiles(db: Db, eventId: number, ids: readonly number[]): Promise<ProfileRow[]> {
  const gone: ProfileRow[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = tables(db)
      .deleteFrom("app_access_profile")
      .where("thing_id", "in", ids.slice(at, at + AT_ONCE))
      .where("event_id", "=", eventId)
      .returning(PROFILE);
    gone.push(...(await some.execute()));
  }
  return gone;
}

/** Takes away the links by which somebody logs in as these. */
export async function removeLinksOf(db: Db, eventId: number, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await tables(db)
      .deleteFrom("app_access_link")
      .where("thing_id", "in", ids.slice(at, at + AT_ONCE))
      .where("event_id", "=", eventId)
      .execute();
}

/** Puts rows in, in the place of what is there. */
export async function putProfiles(db: Db, rows: readonly ProfileRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await tables(db)
      .insertInto("app_access_profile")
      .values(rows.slice(at, at + AT_ONCE))
      .onConflict((conflict) =>
        conflict.column("thing_id").doUpdateSet(({ ref }) => ({
          mailed_at: ref("excluded.mailed_at"),
          opened_at: ref("excluded.opened_at"),
          entered_at: ref("excluded.entered_at"),
          seen_at: ref("excluded.seen_at"),
        })),
      )
      .execute();
  }
}

/** Has links let in another profile, all or some of one's; answers which. */
export async function moveLinks(db: Db, from: number, to: number, only?: readonly number[]): Promise<number[]> {
  let moving = tables(db).updateTable("app_access_link").set({ thing_id: to }).where("thing_id", "=", from);
  if (only) moving = moving.where("id", "in", [...only, 0]);
  return (await moving.returning("id").execute()).map(({ id }) => id);
}

/** The last log-in e-mail to some profiles that are held. */
export async function noteMailed(
  db: Db,
  { kind }: Pick<Dialect, "kind">,
  ids: readonly number[],
  at: string,
): Promise<void> {
  await tables(db)
    .updateTable("app_access_profile")
    .set({ mailed_at: at })
    .where(isOneOf(kind, "thing_id", ids))
    .execute();
}

/** A link that is made; its token is nowhere but in what is answered or sent. */
export interface NewLink {
  thing_id: number;
  hash: string;
  as: { id: number; name: string } | undefined;
}

/** Makes links; a participant's own take the place of those that they have. Their profiles are held. */
export async function addLinks(
  db: Db,
  { kind }: Pick<Dialect, "kind">,
  eventId: number,
  links: readonly NewLink[],
  { at, until }: { at: string; until: string },
): Promise<void> {
  const own = links.flatMap((link) => (link.as ? [] : link.thing_id));
  if (own.length > 0) {
    await tables(db)
      .updateTable("app_access_link")
      .set({ superseded_at: at })
      .where(isOneOf(kind, "thing_id", own))
      .where("as_id", "is", null)
      .where("used_at", "is", null)
      .where("superseded_at", "is", null)
      .execute();
  }
  for (let from = 0; from < links.length; from += AT_ONCE) {
    const rows = links.slice(from, from + AT_ONCE).map(({ thing_id, hash, as }) => ({
      ...{ event_id: eventId, thing_id, hash, made_at: at, expires_at: until },
      ...{ as_id: as?.id ?? null, as_name: as?.name ?? null },
    }));
    await tables(db).insertInto("app_access_link").values(rows).execute();
  }
}

export async function findLink(db: Db, eventId: number, hash: string) {
  return tables(db)
    .selectFrom("app_access_link")
    .select(LINK)
    .where("hash", "=", hash)
    .where("event_id", "=", eventId)
    .executeTakeFirst();
}

/** The newest link of a participant's own. */
export async function lastLink(db: Db, thingId: number) {
  return tables(db)
    .selectFrom("app_access_link")
    .select(LINK)
    .where("thing_id", "=", thingId)
    .where("as_id", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Uses a link up. Of several who do so at once it is true for one. */
export async function claimLink(db: Db, id: number, at: string): Promise<boolean> {
  const claimed = await tables(db)
    .updateTable("app_access_link")
    .set({ used_at: at })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where("superseded_at", "is", null)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

/** Takes away links that ended before a time. */
export async function forgetLinks(db: Db, before: string, most: number): Promise<void> {
  const old = sql`select id from app_access_link where expires_at < ${before} order by expires_at limit ${most}`;
  await sql`delete from app_access_link where id in (${old})`.execute(db);
}
