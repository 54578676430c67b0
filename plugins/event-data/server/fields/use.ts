// How often fields are answered. Every profile that is asked about is read, a slice at a time, so that others have their turn
// between two of them; only safe routes ask: they run in reader threads.

import { type Field, fieldApplies } from "#schemas/fields.ts";
import { type Db, type Dialect, SLOW, sql } from "#server";
import type { FieldUse } from "../../contract.ts";
import { type Tally, tallyOf } from "../tallies.ts";
import { inSlice, type Slice, slicesOf } from "./slices.ts";

/** So many profiles of a type give a key this answer, as JSON; of a key whose answers are not counted one by one it is empty. */
interface Part {
  key: string;
  type_id: number;
  answer: string;
  answers: number | string;
}

/** Profiles of one data type in one event. */
type Some = Pick<Tally, "eventId" | "typeId" | "count">;

/** A key with its answers by event and data type. */
type Counted = FieldUse & { of: readonly Some[] };

/** Counts by key, without answers to fields `besides`; by answer where `choices` names the key. */
export async function countAnswers(
  db: Db,
  { kind }: Dialect,
  eventIds: readonly number[],
  choices: readonly string[],
  besides: readonly Pick<Field, "event_id" | "key">[] = [],
): Promise<{ profiles: number; keys: Counted[] }> {
  const counts = new Map<string, Count>();
  let profiles = 0;
  for (const eventId of eventIds) {
    const left = new Set(besides.flatMap(({ event_id, key }) => (event_id === eventId ? [key] : [])));
    for await (const slice of slicesOf(db, eventId)) {
      profiles += slice.profiles;
      for (const part of await partsOf(db, kind, eventId, slice, choices)) {
        if (left.has(part.key)) continue;
        const count = counts.get(part.key) ?? new Count();
        counts.set(part.key, count);
        count.add(eventId, part);
      }
    }
  }
  const keys = [...counts].map(([key, count]) => count.asUse(key));
  return { profiles, keys: keys.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

class Count {
  private readonly of = new Map<string, Some>();
  private readonly options = new Map<string, number>();

  add(eventId: number, { type_id, answer, answers }: Part): void {
    const at = `${eventId} ${type_id}`;
    const [before, more] = [this.of.get(at)?.count ?? 0, Number(answers)];
    this.of.set(at, { eventId, typeId: type_id, count: before + more });
    for (const one of answer === "" ? [] : [JSON.parse(answer)].flat())
      this.options.set(String(one), (this.options.get(String(one)) ?? 0) + more);
  }

  asUse(key: string): Counted {
    const of = [...this.of.values()];
    return {
      key,
      answers: of.reduce((sum, { count }) => sum + count, 0),
      events: new Set(of.map(({ eventId }) => eventId)).size,
      options: Object.fromEntries(this.options),
      of,
    };
  }
}

async function partsOf(
  db: Db,
  kind: Dialect["kind"],
  eventId: number,
  slice: Slice,
  choices: readonly string[],
): Promise<readonly Part[]> {
  const isPostgres = kind === "postgres";
  const each = isPostgres ? sql`cross join lateral jsonb_each(t.fields::jsonb) f` : sql`join json_each(t.fields) f`;
  // What is true or false comes out of JSON as a number on SQLite.
  const answer = isPostgres
    ? sql`f.value::text`
    : sql`case f.type when 'array' then f.value when 'text' then json_quote(f.value) when 'true' then 'true' when 'false' then 'false' else cast(f.value as text) end`;
  const isCounted = isPostgres
    ? sql`f.key = any(${[...choices]}::text[])`
    : sql`f.key in (select value from json_each(${JSON.stringify(choices)}))`;
  const { rows } = await sql<Part>`${SLOW}
    select f.key as key, t.type_id as type_id, case when ${isCounted} then ${answer} else '' end as answer, count(*) as answers
    from (select id, type_id, fields from event_data_thing where event_id = ${eventId} and ${inSlice(slice)}) t ${each}
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** The same with the profiles that each field is asked of; a field that nobody answers is among them. */
export async function withAsked(
  db: Db,
  eventIds: readonly number[],
  fields: readonly Field[],
  keys: readonly Counted[],
): Promise<FieldUse[]> {
  const tally = await tallyOf(db, eventIds);
  // Who answered before their type or their event was taken from the field is not asked, and answers for nobody who is.
  const askedOf = (field: Field, some: readonly Some[]) => {
    const types = new Map<number, number>();
    for (const { eventId, typeId, count } of some) {
      const isIn = field.event_ids.length === 0 || field.event_ids.includes(eventId);
      if (isIn && fieldApplies(field, typeId)) types.set(typeId, (types.get(typeId) ?? 0) + count);
    }
    return types;
  };
  const none = { answers: 0, events: 0, options: {}, of: [] };
  const own = fields.map((field) => {
    const { of, ...use } = keys.find(({ key }) => key === field.key) ?? none;
    const answers = askedOf(field, of);
    const asks = [...askedOf(field, tally)].filter(([, asked]) => asked > 0);
    const types = asks.map(([type_id, asked]) => ({ type_id, asked, answers: answers.get(type_id) ?? 0 }));
    const sum = (of: "asked" | "answers") => types.reduce((all, one) => all + one[of], 0);
    return { ...use, key: field.key, asked: sum("asked"), answered: sum("answers"), types };
  });
  const loose = keys.filter(({ key }) => !fields.some((field) => field.key === key));
  return [...own, ...loose.map(({ of: _, ...use }) => use)];
}
