// The job that carries answers to multi-event fields to the person's profiles in other events, note by note, each one
// transaction with its lines of history. What it writes is noted by nobody, so that it ends.
import type { Selectable } from "kysely";
import { changes, type Db, type JobContext, type JobHandler, listEventNamesOf } from "#server";
import type { Thing } from "../../../contract.ts";
import { keepBrought, keepMade } from "../../bulk/keptCarried.ts";
import { taken } from "../../bulk/runBulk.ts";
import { saveMany } from "../../bulk/writeMany.ts";
import { comparable, OBJECT } from "../../history.ts";
import { lockThings } from "../../locks.ts";
import type { EventDataTables, TravelTable } from "../../tables.ts";
import { listOwn } from "../repository.ts";
import { findTaken, GIVING } from "../unique.ts";
import { type Carried, carriedOf } from "./carry.ts";
import { LaterAnswers } from "./later.ts";
import { TRAVEL_JOB, type Traveller, travels } from "./note.ts";
import { profilesOf } from "./people.ts";

/** People of an event that are looked at together, where all of them are. */
const BLOCK = 500;

const tables = (db: Db) => db.withTables<EventDataTables>();

export const runTravel: JobHandler = async (context) => {
  const later = new LaterAnswers(context);
  let written = 0;
  for (;;) {
    const done = await context.inTransaction((db) => carryNext(context, db, later));
    if (done === undefined) break;
    written += done;
    context.signal.throwIfAborted();
  }
  return context.inTransaction(async () => ({ written }), { last: true });
};

/** Carries what the oldest note of the app tells; answers nothing where there is none. */
async function carryNext(context: JobContext, db: Db, later: LaterAnswers): Promise<number | undefined> {
  const { dialect, appId } = context;
  await dialect.lock(db as never, `${TRAVEL_JOB} ${appId}`);
  // In the order of all who give answers: first this, then the profiles of an event.
  await dialect.lockShared(db as never, GIVING);
  const note = await tables(db)
    .selectFrom("event_data_travel")
    .selectAll()
    .where("app_id", "=", appId)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!note) return undefined;
  const { id, event_id: eventId } = note;
  const people = note.people === null ? await nextPeople(db, eventId, note.after) : undefined;
  const travellers: readonly Traveller[] =
    people?.map(({ email }) => [email, [], 1] as const) ?? JSON.parse(note.people ?? "[]");
  const { written, late } = await carry(context, db, note, travellers, later);
  const notes = tables(db);
  if (people && people.length === BLOCK) {
    const after = people.at(-1)?.id ?? note.after;
    await notes.updateTable("event_data_travel").set({ after }).where("id", "=", id).execute();
  } else if (people || late.length === 0) await notes.deleteFrom("event_data_travel").where("id", "=", id).execute();
  // Whom somebody saved in between is looked at again: in its place, since what they answered stands further down.
  else
    await notes
      .updateTable("event_data_travel")
      .set({ people: JSON.stringify(late) })
      .where("id", "=", id)
      .execute();
  if (people && late.length > 0) {
    const row = { app_id: appId, event_id: eventId, people: JSON.stringify(late), asked: note.asked, at: note.at };
    await notes.insertInto("event_data_travel").values(row).execute();
  }
  return written;
}

async function nextPeople(db: Db, eventId: number, after: number): Promise<{ id: number; email: string }[]> {
  return tables(db)
    .selectFrom("event_data_thing")
    .select(["id", "email"])
    .where("event_id", "=", eventId)
    .where("id", ">", after)
    .where("email", "<>", "")
    .orderBy("id")
    .limit(BLOCK)
    .execute();
}

type Note = Selectable<TravelTable>;

async function carry(
  context: JobContext,
  db: Db,
  note: Note,
  people: readonly Traveller[],
  later: LaterAnswers,
): Promise<{ written: number; late: Traveller[] }> {
  const { dialect, appId } = context;
  const asked: string[] | null = JSON.parse(note.asked ?? "null");
  const fields = (await listOwn(db, { appId, eventId: 0 })).filter(
    (field) => travels(field) && (asked?.includes(field.key) ?? true),
  );
  if (fields.length === 0 || people.length === 0) return { written: 0, late: [] };
  const events = await listEventNamesOf(db, appId);
  const archived = new Set([...events].flatMap(([id, one]) => (one.archived ? [id] : [])));
  const emails = people.map(([email]) => email);
  const things = await profilesOf(context, db, [...events.keys()], emails);
  const isLater = await later.after(db, note, things);
  const carried = carriedOf({ fields, archived, isLater }, note.event_id, people, things);
  let written = 0;
  const late = new Set<string>();
  for (const id of [...new Set(carried.map(({ thing }) => thing.event_id))].sort((a, b) => a - b)) {
    const some = carried.filter(({ thing }) => thing.event_id === id);
    await lockThings(db, dialect, id);
    const saved = await write(context, db, id, some, id === note.event_id);
    written += saved.size;
    for (const { thing } of some) if (!saved.has(thing.id)) late.add(thing.email);
  }
  return { written, late: people.filter(([email]) => late.has(email)) };
}

/** Answers the ids of those that are as they should be now. `isHere`: those who get what they lacked where they have come to. */
async function write(
  context: JobContext,
  db: Db,
  eventId: number,
  carried: readonly Carried[],
  isHere: boolean,
): Promise<Set<number>> {
  const { dialect, appId } = context;
  const saving = carried.map(({ thing: { event_id: _, ...thing }, answers }) => {
    const fields = Object.fromEntries(
      Object.entries({ ...thing.fields, ...Object.fromEntries(answers) }).filter(([, answer]) => answer !== undefined),
    ) as Thing["fields"];
    return { id: thing.id, rev: thing.rev, values: { ...thing, fields }, thing };
  });
  const givers = saving.map(({ id, values, thing }) => ({ id, values, before: thing }));
  const refused = new Set<number>();
  // What another person gives by now stays theirs.
  for (const { at } of await findTaken(db, dialect, { id: eventId, app_id: appId }, givers)) refused.add(at);
  const rest = saving.filter((_, at) => !refused.has(at));
  const saved = await saveMany(db, dialect, eventId, rest, context.now().toISOString());
  // Nobody has changed whom an import brought, or who has only come to be asked this: what made them so can still be undone.
  if (isHere) {
    const done = carried.filter(({ thing }) => saved.has(thing.id));
    const brought = done.map(({ thing, answers }) => [thing.id, [...answers.keys()]] as const);
    await keepBrought(db, dialect, eventId, new Map(brought));
  } else await keepMade(db, dialect, eventId, [...saved]);
  for (const { thing, values } of rest.filter(({ id }) => saved.has(id))) {
    const object = { type: OBJECT, id: thing.id, label: thing.name };
    const difference = changes(comparable(thing), { ...taken(thing), ...comparable(values) });
    await context.audit(db, { action: "save", object, ...difference }, eventId);
  }
  for (const at of refused) saved.add((saving[at] as { id: number }).id);
  return saved;
}
