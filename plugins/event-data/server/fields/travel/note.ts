// Who has given answers to multi-event fields: noted in the transaction in which they were written, for the job that carries
// them to the person's profiles in other events. A block of an import is one note.
import type { Field } from "#schemas/fields.ts";
import { type Db, type JobContext, send } from "#server";
import type { Fields } from "../../../contract.ts";
import type { Writing } from "../../../offers.ts";
import type { EventDataTables } from "../../tables.ts";
import { listFieldsOf } from "../repository.ts";
import type { EventPlace } from "../unique.ts";

export const TRAVEL_JOB = "event-data.travel";

/** Somebody whose answers changed: the address, the keys of those answers, and whether they have only come to be here. */
export type Traveller = readonly [email: string, keys: readonly string[], isNew: 0 | 1];

/** A profile before and after it was written. */
export interface Written {
  before?: Person | undefined;
  after: Person;
}
interface Person {
  email: string;
  type_id: number;
  fields: Fields;
}

const AT_ONCE = 1000;

/** Whether answers to a field are those of a person, in whichever event. A file is kept by the event that it was sent to. */
export function travels({ event_id, kind, archived_at }: Pick<Field, "event_id" | "kind" | "archived_at">): boolean {
  return event_id === 0 && kind !== "file" && archived_at === null;
}

/** Notes what has to be carried; answers whether there is anything, and then `TRAVEL_JOB` is to be started. */
export async function noteTravel(
  db: Db,
  { id, app_id }: EventPlace,
  fields: readonly Field[],
  written: readonly Written[],
  now: Date,
): Promise<boolean> {
  const keys = fields.filter(travels).map(({ key }) => key);
  if (keys.length === 0) return false;
  const people = written.flatMap((one) => travellerOf(one, keys) ?? []);
  const tables = db.withTables<EventDataTables>();
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const some = JSON.stringify(people.slice(at, at + AT_ONCE));
    const row = { app_id, event_id: id, people: some, asked: null, at: now.toISOString() };
    await send(db as never, tables.insertInto("event_data_travel").values(row).compile());
  }
  return people.length > 0;
}

/** Notes that fields have come to ask in an event: whoever is there may have answered them elsewhere. All are looked at once a note. */
export async function noteAsked(
  db: Db,
  { id, app_id }: EventPlace,
  fields: readonly Pick<Field, "key">[],
  now: Date,
): Promise<void> {
  const asked = JSON.stringify(fields.map(({ key }) => key));
  const row = { app_id, event_id: id, people: null, asked, at: now.toISOString() };
  await db.withTables<EventDataTables>().insertInto("event_data_travel").values(row).execute();
}

function travellerOf({ before, after }: Written, keys: readonly string[]): Traveller[] | undefined {
  if (after.email === "") return undefined;
  const changed = keys.filter((key) => JSON.stringify(before?.fields[key]) !== JSON.stringify(after.fields[key]));
  const isNew = before?.email !== after.email || before.type_id !== after.type_id;
  return changed.length > 0 || isNew ? [[after.email, changed, isNew ? 1 : 0]] : undefined;
}

/** The same of one profile that is written for another area. */
export async function carry(db: Db, event: EventPlace, one: Written, { now, follow }: Writing): Promise<void> {
  if (await noteTravel(db, event, await listFieldsOf(db, event), [one], now)) await follow(TRAVEL_JOB);
}

/** The same in a job. */
export async function carryOn(
  context: Pick<JobContext, "appId" | "follow" | "now">,
  db: Db,
  eventId: number,
  written: readonly Written[],
  fields?: readonly Field[],
): Promise<void> {
  if (written.length === 0) return;
  const event = { id: eventId, app_id: context.appId };
  const all = fields ?? (await listFieldsOf(db, event));
  if (await noteTravel(db, event, all, written, context.now())) await context.follow(db, TRAVEL_JOB);
}
