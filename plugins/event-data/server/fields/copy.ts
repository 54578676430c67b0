// The fields of an event come along when it is copied, without their answers: its own as fields of the copy, and those
// multi-event fields that name their events by naming the copy, too. The others ask in every event anyway.
import type { Field } from "#schemas/fields.ts";
import { appAndZoneOf, changes, type EventCopying } from "#server";
import { fieldObject } from "./history.ts";
import { listEmpty } from "./listed.ts";
import { changeField, createField, listFieldsOf, listOwn } from "./repository.ts";
import { waitForKeys } from "./routes.ts";

type Copying = Parameters<EventCopying["copy"]>[0];

const SHARED = 0;

export const copyFields: EventCopying["copy"] = async (copying) => {
  const { db, dialect, from, to, now } = copying;
  const { appId } = await appAndZoneOf(db, from);
  await waitForKeys({ db, dialect, app: { id: appId } });
  for (const field of await listOwn(db, { appId, eventId: from })) {
    if (field.archived_at === null) await createField(db, { appId, eventId: to }, field.key, field, now.toISOString());
  }
  for (const field of (await listOwn(db, { appId, eventId: SHARED })).filter((one) => asks(one, from)))
    await askToo(copying, appId, field);
  await listEmpty(db, to, await listFieldsOf(db, { id: to, app_id: appId }));
};

const asks = ({ archived_at, event_ids }: Field, eventId: number) =>
  archived_at === null && event_ids.includes(eventId);

async function askToo({ db, from, to, now, audit }: Copying, appId: number, { id }: Field): Promise<void> {
  const done = await changeField(db, { appId, id, now: now.toISOString() }, (field) =>
    asks(field, from) ? { event_ids: [...field.event_ids, to].sort((a, b) => a - b) } : undefined,
  );
  if (!done) return;
  const { before, after } = done;
  const difference = changes({ event_ids: before.event_ids }, { event_ids: after.event_ids });
  await audit({ action: "save", object: fieldObject(after), ...difference });
}
