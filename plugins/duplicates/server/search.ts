// The search for duplicates: keys of what is new or changed, then only the profiles that share a key are compared.
import { type Db, type Dialect, type JobHandler, listTypesOf, type Offers, pause } from "#server";
import type { Thing } from "../../event-data/contract.ts";
import { fieldsKey, thingsKey } from "../../event-data/offers.ts";
import * as repository from "./repository.ts";
import { KINDS, type Kind, keysOf, reasonsOf, scoreOf } from "./rules.ts";
import { beginSearch, endSearch, type SearchFields } from "./searches.ts";

/** Kind of the jobs that search. */
export const SEARCH_JOB = "duplicates.search";

/** Companies are told apart by their names alone; people and items also by their company. */
const COMPANIES = 2;
const BLOCK = 2000;
/** What more profiles than this share, such as a company's switchboard, tells nobody apart. */
const MOST = 40;
/** The kinds of keys that are an address, a name or a number. The others say only who is looked at beside whom. */
const TOLD: readonly Kind[] = ["registration", "mail", "name", "phone"];
const KEYS = 200;
/** The weakest role that merges. */
const MERGERS = 200;
const COLUMNS = ["name", "email", "company_name", "fields"];

/** Profiles, from the area that has them. */
export function thingsOf(offered: Offers) {
  const [things] = offered(thingsKey);
  if (!things) throw new Error("The area event-data, which duplicates require, offers no profiles.");
  return things;
}

/** The questions of events, from the same area. */
export function fieldsOf(offered: Offers) {
  const [fields] = offered(fieldsKey);
  if (!fields) throw new Error("The area event-data, which duplicates require, offers no fields.");
  return fields;
}

interface Search {
  eventId: number;
  appId: number;
  read: Db;
  dialect: Dialect;
  offered: Offers;
  now: Date;
  write: (work: (db: Db) => Promise<void>) => Promise<void>;
  progress?: (done: number) => void;
  signal?: AbortSignal;
}

/** Searches one event; answers how many pairs were found, how many profiles were new or changed, and what too many share. */
export async function searchEvent(search: Search): Promise<Record<"pairs" | "keyed" | "crowded", number>> {
  const { eventId, read, now, write, signal } = search;
  const people = new Set(
    (await listTypesOf(read, eventId)).filter((type) => type.categoryId !== COMPANIES).map((type) => type.id),
  );
  const categories = new Map((await listTypesOf(read, eventId)).map((type) => [type.id, type.categoryId]));
  // It is looked for in what all of those see who merge; whoever reads the queue is told what comes from fields that they see.
  const event = { id: eventId, app_id: search.appId };
  const hidden = await thingsOf(search.offered).hidden(read, search.dialect, event, { accessRole: MERGERS });
  const fields = await fieldsOf(search.offered).list(read, event);
  const phones = fields.filter(({ kind }) => kind === "phone").map(({ key }) => key);
  const by = { hidden, phones };
  let number = 0;
  await write(async (db) => {
    number = await beginSearch(db, eventId, by);
  });
  const keyed = await refreshKeys(search, people, by);
  const pairs = await comparePairs(search, people, categories, number, by);
  let crowded = 0;
  for (const kind of TOLD) crowded += await repository.countCrowded(read, eventId, kind, MOST);
  signal?.throwIfAborted();
  await write((db) => endSearch(db, eventId, number, { at: now.toISOString(), crowded }, by));
  return { pairs, keyed, crowded };
}

async function refreshKeys(
  { eventId, read, dialect, offered, write, progress, signal }: Search,
  people: Set<number>,
  { hidden, phones }: SearchFields,
) {
  const things = thingsOf(offered);
  const all = { question: {} };
  const total = await things.countSelected(read, dialect, eventId, all, offered, hidden);
  let [done, keyed, last] = [0, 0, 0];
  const giveWay = pause();
  for await (const block of things.eachSelected(read, dialect, eventId, all, offered, hidden, {
    columns: COLUMNS,
    size: BLOCK,
  })) {
    signal?.throwIfAborted();
    const rows = block as unknown as (Pick<Thing, "id" | "type_id" | "rev" | "name" | "email" | "company_name"> & {
      fields: string;
    })[];
    const ids = rows.map((row) => row.id);
    const upTo = ids.at(-1) ?? last;
    const revs = await repository.keyedRevs(read, eventId, last, upTo);
    const changed = rows.filter((row) => revs.get(row.id) !== row.rev);
    const keys = changed.map(({ id, rev, type_id, fields, ...row }) => ({
      id,
      rev,
      keys: keysOf({ ...row, fields: JSON.parse(fields) as Thing["fields"] }, people.has(type_id), phones),
    }));
    for (const id of ids) revs.delete(id);
    // Who has left, who is new or has changed: where that is nobody, nobody waits for a write.
    if (keys.length + revs.size > 0)
      await write(async (db) => {
        await repository.dropKeys(db, dialect, [...revs.keys()]);
        await repository.putKeys(db, dialect, eventId, keys);
      });
    last = upTo;
    keyed += changed.length;
    done += rows.length;
    progress?.((0.7 * done) / Math.max(1, total));
    await giveWay();
  }
  await write((db) => repository.dropKeysAfter(db, eventId, last));
  return keyed;
}

async function comparePairs(
  { eventId, read, offered, write, progress, signal }: Search,
  people: Set<number>,
  categories: ReadonlyMap<number, number>,
  number: number,
  { hidden, phones }: SearchFields,
): Promise<number> {
  const things = thingsOf(offered);
  const seen = new Set<string>();
  const giveWay = pause();
  for (const [at, kind] of KINDS.entries()) {
    for (let after = ""; ; ) {
      signal?.throwIfAborted();
      const keys = await repository.sharedKeys(read, eventId, kind, after, { most: MOST, limit: KEYS });
      if (keys.length === 0) break;
      after = keys.at(-1) ?? after;
      const groups = await repository.underKeys(read, eventId, kind, keys);
      const there = await things.many(read, eventId, groups.flat());
      const byId = new Map(there.map((thing) => [thing.id, things.without(thing, hidden)]));
      const found: repository.FoundPair[] = [];
      for (const group of groups) {
        for (const [place, oneId] of group.entries()) {
          for (const otherId of group.slice(place + 1)) {
            const [one, other] = [byId.get(oneId), byId.get(otherId)];
            const key = `${oneId}/${otherId}`;
            if (!one || !other || seen.has(key)) continue;
            if (categories.get(one.type_id) !== categories.get(other.type_id)) continue;
            // Where both say more than a name, only what they say makes them one, and that has a key of its own.
            if (kind === "alone" && (given(one, other, "company_name") || given(one, other, "email"))) continue;
            const reasons = reasonsOf(one, other, people.has(one.type_id), phones);
            if (reasons.length === 0) continue;
            seen.add(key);
            found.push({ one: oneId, other: otherId, reasons, score: scoreOf(reasons) });
          }
        }
        await giveWay();
      }
      if (found.length > 0) await write((db) => repository.putPairs(db, eventId, found, number));
    }
    progress?.(0.7 + (0.3 * (at + 1)) / KINDS.length);
  }
  return seen.size;
}

const given = (one: Thing, other: Thing, field: "company_name" | "email") => one[field] !== "" && other[field] !== "";

export const searchJob: JobHandler = async ({
  eventId = 0,
  appId,
  read,
  dialect,
  offered,
  now,
  inTransaction,
  ...job
}) =>
  searchEvent({
    eventId,
    appId,
    read,
    dialect,
    offered,
    now: now(),
    write: (work) => inTransaction(work),
    progress: job.progress,
    signal: job.signal,
  });
