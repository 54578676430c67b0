// Finds the stored profiles that rows of a file are about, asked in one go for each way of telling them.
import { type Db, type Dialect, fold, sql } from "#server";
import type { ImportKey, Thing } from "../../contract.ts";
import { findMany } from "../bulk/writeMany.ts";
import { REGISTRATION, type ThingValues } from "../repository.ts";
import type { Said } from "./names.ts";
import type { ReadRow } from "./readRow.ts";

export interface Finding {
  eventId: number;
  key: ImportKey;
  /** The types whose e-mail addresses are told apart. */
  participants: readonly number[];
}

/** What is stored, as far as some rows need to know it. */
export interface Stored {
  /** The profile that a row is about. */
  of: (row: ReadRow) => Thing | undefined;
  /** The participant who has an e-mail address. */
  holderOf: (email: string) => Thing | undefined;
}

/** The name that a profile of these values would have. */
export function nameOf({ name, first_name = "", last_name = "", email = "" }: Partial<ThingValues>): string {
  return name || `${first_name} ${last_name}`.trim() || email;
}

/** Who a row is about, as far as it says so beside an id. */
export function saidBy({ values: { email = "", ...values } }: ReadRow): Said {
  return { email, name: nameOf(values) };
}

export async function findStored(
  db: Db,
  dialect: Dialect,
  { eventId, key, participants }: Finding,
  rows: readonly ReadRow[],
): Promise<Stored> {
  const some = <T>(pick: (row: ReadRow) => T | undefined | "") => rows.flatMap((row) => pick(row) || []);
  const ids = await findMany(
    db,
    dialect,
    eventId,
    "id",
    some((row) => row.id),
  );
  const mails = await findMany(
    db,
    dialect,
    eventId,
    "email_key",
    some(({ values }) => values.email && fold(values.email)),
  );
  const byRegistration =
    key === "registration_id" ? await registered(db, dialect, eventId, rows) : new Map<string, Thing>();
  const isByName = ({ id, values }: ReadRow) => !id && (!values.email || !isPerson(values.type_id, participants));
  const names =
    key === "auto"
      ? await findMany(
          db,
          dialect,
          eventId,
          "name_key",
          some((row) => (isByName(row) && fold(nameOf(row.values))) || undefined),
        )
      : [];
  const idMap = new Map(ids.map((thing) => [thing.id, thing]));
  const holders = firstBy(
    mails.filter((one) => participants.includes(one.type_id)),
    (one) => one.email,
  );
  const namesakes = groupedBy(names, (one) => one.name);
  return {
    holderOf: (email) => holders.get(email),
    of: (row) => {
      const { type_id, email = "", company_name = "" } = row.values;
      if (row.id) return idMap.get(row.id);
      if (key === "registration_id") return byRegistration.get(row.fields[REGISTRATION] ?? "");
      if (key === "id") return undefined;
      if (email && isPerson(type_id, participants)) return holders.get(email);
      if (key === "email") return undefined;
      return namesakes
        .get(nameOf(row.values))
        ?.find(
          (one) =>
            one.company_name === company_name &&
            (!email || !one.email || one.email === email) &&
            (type_id === undefined || one.type_id === type_id),
        );
    },
  };
}

/** Knows which rows are about a profile that a row before them is about. */
interface Seen {
  twinOf: (row: ReadRow) => unknown;
  keep: (row: ReadRow) => void;
}

/**
 * Plans rows that each are about a profile of their own. Those that are about the profile of a planned one, or whose address
 * it frees, by a mark of another kind, are planned once that row is written, as if it stood in a block before; those of the
 * same mark are its twins. A row that is refused when it is planned keeps no other away.
 */
export function inTurn<Planned>(
  all: readonly ReadRow[],
  stored: Stored,
  seen: Seen,
  plan: (row: ReadRow) => Planned[],
): { planned: Planned[]; later: ReadRow[]; twins: ReadRow[] } {
  const touched = new Set<number | string>();
  const turn = { planned: [] as Planned[], later: [] as ReadRow[], twins: [] as ReadRow[] };
  for (const row of all) {
    if (seen.twinOf(row)) {
      turn.twins.push(row);
      continue;
    }
    const { email } = row.values;
    const ids = [stored.of(row), email ? stored.holderOf(email) : undefined].flatMap((thing) => thing?.id ?? []);
    const marks = row.marks ?? [];
    if (touched.size > 0 && (ids.some((id) => touched.has(id)) || marks.some(({ text }) => touched.has(text)))) {
      turn.later.push(row);
      for (const { text } of marks) touched.add(text);
    } else {
      const planned = plan(row);
      if (planned.length === 0) continue;
      turn.planned.push(...planned);
      seen.keep(row);
    }
    for (const id of ids) touched.add(id);
  }
  return turn;
}

export function isPerson(typeId: number | undefined, participants: readonly number[]): boolean {
  return typeId === undefined || participants.includes(typeId);
}

async function registered(db: Db, dialect: Dialect, eventId: number, rows: readonly ReadRow[]) {
  const wanted = rows.flatMap((row) => row.fields[REGISTRATION] ?? []);
  if (wanted.length === 0) return new Map<string, Thing>();
  const found = await listRegistered(db, dialect, eventId, wanted);
  const things = await findMany(
    db,
    dialect,
    eventId,
    "id",
    found.map(({ id }) => id),
  );
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  // One that has gone since the look at registrations is not there.
  const there = found.reverse().flatMap(({ id, registration }) => {
    const thing = byId.get(id);
    return thing ? [[registration, thing] as const] : [];
  });
  return new Map(there);
}

/** Which profiles have these ids of registrations, by id of the profile. */
export async function listRegistered(db: Db, dialect: Dialect, eventId: number, wanted: readonly string[]) {
  const values =
    dialect.kind === "sqlite"
      ? sql`(select value from json_each(${JSON.stringify(wanted)}))`
      : sql`(select unnest(${[...wanted]}::text[]))`;
  const asked = sql<{ id: number; registration: string }>`
    select id, registration from event_data_thing
    where event_id = ${eventId} and registration is not null and registration in ${values}`;
  // Put in order here: see findMany.
  return (await asked.execute(db)).rows.sort((one, other) => one.id - other.id);
}

function firstBy(things: readonly Thing[], keyOf: (thing: Thing) => string): Map<string, Thing> {
  return new Map([...things].reverse().map((thing) => [keyOf(thing), thing]));
}

function groupedBy(things: readonly Thing[], keyOf: (thing: Thing) => string): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}
