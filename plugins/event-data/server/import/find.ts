// Finds the stored profiles that rows of a file are about, asked in one go for each way of telling them.
import { type Db, type Dialect, fold, sql, type TypeOfEvent } from "#server";
import type { ImportKey, Thing } from "../../contract.ts";
import { findMany } from "../bulk/writeMany.ts";
import { REGISTRATION, type ThingValues } from "../repository.ts";
import { nameMark, type Said } from "./names.ts";
import type { ReadRow } from "./readRow.ts";
import { asMade, type Tried } from "./tried.ts";

export interface Finding {
  eventId: number;
  key: ImportKey;
  types: readonly TypeOfEvent[];
  /** The types whose e-mail addresses are told apart. */
  participants: readonly number[];
  /** What a dry run would have written by now. */
  tried?: Tried | undefined;
  /** Ids of registrations are those of other events, and tell nobody here. */
  registersElsewhere?: boolean;
}

/** What is stored, as far as some rows need to know it. */
export interface Stored {
  /** The profile that a row is about. */
  of: (row: ReadRow) => Thing | undefined;
  /** The participant who has an e-mail address. */
  holderOf: (email: string) => Thing | undefined;
  /** Whether a row is about the participant who has its address, whatever else it says: nobody of another name. */
  isHolders: (row: ReadRow) => boolean;
  /** Whom the registration and the name of a row mean, where its address is somebody else's, who has another name. */
  torn: (row: ReadRow) => Thing | undefined;
  /** Those who have the address of a row that is found by nothing else, where they are several. */
  sharing: (row: ReadRow) => readonly Thing[];
  /** What marks the profile that a row means by its address without saying of which type it is. */
  marked: (row: ReadRow) => readonly Mark[] | undefined;
  /** Whether a row would find a profile of these values, by its name or as the one that has its address. */
  wouldFind: (row: ReadRow, values: ThingValues) => boolean;
  /** Under what a row would look for it, and under what it would be found; nothing where other marks tell. */
  soughtAs: (row: ReadRow) => string | undefined;
  /** Whether a row means by its registration a profile of these values. */
  isRegistrant: (row: ReadRow, values: ThingValues) => boolean;
  foundAs: (values: ThingValues) => string | undefined;
}

/** What tells the profile of a row apart from those of the others. */
export interface Mark {
  field: string;
  text: string;
  /** Something that goes before it tells the row's own profile: only others are told by it. */
  isOutdone?: boolean;
  /** An address that somebody has goes before it. */
  yields?: true;
}

