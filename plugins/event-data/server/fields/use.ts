// How often fields are answered. It reads every profile that is asked about, so only safe routes ask: they run in reader threads.

import { type Field, fieldApplies } from "#schemas/fields.ts";
import { type Db, type Dialect, sql } from "#server";
import type { FieldUse } from "../../contract.ts";
import type { EventDataTables } from "../tables.ts";
import { tallyOf } from "../tallies.ts";

/** Counts by key; by option where `choices` names the key. */
export async function countAnswers(
  db: Db,
  { kind }: Dialect,
  eventIds: readonly number[],
  choices: readonly string[],
): Promise<{ profiles: number; keys: FieldUse[] }> {
  if (eventIds.length === 0) return { profiles: 0, keys: [] };
  const events = sql.join([...eventIds]);
  const each =
    kind === "postgres" ? sql`cross join lateral jsonb_each(t.fields::jsonb) f` : sql`join json_each(t.fields) f`;
  const parts =
    kind === "postgres"
      ? sql`cross join lateral jsonb_array_elements_text(case jsonb_typeof(f.value) when 'array' then f.value else jsonb_build_array(f.value) end) v(value)`
      : sql`join json_each(case f.type when 'array' then f.value else json_array(f.value) end) v`;
  const { profiles } = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_thing")
    .select(({ fn }) => fn.countAll().as("profiles"))
    .where("event_id", "in", [...eventIds])
    .executeTakeFirstOrThrow();
  const byKey = await sql<{ key: string; answers: number; events: number }>`
    select f.key as key, count(*) as answers, count(distinct t.event_id) as events
    from event_data_thing t ${each} where t.event_id in (${events}) group by f.key`.execute(db);
  const byOption =
    choices.length === 0
      ? { rows: [] }
      : await sql<{ key: string; value: string; answers: number }>`
          select f.key as key, v.value as value, count(*) as answers
          from event_data_thing t ${each} ${parts}
          where t.event_id in (${events}) and f.key in (${sql.join([...choices])}) group by f.key, v.value`.execute(db);
  const keys = byKey.rows.map(({ key, answers, events: of }) => ({
    key,
    answers: Number(answers),
    events: Number(of),
    options: Object.fromEntries(
      byOption.rows.filter((row) => row.key === key).map((row) => [String(row.value), Number(row.answers)]),
    ),
  }));
  return { profiles: Number(profiles), keys: keys.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

/** The same with the profiles that each field is asked of; a field that nobody answers is among them. */
export async function withAsked(
  db: Db,
  eventIds: readonly number[],
  fields: readonly Field[],
  keys: readonly FieldUse[],
): Promise<FieldUse[]> {
  const tally = await tallyOf(db, eventIds);
  const asked = (field: Field) =>
    tally
      .filter(({ eventId }) => field.event_ids.length === 0 || field.event_ids.includes(eventId))
      .filter(({ typeId }) => fieldApplies(field, typeId))
      .reduce((sum, { count }) => sum + count, 0);
  const none = { answers: 0, events: 0, options: {} };
  const own = fields.map((field) => {
    return { key: field.key, ...(keys.find(({ key }) => key === field.key) ?? none), asked: asked(field) };
  });
  return [...own, ...keys.filter(({ key }) => !fields.some((field) => field.key === key))];
}
