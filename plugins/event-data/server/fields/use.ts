// How often fields are answered. It reads every profile that is asked about, so only safe routes ask: they run in reader threads.

import { type Field, fieldApplies } from "#schemas/fields.ts";
import { type Db, type Dialect, SLOW, slowly, sql } from "#server";
import type { FieldUse } from "../../contract.ts";
import type { EventDataTables } from "../tables.ts";
import { type Tally, tallyOf } from "../tallies.ts";

interface Part {
  key: string;
  event_id: number;
  type_id: number;
  answers: number;
}

function summed(parts: readonly Part[]): Pick<Counted, "answers" | "events" | "of"> {
  const of = parts.map(({ event_id, type_id, answers }) => {
    return { eventId: event_id, typeId: type_id, count: Number(answers) };
  });
  const answers = of.reduce((sum, { count }) => sum + count, 0);
  return { answers, events: new Set(parts.map(({ event_id }) => event_id)).size, of };
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
  if (eventIds.length === 0) return { profiles: 0, keys: [] };
  const events = sql.join([...eventIds]);
  const each =
    kind === "postgres" ? sql`cross join lateral jsonb_each(t.fields::jsonb) f` : sql`join json_each(t.fields) f`;
  const parts =
    kind === "postgres"
      ? sql`cross join lateral jsonb_array_elements_text(case jsonb_typeof(f.value) when 'array' then f.value else jsonb_build_array(f.value) end) v(value)`
      : // What is true or false comes out of JSON as a number.
        sql`join json_each(case when f.type = 'array' then f.value when f.type in ('true', 'false') then json_array(f.type) else json_array(f.value) end) v`;
  const isCounted = countedOf(besides);
  const things = db.withTables<EventDataTables>();
  const counted = things
    .selectFrom("event_data_thing")
    .select(({ fn }) => fn.countAll().as("profiles"))
    .where("event_id", "in", [...eventIds]);
  const profiles = (await slowly(things, counted))[0]?.profiles ?? 0;
  const byKey = await sql<Part>`${SLOW}
    select f.key as key, t.event_id as event_id, t.type_id as type_id, count(*) as answers
    from event_data_thing t ${each} where t.event_id in (${events}) and ${isCounted} group by f.key, t.event_id, t.type_id`.execute(
    db,
  );
  const byOption =
    choices.length === 0
      ? { rows: [] }
      : await sql<{ key: string; value: string; answers: number }>`${SLOW}
          select f.key as key, v.value as value, count(*) as answers
          from event_data_thing t ${each} ${parts}
          where t.event_id in (${events}) and ${isCounted} and f.key in (${sql.join([...choices])}) group by f.key, v.value`.execute(
          db,
        );
  const keys = [...new Set(byKey.rows.map(({ key }) => key))].map((key) => ({
    ...summed(byKey.rows.filter((row) => row.key === key)),
    key,
    options: Object.fromEntries(
      byOption.rows.filter((row) => row.key === key).map((row) => [String(row.value), Number(row.answers)]),
    ),
  }));
  return { profiles: Number(profiles), keys: keys.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

function countedOf(besides: readonly Pick<Field, "event_id" | "key">[]) {
  const keys = [...new Set(besides.map(({ key }) => key))];
  const each = keys.map((key) => {
    const events = besides.flatMap((one) => (one.key === key ? [one.event_id] : []));
    return sql`not (f.key = ${key} and t.event_id in (${sql.join(events)}))`;
  });
  return each.length > 0 ? sql.join(each, sql` and `) : sql`1 = 1`;
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