/** Companies and items are marked by their addresses among those of their category. */
export function addressMark(email: string, categoryId: number | undefined): Mark {
  return { field: "email", text: `mail ${categoryId} ${email}` };
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
  { eventId, key, types, participants, tried, registersElsewhere = false }: Finding,
  rows: readonly ReadRow[],
): Promise<Stored> {
  const some = <T>(pick: (row: ReadRow) => T | undefined | "") => rows.flatMap((row) => pick(row) || []);
  const asked = (column: "id" | "email_key" | "name_key", values: readonly (string | number)[]) =>
    findMany(db, dialect, eventId, column, values);
  const latest = (things: readonly Thing[]) => tried?.latest(things) ?? things;
  const ids = latest(
    await asked(
      "id",
      some((row) => row.id),
    ),
  );
  const addresses = some(({ values }) => values.email);
  const mails = withTried(latest(await asked("email_key", addresses.map(fold))), tried?.having(addresses));
  const isByName = ({ id, values }: ReadRow) =>
    key === "auto" && !id && (!values.email || !isPerson(values.type_id, participants));
  const wanted = some((row) => (isByName(row) && nameOf(row.values)) || undefined);
  const names = withTried(latest(await asked("name_key", wanted.map(fold))), tried?.called(wanted));
  const idMap = new Map(ids.map((thing) => [thing.id, thing]));
  const holders = firstBy(
    mails.filter((one) => participants.includes(one.type_id)),
    (one) => one.email,
  );
  const isLost = ({ id, values: { email = "" } }: ReadRow) => key === "auto" && !id && !holders.has(email);
  /** The address is that of somebody of another name. */
  const isRenamed = ({ id, values }: ReadRow): boolean => {
    if (key !== "auto" || id || !isPerson(values.type_id, participants)) return false;
    const holder = holders.get(values.email ?? "");
    if (!holder) return false;
    const name = nameMark(nameOf({ ...values, email: "" }));
    return name !== "" && nameMark(holder.name) !== name;
  };
  const lost = registersElsewhere ? [] : rows.filter((row) => isLost(row) || isRenamed(row));
  const asking = key === "registration_id" ? rows : lost;
  const byRegistration = await registered(db, dialect, eventId, asking, tried);
  const byNumber = new Set(asking);
  /** Several may share what stands as the id of a registration: their names tell them apart. */
  const registrantOf = (row: ReadRow) => {
    const number = row.fields[REGISTRATION] ?? "";
    const registered = byRegistration.get(number);
    if (!registered) return undefined;
    const { type_id, email } = row.values;
    const all = latest(registered).filter(
      (one) =>
        String(one.fields[REGISTRATION]) === number &&
        (type_id === undefined || categoryOf(type_id) === categoryOf(one.type_id)),
    );
    const name = nameMark(nameOf(row.values));
    if (name === "" && !email) return all.length === 1 ? all[0] : undefined;
    return name === "" ? undefined : all.find((one) => nameMark(one.name) === name);
  };
  const namesakes = groupedBy(names, (one) => one.name);
  const havers = key === "email" ? groupedBy(mails, (one) => one.email) : new Map<string, Thing[]>();
  const categoryOf = (typeId: number | undefined) => types.find(({ id }) => id === typeId)?.categoryId;
  /** Participants are told apart by their addresses; a row that names no type may mean a profile of any. */
  const isByAddress = ({ id, values: { email, type_id } }: ReadRow) =>
    key === "email" && !id && email !== undefined && !(type_id !== undefined && participants.includes(type_id));
  const hasAddressOf = ({ values: { type_id, email } }: ReadRow, one: Pick<ThingValues, "type_id" | "email">) =>
    one.email === email && (type_id === undefined || categoryOf(type_id) === categoryOf(one.type_id));
  const hasNameOf = ({ values }: ReadRow, one: ThingValues) =>
    one.name === nameOf(values) &&
    one.company_name === (values.company_name ?? "") &&
    (!values.email || !one.email || one.email === values.email) &&
    (values.type_id === undefined || one.type_id === values.type_id);
  const having = (row: ReadRow) => {
    const { email = "" } = row.values;
    const isKnown = row.values.type_id === undefined && holders.has(email);
    return !isByAddress(row) || isKnown ? [] : (havers.get(email) ?? []).filter((one) => hasAddressOf(row, one));
  };
  return {
    holderOf: (email) => holders.get(email),
    isHolders: (row) => {
      const { email = "", type_id } = row.values;
      return holders.has(email) && isPerson(type_id, participants) && !isRenamed(row);
    },
    torn: (row) => (isRenamed(row) ? registrantOf(row) : undefined),
    isRegistrant: (row, { fields, name, type_id }) => {
      const number = row.fields[REGISTRATION] ?? "";
      if (key !== "auto" || number === "" || !byNumber.has(row) || String(fields[REGISTRATION]) !== number)
        return false;
      const { type_id: typeId, email } = row.values;
      if (typeId !== undefined && categoryOf(typeId) !== categoryOf(type_id)) return false;
      const mark = nameMark(nameOf(row.values));
      return mark === "" ? !email : mark === nameMark(name);
    },
    sharing: (row) => {
      const all = having(row);
      return all.length > 1 ? all : [];
    },
    marked: (row) => {
      const { email, type_id } = row.values;
      const [only, ...others] = type_id === undefined ? having(row) : [];
      return email && only && others.length === 0 ? [addressMark(email, categoryOf(only.type_id))] : undefined;
    },
    of: (row) => {
      const { type_id, email = "" } = row.values;
      if (row.id) return idMap.get(row.id);
      if (key === "registration_id") {
        const [known] = byRegistration.get(row.fields[REGISTRATION] ?? "") ?? [];
        return known && latest([known])[0];
      }
      if (key === "id") return undefined;
      const holder = email && isPerson(type_id, participants) ? holders.get(email) : undefined;
      const known = holder ?? (key === "auto" ? registrantOf(row) : undefined);
      if (known || (email && isPerson(type_id, participants) && key !== "email")) return known;
      if (key === "email") {
        const all = having(row);
        return all.length > 1 ? onlyNamesake(all, row) : all[0];
      }
      return namesakes.get(nameOf(row.values))?.find((one) => hasNameOf(row, one));
    },
    wouldFind: (row, values) => (key === "email" ? hasAddressOf(row, values) : hasNameOf(row, values)),
    soughtAs: (row) => {
      if (isByAddress(row)) return row.values.email;
      return isByName(row) ? `${nameOf(row.values)}/${row.values.company_name ?? ""}` : undefined;
    },
    foundAs: ({ name, company_name, email }) => {
      if (key === "email") return email || undefined;
      return wanted.length > 0 ? `${name}/${company_name}` : undefined;
    },
  };
}

/** Of several the one that alone has the name of the row. */
function onlyNamesake(all: readonly Thing[], { values }: ReadRow): Thing | undefined {
  const name = fold(nameOf(values));
  const named = all.filter((one) => fold(one.name) === name);
  return named.length === 1 ? named[0] : undefined;
}

function withTried(stored: readonly Thing[], tried: readonly Thing[] = []): readonly Thing[] {
  if (tried.length === 0) return stored;
  const known = new Set(stored.map(({ id }) => id));
  return [...stored, ...tried.filter(({ id }) => !known.has(id))].sort(asMade);
}

export function isPerson(typeId: number | undefined, participants: readonly number[]): boolean {
  return typeId === undefined || participants.includes(typeId);
}

async function registered(db: Db, dialect: Dialect, eventId: number, rows: readonly ReadRow[], tried?: Tried) {
  const wanted = rows.flatMap((row) => row.fields[REGISTRATION] ?? []);
  const there = new Map<string, Thing[]>();
  if (wanted.length === 0) return there;
  const found = await listRegistered(db, dialect, eventId, wanted);
  const things = await findMany(
    db,
    dialect,
    eventId,
    "id",
    found.map(({ id }) => id),
  );
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  for (const { id, registration } of found) {
    // One that has gone since the look at registrations is not there.
    const thing = byId.get(id);
    if (thing) there.set(registration, [...(there.get(registration) ?? []), thing]);
  }
  for (const thing of tried?.registered(wanted) ?? []) {
    const registration = String(thing.fields[REGISTRATION]);
    const known = there.get(registration) ?? [];
    if (!known.some(({ id }) => id === thing.id)) there.set(registration, [...known, thing].sort(asMade));
  }
  return there;
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
