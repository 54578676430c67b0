// Rows of profiles as the table has them: taken out and put back whole, so that what was undone is as it was.
import {
  type Db,
  type Dialect,
  fieldProblem,
  holdTypes,
  listTypesOf,
  localeOf,
  problem,
  type TypeOfEvent,
} from "#server";
import type { Loss, Thing } from "../contract.ts";
import type { AskedThen, Writing } from "../offers.ts";
import { FieldsToday } from "./fields/today.ts";
import { carry } from "./fields/travel/note.ts";
import { type EventPlace, refuseTaken } from "./fields/unique.ts";
import { lockMail } from "./locks.ts";
import {
  asColumns,
  asThing,
  COLUMNS,
  findByEmail,
  noteChange,
  noteCome,
  noteComing,
  removeThing,
} from "./repository.ts";
import { mustBeUnique, participantTypes } from "./rules.ts";
import type { EventDataTables } from "./tables.ts";

type Row = Record<string, unknown>;

// SQLite takes 32 766 parameters a statement.
const AT_ONCE = 5000;

export async function getThings(db: Db, eventId: number, ids: readonly number[]): Promise<Thing[]> {
  const unique = [...new Set(ids)];
  const found: Thing[] = [];
  for (let at = 0; at < unique.length; at += AT_ONCE) {
    const rows = await db
      .withTables<EventDataTables>()
      .selectFrom("event_data_thing")
      .select(COLUMNS)
      .where("event_id", "=", eventId)
      .where("id", "in", unique.slice(at, at + AT_ONCE))
      .execute();
    found.push(...rows.map(asThing));
  }
  return found;
}

/** The whole row: also the columns that were added later have to come back; but for what the database makes of them. */
export async function getRow(db: Db, eventId: number, id: number): Promise<Row> {
  const row: Row = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_thing")
    .selectAll()
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => problem("not_found"));
  delete row["whole"];
  delete row["found"];
  delete row["registration"];
  delete row["folded"];
  return row;
}

/** Refuses where somebody has saved it or given it another picture since: what they said would be lost. */
export async function takeOut(db: Db, eventId: number, thing: Pick<Thing, "id" | "rev" | "photo">): Promise<void> {
  if (!(await removeThing(db, eventId, thing))) throw problem("stale");
}

/**
 * As `over` says: in the place of that revision of the profile, or as a row that was taken out. Its answers are the person's again;
 * answers which are those that its fields no longer take. `then` are the fields of the time of that row.
 */
export async function putRow(
  db: Db,
  dialect: Dialect,
  event: EventPlace,
  row: Row,
  writing: Writing,
  over?: Pick<Thing, "id" | "rev" | "photo">,
  then: AskedThen = {},
): Promise<readonly Loss[]> {
  const eventId = event.id;
  const types = await listTypesOf(db, eventId);
  const today = await FieldsToday.of(db, dialect, event, then);
  const kept = asThing(row as never);
  const before = over ? (await getThings(db, eventId, [over.id]))[0] : undefined;
  const settled = today.settle(kept, before);
  const losses = today.lossOf(kept, settled, await localeOf(db, event.app_id));
  const thing = { ...kept, fields: settled.fields };
  await refuseTakenEmail(db, dialect, eventId, thing, types, thing.id);
  await refuseTaken(db, dialect, event, { id: thing.id, values: thing, before }, { allowedEvents: [] });
  await refuseLostTypes(db, dialect, eventId, [thing.type_id]);
  const things = db.withTables<EventDataTables>();
  // What follows from the values is made anew: not all of them may be of one time.
  const whole: Row = { ...row, ...asColumns(thing) };
  if (over) {
    await noteChange(db, eventId);
    const { id: _, ...values } = whole;
    const saved = await things
      .updateTable("event_data_thing")
      .set(values)
      .where("event_id", "=", eventId)
      .where("id", "=", over.id)
      .where("rev", "=", over.rev)
      // Of a picture that somebody gave meanwhile the revision does not tell.
      .where("photo", over.photo ? "=" : "is", over.photo)
      .executeTakeFirst();
    if (saved.numUpdatedRows === 0n) throw problem("stale");
    const isSame = before?.email === thing.email;
    await carry(db, event, { before: isSame ? before : asComing(thing), after: thing }, writing);
    return losses;
  }
  await noteComing(db, eventId);
  await things
    .insertInto("event_data_thing")
    .values(whole as never)
    .execute();
  await noteCome(db, eventId);
  await carry(db, event, { before: asComing(thing), after: thing }, writing);
  return losses;
}

/** Who comes back under an address says nothing anew: what was said elsewhere meanwhile stands, and what they lack they get from there. */
export const asComing = (thing: Thing): Thing => ({ ...thing, email: "" });

/** Among the participants of an event no two have the same address: until the transaction ends nobody else gives it, either. */
export async function refuseTakenEmail(
  db: Db,
  dialect: Dialect,
  eventId: number,
  values: Parameters<typeof mustBeUnique>[0],
  types: readonly TypeOfEvent[],
  self?: number,
): Promise<void> {
  if (!mustBeUnique(values, types)) return;
  await lockMail(db, dialect, eventId, values.email);
  const holder = await findByEmail(db, eventId, values.email, participantTypes(types), self);
  if (holder) {
    const { id, name } = holder;
    throw fieldProblem(
      "event-data.email_taken",
      "email",
      `${name} (${id}) has this address`,
      "event-data:import.problem.emailTaken",
      { id, name },
    );
  }
}

/** Until the profile is there, nobody takes its data type out of the event; where somebody has, it is refused. */
export async function refuseLostTypes(
  db: Db,
  dialect: Dialect,
  eventId: number,
  typeIds: readonly number[],
): Promise<void> {
  const wanted = [...new Set(typeIds)];
  const held = await holdTypes(db, dialect, eventId, wanted);
  const lost = wanted.find((id) => !held.has(id));
  if (lost === undefined) return;
  throw fieldProblem(
    "event-data.type_unknown",
    "type_id",
    `The data type ${lost} has left the event`,
    "event-data:problem.type_unknown",
  );
}
