// What making one field of several would do: to their definitions, to profiles, and to people whose answers differ.
import type { Promotable, Promotion, PromotionDraft } from "#schemas/fieldPromotion.ts";
import { type Field, fieldApplies } from "#schemas/fields.ts";
import { type Db, type Dialect, isOneOf, listAppTypesOf, listEventNamesOf, mayOpen, sql } from "#server";
import { asThing, COLUMNS } from "../../repository.ts";
import { PARTICIPANTS } from "../../rules.ts";
import type { EventDataTables } from "../../tables.ts";
import { listAll } from "../repository.ts";
import { visibleTo } from "../sight.ts";
import { inSlice, Looking, sizesOf, slicesOf } from "../slices.ts";
import { type Merged, mergeFields, optionSources, readAs } from "./merge.ts";
import { type Asker, promotedFields, tooMany } from "./together.ts";

/** So many profiles are written in one transaction; others wait for it. */
export const AT_MOST = 20_000;
const TOLD = 200;
/** Addresses that are looked up together. */
const BLOCK = 1000;

export interface PromotionPlan {
  fields: readonly [Field, ...Field[]];
  merged: Merged;
  /** By event, the profiles that are written. */
  writing: ReadonlyMap<number, readonly number[]>;
  /** By profile, the answer that stands instead of its own. */
  chosen: ReadonlyMap<number, unknown>;
  told: Omit<Promotion, "until" | "skipped">;
  /** All whose answers differ, of whom the first are told: looked for once more, since they may be more than fit into memory. */
  everybody: () => AsyncGenerator<Promotion["people"]>;
}

/** `tell` hears what share of the profiles has been looked at. It may throw: then nothing more is. */
export async function planPromotion(
  db: Db,
  dialect: Dialect,
  appId: number,
  who: Asker,
  { fields: ids, differing, choices = [] }: PromotionDraft,
  tell: (share: number) => Promise<void>,
): Promise<PromotionPlan> {
  const fields = await promotedFields(db, appId, who, ids);
  const merged = mergeFields(fields);
  const sizes = await sizesOf(
    db,
    fields.map(({ event_id }) => event_id),
  );
  const bySize = [...fields].sort((a, b) => (sizes.get(a.event_id) ?? 0) - (sizes.get(b.event_id) ?? 0));
  const written = fields.filter((field) => isRewritten(field, merged));
  const read = [...bySize.slice(0, -1), ...written];
  const looking = new Looking(
    read.reduce((sum, { event_id }) => sum + (sizes.get(event_id) ?? 0), 0),
    tell,
  );
  const among = await amongOf(db, appId, bySize, merged);
  const byHand = new Map(choices.map(({ email, thing_id }) => [email.toLowerCase(), thing_id]));
  const chosen = new Map<number, unknown>();
  const places = new Map<number, number>();
  let people = 0;
  let first: Promotion["people"] = [];
  for await (const some of eachDiffering(db, dialect, among, merged, looking)) {
    people += some.length;
    first = [...first, ...some].sort((a, b) => (a.email < b.email ? -1 : 1)).slice(0, TOLD);
    for (const { email, answers } of some) {
      const own = answers.find(({ thing_id }) => thing_id === byHand.get(email));
      const winner = own ?? (differing === "newest" ? answers[0] : undefined);
      for (const { thing_id, event_id, answer } of winner ? answers : []) {
        if (among.archived.has(event_id) || JSON.stringify(answer) === JSON.stringify(winner?.answer)) continue;
        chosen.set(thing_id, winner?.answer);
        places.set(thing_id, event_id);
      }
    }
  }
  const writing = new Map<number, readonly number[]>();
  for (const field of fields) {
    const all = written.includes(field) ? await idsToRewrite(db, dialect, field, merged, looking) : [];
    for (const id of chosen.keys()) if (places.get(id) === field.event_id) all.push(id);
    writing.set(
      field.event_id,
      [...new Set(all)].sort((a, b) => a - b),
    );
  }
  const changed = [...writing.values()].reduce((sum, { length }) => sum + length, 0);
  if (changed > AT_MOST) throw await tooMany(db, appId, fields, writing, AT_MOST);
  const field = { ...fields[0], ...merged.values, event_id: 0, key: merged.key };
  return {
    fields,
    merged,
    writing,
    chosen,
    everybody: () => eachDiffering(db, dialect, among, merged, new Looking(1, () => tell(1))),
    told: {
      ...{ field, changed, differing: people, people: first },
      ...{ options: optionSources(merged, fields), unlike: merged.unlike },
    },
  };
}

