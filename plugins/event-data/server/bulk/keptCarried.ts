// Answers of a person that came from another event to profiles which an act has just written: nobody has changed these by hand,
// so that the act can still be undone.
import { type Db, type Dialect, isOneOf, sql } from "#server";
import type { Fields, Thing } from "../../contract.ts";
import type { EventDataTables } from "../tables.ts";
import { actsOf, forgetUndone, keepBefore, type UndoRow } from "./undoRows.ts";

/** Keys of the answers that a profile lacked before an act, and that were brought to whom the act made of it. */
export interface Brought {
  brought?: readonly string[];
}

type Kept = { email?: string; fields?: Fields } & Brought;

const MADE = '{"made":%';
const MERGED = '{"merged":%';

/** Has profiles that imports made wait for the revision after the one they waited for. */
export async function keepMade(db: Db, dialect: Dialect, eventId: number, ids: readonly number[]): Promise<void> {
  await follow(db, dialect, eventId, ids, [MADE]);
}

/**
 * The same of all that were written by an act, where its new type or address is what the answers came for. What came is kept with
 * what was before: undone, it goes from here alone.
 */
export async function keepBrought(
  db: Db,
  dialect: Dialect,
  eventId: number,
  brought: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  const ids = [...brought.keys()];
  await follow(db, dialect, eventId, ids, [MADE, MERGED]);
  if (ids.length === 0) return;
  const rows = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_undo")
    .innerJoin("event_data_thing", "event_data_thing.id", "event_data_undo.thing_id")
    .select(["event_data_undo.job_id", "event_data_undo.thing_id", "event_data_undo.rev", "before"])
    .select("event_data_thing.rev as now")
    .where("event_data_undo.job_id", "in", actsOf(db, eventId))
    .where(isOneOf(dialect.kind, "event_data_undo.thing_id", ids))
    .where("event_data_undo.rev", ">", 0)
    .execute();
  const byJob = new Map<number, UndoRow[]>();
  for (const { job_id: job, thing_id: thingId, rev, now, before } of rows) {
    const kept = JSON.parse(before) as Kept;
    if (kept.email === undefined || kept.fields === undefined) continue;
    // Acts before the last one learn of it as well: once that is undone, they are the next.
    const keys = (brought.get(thingId) ?? []).filter((key) => !Object.hasOwn(kept.fields as Fields, key));
    const next = { ...kept, brought: [...new Set([...(kept.brought ?? []), ...keys])] };
    byJob.set(job, [...(byJob.get(job) ?? []), { thingId, rev: rev === now - 1 ? now : rev, before: next }]);
  }
  for (const [job, own] of byJob) {
    await forgetUndone(db, dialect, job, own);
    await keepBefore(db, dialect, job, own);
  }
}

async function follow(
  db: Db,
  { kind }: Dialect,
  eventId: number,
  ids: readonly number[],
  kinds: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .withTables<EventDataTables>()
    .updateTable("event_data_undo")
    .set(({ eb }) => ({ rev: eb("rev", "+", 1) }))
    .where("job_id", "in", actsOf(db, eventId))
    .where(isOneOf(kind, "thing_id", ids))
    .where(({ or, eb }) => or(kinds.map((one) => eb("before", "like", one))))
    .where("rev", "=", sql<number>`(select rev - 1 from event_data_thing where id = thing_id)`)
    .execute();
}

/**
 * What is put back of a profile, and what it is held against: answers that were brought are no answers of whom it becomes again, so
 * that nobody has taken them away. Who stays of the same type and address keeps them.
 */
export function withBrought(values: Thing, current: Thing, brought: readonly string[]): { values: Thing; said: Thing } {
  const keys = brought.filter((key) => values.fields[key] === undefined);
  if (keys.length === 0) return { values, said: current };
  const isSame = values.type_id === current.type_id && values.email === current.email;
  const among = ([key]: [string, unknown]) => keys.includes(key);
  const all = Object.entries(current.fields);
  if (isSame)
    return {
      values: { ...values, fields: { ...values.fields, ...Object.fromEntries(all.filter(among)) } },
      said: current,
    };
  return { values, said: { ...current, fields: Object.fromEntries(all.filter((one) => !among(one))) } };
}
