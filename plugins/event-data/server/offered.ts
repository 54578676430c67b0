// Profiles as other areas are given them.
import { type Db, fold, listTypesOf, problem, sql } from "#server";
import type { Thing } from "../contract.ts";
import type { ThingName, Things } from "../offers.ts";
import { plainAddress } from "./address.ts";
import { noteReturned } from "./bulk/returned.ts";
import { saveMany } from "./bulk/writeMany.ts";
import { fillBeside } from "./columns/kept.ts";
import { settleAll } from "./columns/settle.ts";
import { hiddenKeys, withoutHidden } from "./fields/sight.ts";
import { carry } from "./fields/travel/note.ts";
import { holdAnswers, refuseTaken } from "./fields/unique.ts";
import { holdNamed, holdOnly } from "./held.ts";
import { OBJECT } from "./history.ts";
import { listRegistered } from "./import/find.ts";
import { thingList } from "./list.ts";
import { lockThings } from "./locks.ts";
import { nameOn } from "./photos/repository.ts";
import { getThing, noteChange, saveThing } from "./repository.ts";
import { getRow, getThings, putRow, refuseLostTypes, refuseTakenEmail, takeOut } from "./rows.ts";
import { asTakenOver } from "./rules.ts";
import { foundWords } from "./search.ts";
import { countSelected, eachSelected } from "./selection.ts";
import type { EventDataTables } from "./tables.ts";

const NAMES = ["id", "type_id", "name", "email", "company_name"] as const;
// As many as one statement of a call that writes finds without holding up the others.
const AT_ONCE = 500;

/** Another area says who asks only to the event that it asks about. */
const NOBODY = { allowedEvents: [] };

export const offeredThings: Things = {
  object: OBJECT,
  get: getThing,
  many: getThings,
  change: async (db, dialect, event, before, { photo, ...change }, writing) => {
    const eventId = event.id;
    const types = await listTypesOf(db, eventId);
    const values = asTakenOver(before, { ...change, rev: before.rev }, types);
    await refuseTakenEmail(db, dialect, eventId, values, types, before.id);
    await refuseTaken(db, dialect, event, { id: before.id, values, before }, NOBODY);
    if (values.type_id !== before.type_id) await refuseLostTypes(db, dialect, eventId, [values.type_id]);
    const saved = await saveThing(db, eventId, before, values, writing.now.toISOString());
    // Of a picture that somebody gave meanwhile the revision does not tell.
    if (!saved || (photo !== undefined && saved.photo !== before.photo)) throw problem("stale");
    await carry(db, event, { before, after: saved }, writing);
    if (photo === undefined || photo === saved.photo) return saved;
    await nameOn(db, eventId, before.id, photo);
    return { ...saved, photo };
  },
  changeStatus: (db, dialect, eventId, all, status, now) => {
    const saving = all.map((thing) => ({ id: thing.id, rev: thing.rev, values: { ...thing, status } }));
    return saveMany(db, dialect, eventId, saving, now.toISOString());
  },
  holdAnswers,
  row: getRow,
  hold: holdNamed,
  holdOnly,
  lock: lockThings,
  takeOut,
  putRow,
  noteReturned,
  changedSince: (db, eventId, since, most) =>
    db
      .withTables<EventDataTables>()
      .selectFrom("event_data_thing")
      .select(["id", "rev"])
      .where("event_id", "=", eventId)
      .where("updated_at", ">", since)
      .orderBy("updated_at", "desc")
      .limit(most)
      .execute(),
  named: (db, eventId, ids) => foundBy(db, eventId, "id", [...new Set(ids)]),
  standing: async (db, eventId, ids) =>
    (await foundBy(db, eventId, "id", [...new Set(ids)], [...NAMES, "status"])) as (ThingName &
      Pick<Thing, "status">)[],
  meant,
  registered: async (db, dialect, eventId, ids) => {
    const found = await listRegistered(db, dialect, eventId, ids);
    const things = await foundBy(
      db,
      eventId,
      "id",
      found.map(({ id }) => id),
    );
    const byId = new Map(things.map((thing) => [thing.id, thing]));
    const byNumber = new Map<string, ThingName[]>();
    for (const { id, registration } of found) {
      const thing = byId.get(id);
      if (thing) byNumber.set(registration, [...(byNumber.get(registration) ?? []), thing]);
    }
    return byNumber;
  },
  matching: (dialect, eventId, words) =>
    sql`select id from event_data_thing where event_id = ${eventId} and ${foundWords(dialect, words).where}`,
  categoryOf: (column) => sql<number>`(select core_type.type_category_id from event_data_thing
    join core_type on core_type.id = event_data_thing.type_id where event_data_thing.id = ${sql.ref(column)})`,
  nameOf: (column) => sql<string>`(select event_data_thing.name_key from event_data_thing
    where event_data_thing.id = ${sql.ref(column)})`,
  hidden: hiddenKeys,
  without: withoutHidden,
  list: thingList,
  countSelected,
  eachSelected,
  orderColumns: async (db, dialect, eventId, offered) => {
    await fillBeside({ dialect, inTransaction: (work) => work(db) }, db, eventId);
    await settleAll({ read: db, dialect, eventId, offered, inTransaction: (work) => work(db) });
  },
  noteChange,
};

async function foundBy(
  db: Db,
  eventId: number,
  column: "id" | "email_key" | "name_key",
  values: readonly (number | string)[],
  columns: readonly ((typeof NAMES)[number] | "status")[] = NAMES,
): Promise<ThingName[]> {
  const found: ThingName[] = [];
  for (let at = 0; at < values.length; at += AT_ONCE) {
    const rows = await db
      .withTables<EventDataTables>()
      .selectFrom("event_data_thing")
      .select(columns)
      .where("event_id", "=", eventId)
      .where(column, "in", values.slice(at, at + AT_ONCE) as never)
      .execute();
    // Asked for in the order of ids, SQLite goes along all profiles of the event instead of looking up each value.
    found.push(...rows.sort((one, other) => one.id - other.id));
  }
  return found;
}

/** A number is an id; what has an @ is an address; the rest is a name. */
async function meant(db: Db, eventId: number, words: readonly string[]): Promise<Map<string, ThingName[]>> {
  const kinds = { id: new Set<number>(), email_key: new Set<string>(), name_key: new Set<string>() };
  for (const word of words) {
    const kind = kindOf(word);
    if (kind === "id") kinds.id.add(Number(word));
    else kinds[kind].add(keyOf(word));
  }
  const byId = new Map((await foundBy(db, eventId, "id", [...kinds.id])).map((row) => [row.id, [row]]));
  const byMail = grouped(await foundBy(db, eventId, "email_key", [...kinds.email_key]), (row) => row.email);
  const byName = grouped(await foundBy(db, eventId, "name_key", [...kinds.name_key]), (row) => row.name);
  return new Map(
    words.map((word) => {
      const kind = kindOf(word);
      const rows = kind === "id" ? byId.get(Number(word)) : (kind === "email_key" ? byMail : byName).get(keyOf(word));
      return [word, rows ?? []];
    }),
  );
}

const keyOf = (word: string) => fold(kindOf(word) === "email_key" ? plainAddress(word) : word);

function kindOf(word: string): "id" | "email_key" | "name_key" {
  if (/^[0-9]{1,9}$/.test(word)) return "id";
  return word.includes("@") ? "email_key" : "name_key";
}

function grouped(rows: readonly ThingName[], keyOf: (row: ThingName) => string): Map<string, ThingName[]> {
  const groups = new Map<string, ThingName[]>();
  for (const row of rows) {
    const key = fold(keyOf(row));
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