function isRewritten(field: Field, { key, renamed }: Merged): boolean {
  return field.key !== key || (renamed.get(field.id)?.size ?? 0) > 0;
}

/** Profiles whose answers stand under another key, or name an option that is called otherwise. */
async function idsToRewrite(
  db: Db,
  dialect: Dialect,
  field: Field,
  { key, renamed }: Merged,
  looking: Looking,
): Promise<number[]> {
  const options = [...(renamed.get(field.id)?.keys() ?? [])];
  const isNamed =
    field.key === key
      ? sql.join(
          options.map((option) => dialect.jsonHas(sql.ref("fields"), field.key, [option])),
          sql` or `,
        )
      : sql`${dialect.jsonText(sql.ref("fields"), field.key)} is not null`;
  const ids: number[] = [];
  for await (const slice of slicesOf(db, field.event_id)) {
    const { rows } = await sql<{ id: number }>`
      select id from event_data_thing where event_id = ${field.event_id} and ${inSlice(slice)} and (${isNamed}) order by id`.execute(
      db,
    );
    for (const { id } of rows) ids.push(Number(id));
    await looking.at(slice.profiles);
  }
  return ids;
}

/** Whose answers are compared. */
interface Among {
  /** The field of the smallest event first. */
  bySize: readonly Field[];
  /** Data types of participants: what companies and items have in common with somebody is an address. */
  people: ReadonlySet<number>;
  /** Events that are over for good: their answers may stand elsewhere, and are never changed. */
  archived: ReadonlySet<number>;
}

async function amongOf(db: Db, appId: number, bySize: readonly Field[], { values }: Merged): Promise<Among> {
  const types = (await listAppTypesOf(db, appId)).filter(
    ({ id, categoryId }) => categoryId === PARTICIPANTS && fieldApplies(values, id),
  );
  const events = [...(await listEventNamesOf(db, appId))];
  return {
    bySize,
    people: new Set(types.map(({ id }) => id)),
    archived: new Set(events.flatMap(([id, { archived }]) => (archived ? [id] : []))),
  };
}

/**
 * People of several of the events, told by their address, whose answers differ; the newest answer first. The fields come with
 * the smallest event first: each address of an event but the largest is looked up in the others. Some at a time.
 */
async function* eachDiffering(
  db: Db,
  dialect: Dialect,
  among: Among,
  merged: Merged,
  looking: Looking,
): AsyncGenerator<Promotion["people"]> {
  const { bySize } = among;
  for (const [at, { event_id }] of bySize.slice(0, -1).entries()) {
    for (let after = ""; ; ) {
      const some = await addressesAfter(db, event_id, after);
      const last = some.at(-1);
      if (last === undefined) break;
      after = last;
      // Who is in an event before this one has been looked at there.
      const asked = { among, keys: [...new Set(some)], first: at };
      yield await differingAmong(db, dialect, merged, asked);
      await looking.at(some.length);
    }
  }
}

async function addressesAfter(db: Db, eventId: number, after: string): Promise<string[]> {
  const rows = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_thing")
    .select("email_key")
    .where("event_id", "=", eventId)
    .where("email_key", ">", after)
    .orderBy("email_key")
    .limit(BLOCK)
    .execute();
  return rows.map(({ email_key }) => email_key);
}

