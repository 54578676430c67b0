// One data type becomes another: fields that name it, and its profiles block by block, each with its line in the history.
import type { Field } from "#schemas/fields.ts";
import { changes, type Db, type TypeEffect, type TypeMerging, type TypePair } from "#server";
import { FIELD } from "./fields/history.ts";
import { LISTED_JOB } from "./fields/listed.ts";
import { listAll, saveField } from "./fields/repository.ts";
import { OBJECT } from "./history.ts";
import { lockThings } from "./locks.ts";
import { noteChange } from "./repository.ts";
import type { EventDataTables } from "./tables.ts";

const BLOCK = 500;

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
  join: async (db, pair, { now, audit }) => {
    await each(db, pair, now, audit, (ids) => (ids.includes(pair.to) ? ids : [...ids, pair.to].sort((a, b) => a - b)));
  },
  leave: async (db, pair, { now, audit, follow }) => {
    const isChanged = await each(db, pair, now, audit, (ids) => ids.filter((id) => id !== pair.from));
    // They are asked of another type than before.
    if (isChanged) await follow(db, LISTED_JOB, { eventIds: pair.eventIds });
  },
};

export const mergeProfiles: TypeMerging = {
  move: async (db, { from, to }, eventId, { dialect, now, audit }) => {
    await lockThings(db, dialect, eventId);
    const things = db.withTables<EventDataTables>();
    const some = await things
      .selectFrom("event_data_thing")
      .select("id")
      .where("event_id", "=", eventId)
      .where("type_id", "=", from)
      .limit(BLOCK)
      .execute();
    if (some.length === 0) return 0;
    await noteChange(db, eventId);
    const moved = await things
      .updateTable("event_data_thing")
      .set((is) => ({ type_id: to, rev: is("rev", "+", 1), updated_at: now.toISOString() }))
      .where("event_id", "=", eventId)
      .where(
        "id",
        "in",
        some.map(({ id }) => id),
      )
      .where("type_id", "=", from)
      .returning(["id", "name"])
      .execute();
    for (const { id, name } of moved) {
      const object = { type: OBJECT, id, label: name };
      await audit(db, { action: "save", object, before: { type_id: from }, after: { type_id: to } }, eventId);
    }
    return some.length;
  },
};

/** Changes the types of every field that names the one that goes; answers whether there were some. */
async function each(
  db: Db,
  { appId, from }: TypePair,
  now: Date,
  audit: Parameters<NonNullable<TypeMerging["join"]>>[2]["audit"],
  change: (ids: readonly number[]) => readonly number[],
): Promise<boolean> {
  let isChanged = false;
  for (const field of await listAll(db, appId)) {
    if (!field.type_ids.includes(from)) continue;
    const type_ids = change(field.type_ids);
    if (type_ids.length === field.type_ids.length) continue;
    const { id: _, rev: __, position: ___, event_id, key, archived_at: ____, ...values } = field;
    await saveField(db, field, { values: { ...values, type_ids: [...type_ids] } }, now.toISOString());
    const difference = changes({ type_ids: field.type_ids }, { type_ids });
    await audit(db, { action: "save", object: { type: FIELD, id: field.id, label: key }, ...difference }, event_id);
    isChanged = true;
  }
  return isChanged;
}

function counted(label: string, fields: readonly Field[]): TypeEffect[] {
  const events = [...new Set(fields.map(({ event_id }) => event_id))];
  return events.map((eventId) => {
    return { label, eventId, count: fields.filter(({ event_id }) => event_id === eventId).length };
  });
}
