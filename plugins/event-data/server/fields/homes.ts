// Where answers stand today that were given to fields of an earlier time.
import type { Field } from "#schemas/fields.ts";
import { type Db, listAuditOf } from "#server";
import type { AskedThen } from "../../offers.ts";
import { FIELD } from "./history.ts";
import { listAll } from "./repository.ts";
import type { EventPlace } from "./unique.ts";

/**
 * By their keys of then the keys of today; nothing of fields that are gone. A field that several events share by now goes on in
 * that one, and answers to one that no longer asks here are left over as everybody's are. `today` are the fields of the event.
 */
export async function homesOf(
  db: Db,
  { id: eventId, app_id }: EventPlace,
  then: AskedThen,
  today: readonly Field[],
): Promise<Map<string, string>> {
  const asked = Object.entries(then);
  const homes = new Map<string, string>();
  const here = new Map(today.map((field) => [field.key, field]));
  if (asked.every(([key, { id }]) => here.get(key)?.id === id)) return new Map(asked.map(([key]) => [key, key]));
  const all = await listAll(db, app_id);
  for (const [key, { id }] of asked) {
    const found = all.find((one) => one.id === id) ?? (await mergedInto(db, app_id, id, all));
    // What several events shared is another event's own again: here it is the one of its key.
    const isElsewhere = found && found.event_id !== 0 && found.event_id !== eventId;
    const field = isElsewhere ? here.get(key) : found;
    const holder = field && here.get(field.key);
    if (field && (!holder || holder.id === field.id)) homes.set(key, field.key);
  }
  return homes;
}

/** The field of several events that took it; its last line in the history tells. */
async function mergedInto(db: Db, appId: number, id: number, all: readonly Field[]): Promise<Field | undefined> {
  const [last] = await listAuditOf(db, { appId, type: FIELD, id }, 1);
  if (last?.action !== "merge_into") return undefined;
  return all.find(({ event_id, key }) => event_id === 0 && key === last.after?.["into"]);
}