/** Of some addresses those whose answers differ, in the events of these fields; the first event that has one is the `first` of them. */
async function differingAmong(
  db: Db,
  dialect: Dialect,
  merged: Merged,
  { among, keys, first }: { among: Among; keys: readonly string[]; first: number },
): Promise<Promotion["people"]> {
  const { bySize: fields, archived } = among;
  const events = fields.map(({ event_id }) => event_id);
  const things = db
    .withTables<EventDataTables>()
    .selectFrom("event_data_thing")
    .where(isOneOf(dialect.kind, "event_id", events));
  const there = await things
    .select(["event_id", "email_key"])
    .where(isOneOf(dialect.kind, "email_key", keys))
    .execute();
  const eventsOf = new Map<string, Set<number>>();
  for (const { event_id, email_key } of there)
    eventsOf.set(email_key, (eventsOf.get(email_key) ?? new Set()).add(event_id));
  const several = [...eventsOf].flatMap(([email, of]) => {
    return of.size > 1 && events.find((id) => of.has(id)) === events[first] ? [email] : [];
  });
  if (several.length === 0) return [];
  const rows = await things
    .select([...COLUMNS, "event_id", "email_key"])
    .where(isOneOf(dialect.kind, "email_key", several))
    .execute();
  const byEmail = new Map<string, Promotion["people"][number]>();
  for (const { event_id, email_key, ...row } of rows) {
    const field = fields.find((one) => one.event_id === event_id) as Field;
    const { id, type_id, name, updated_at, fields: answers } = asThing(row);
    // Asked for in SQL, the types would lead through all profiles of theirs instead of through the addresses.
    if (!among.people.has(type_id)) continue;
    const answer = readAs(merged, field, answers[field.key]);
    if (answer === undefined) continue;
    const person = byEmail.get(email_key) ?? { email: email_key, name, answers: [] };
    person.answers.push({ thing_id: id, event_id, answer, updated_at });
    byEmail.set(email_key, person);
  }
  const differ = [...byEmail.values()].filter(
    ({ answers }) =>
      new Set(answers.map(({ answer }) => JSON.stringify(answer))).size > 1 &&
      answers.some(({ event_id }) => !archived.has(event_id)),
  );
  for (const { answers } of differ)
    answers.sort((a, b) =>
      a.updated_at === b.updated_at ? b.thing_id - a.thing_id : a.updated_at < b.updated_at ? 1 : -1,
    );
  return differ.sort((a, b) => (a.email < b.email ? -1 : 1));
}

/** Fields of single events, those of one kind that share a key or a name together; at most one an event. */
export async function listGroups(db: Db, appId: number, who: Asker): Promise<Promotable[]> {
  const events = await listEventNamesOf(db, appId);
  const own = visibleTo(await listAll(db, appId), who.accessRole).filter(
    ({ event_id, archived_at }) => event_id !== 0 && !archived_at && mayOpen(who.allowedEvents, event_id),
  );
  const groups: Field[][] = [];
  for (const field of own.sort((a, b) => a.event_id - b.event_id || a.position - b.position)) {
    const isAlike = (other: Field) => other.key === field.key || sharesName(other, field);
    const group = groups.find(
      (fields) =>
        fields[0]?.kind === field.kind &&
        fields.some(isAlike) &&
        !fields.some(({ event_id }) => event_id === field.event_id),
    );
    if (group) group.push(field);
    else groups.push([field]);
  }
  return groups
    .sort((a, b) => b.length - a.length)
    .map((fields) => ({
      kind: (fields[0] as Field).kind,
      fields: fields.map(({ id, event_id, key, labels }) => {
        return { id, event_id, event: events.get(event_id)?.name ?? "", key, labels };
      }),
    }));
}

function sharesName({ labels }: Field, other: Field): boolean {
  return Object.entries(labels).some(
    ([locale, label]) => other.labels[locale]?.trim().toLowerCase() === label.trim().toLowerCase(),
  );
}
