// One data type becomes another: fields that name it, and its profiles block by block, each with its line in the history.
import { type Field, fieldApplies } from "#schemas/fields.ts";
import {
  changes,
  type Db,
  type Dialect,
  listEventTypesOf,
  sql,
  type TypeEffect,
  type TypeMerging,
  type TypePair,
} from "#server";
import { FIELD } from "./fields/history.ts";
import { LISTED_JOB } from "./fields/listed.ts";
import { changeField, listAll, listFieldsOf } from "./fields/repository.ts";
import { noteAsked, noteTravel, TRAVEL_JOB, travels } from "./fields/travel/note.ts";
import { OBJECT } from "./history.ts";
import { lockThings } from "./locks.ts";
import { noteChange } from "./repository.ts";

/** Profiles a statement. */
const BLOCK = 1000;
/** Blocks a transaction, as long as nobody waits for its end: pages of an index that several of them touch are written once. */
const TOGETHER = 20;

export const mergeFields: TypeMerging = {
  effects: async (db, pair) => {
    const fields = (await listAll(db, pair.appId)).filter(({ archived_at }) => archived_at === null);
    const of = (label: string, some: readonly Field[]) => counted(`event-data:typeMerge.${label}`, some);
    return [
      ...of(
        "gains",
        fields.filter(({ type_ids }) => type_ids.includes(pair.from) && !type_ids.includes(pair.to)),
      ),
      ...of(
        "required",
        fields.filter(
          ({ type_ids, required }) => required && type_ids.includes(pair.to) && !type_ids.includes(pair.from),
        ),
      ),
    ];
  },
  join: async (db, pair, { now, audit, follow }) => {
    const wider = await each(db, pair, now, audit, (ids) =>
      ids.includes(pair.to) ? ids : [...ids, pair.to].sort((a, b) => a - b),
    );
    if (await bringAnswers(db, pair, wider, now)) await follow(db, TRAVEL_JOB);
  },
  leave: async (db, pair, { now, audit, follow }) => {
    const changed = await each(db, pair, now, audit, (ids) => ids.filter((id) => id !== pair.from));
    // They are asked of another type than before.
    if (changed.length > 0) await follow(db, LISTED_JOB, { eventIds: pair.eventIds });
  },
};

export const mergeProfiles: TypeMerging = {
  move: async (db, { appId, from, to }, eventId, { dialect, now, audit, follow, after, goesOn }) => {
    await lockThings(db, dialect, eventId);
    const event = { id: eventId, app_id: appId };
    // What they come to be asked they may have answered elsewhere.
    const asked = (await listFieldsOf(db, event)).filter(
      (field) => fieldApplies(field, to) && !fieldApplies(field, from),
    );
    const carry = async (some: readonly MovedThing[]) => {
      const moved = some.map(({ email }) => {
        return { before: { email, type_id: from, fields: {} }, after: { email, type_id: to, fields: {} } };
      });
      if (await noteTravel(db, event, asked, moved, now)) await follow(db, TRAVEL_JOB);
    };
    const block = (beyond: number) => moveBlock(db, dialect, { eventId, from, to, now: now.toISOString() }, beyond);
    let [count, place] = [0, after];
    let coming: Promise<MovedThing[]> | undefined = block(place);
    for (let left = TOGETHER; coming; left -= 1) {
      const some: readonly MovedThing[] = await coming;
      if (count === 0 && some.length > 0) await noteChange(db, eventId);
      count += some.length;
      for (const { id } of some) place = Math.max(place, id);
      coming = some.length === BLOCK && left > 1 && goesOn() ? block(place) : undefined;
      // The history of these is written while the database moves the next ones, which are heard of above.
      coming?.catch(() => {});
      for (const { id, name } of some) {
        const object = { type: OBJECT, id, label: name };
        await audit(db, { action: "save", object, before: { type_id: from }, after: { type_id: to } }, eventId);
      }
      await carry(some);
    }
    return count > 0 ? { count, after: place } : undefined;
  },
};

interface MovedThing {
  id: number;
  name: string;
  email: string;
}

interface Move {
  eventId: number;
  from: number;
  to: number;
  now: string;
}

/** The next profiles of the type by their ids. Their type is no way to them: it would lead past all that have moved already. */
async function moveBlock(
  db: Db,
  { kind }: Dialect,
  { eventId, from, to, now }: Move,
  after: number,
): Promise<MovedThing[]> {
  const type = sql.raw(kind === "sqlite" ? "+type_id" : "type_id");
  const { rows } = await sql<MovedThing>`update event_data_thing set type_id = ${to}, rev = rev + 1, updated_at = ${now}
    where id in (select id from event_data_thing where event_id = ${eventId} and id > ${after} and ${type} = ${from}
      order by id limit ${BLOCK})
    and ${type} = ${from} returning id, name, email`.execute(db);
  return rows.map(({ id, name, email }) => ({ id: Number(id), name, email }));
}

/**
 * Where multi-event fields come to be asked of others, these bring the answers that they gave elsewhere; whether there are some. Only
 * events that have the type have such people.
 */
async function bringAnswers(db: Db, { appId, to }: TypePair, wider: readonly Field[], now: Date): Promise<boolean> {
  const shared = wider.filter(travels);
  if (shared.length === 0) return false;
  const having = (await listEventTypesOf(db, appId)).filter(({ type_id }) => type_id === to);
  let isNoted = false;
  for (const id of new Set(having.map(({ event_id }) => event_id))) {
    const asked = shared.filter(({ event_ids }) => event_ids.length === 0 || event_ids.includes(id));
    if (asked.length === 0) continue;
    await noteAsked(db, { id, app_id: appId }, asked, now);
    isNoted = true;
  }
  return isNoted;
}

/** Changes the types of every field that names the one that goes; answers those that it changed. */
async function each(
  db: Db,
  { appId, from }: TypePair,
  now: Date,
  audit: Parameters<NonNullable<TypeMerging["join"]>>[2]["audit"],
  change: (ids: readonly number[]) => readonly number[],
): Promise<Field[]> {
  const asked = ({ type_ids }: Field) => {
    const after = type_ids.includes(from) ? [...change(type_ids)] : type_ids;
    return after.length === type_ids.length ? undefined : { type_ids: after };
  };
  const changed: Field[] = [];
  for (const { id, event_id, key } of (await listAll(db, appId)).filter(asked)) {
    const done = await changeField(db, { appId, id, now: now.toISOString() }, asked);
    if (!done) continue;
    const difference = changes({ type_ids: done.before.type_ids }, { type_ids: done.after.type_ids });
    await audit(db, { action: "save", object: { type: FIELD, id, label: key }, ...difference }, event_id || undefined);
    changed.push(done.after);
  }
  return changed;
}

function counted(label: string, fields: readonly Field[]): TypeEffect[] {
  const events = [...new Set(fields.map(({ event_id }) => event_id))];
  return events.map((eventId) => {
    return { label, eventId, count: fields.filter(({ event_id }) => event_id === eventId).length };
  });
}
