// The fields of an event come along when it is copied, without their answers. Those that several events share are there anyway,
// unless they name their events.
import { appAndZoneOf, type EventCopying } from "#server";
import { listEmpty } from "./listed.ts";
import { createField, listFieldsOf, listOwn } from "./repository.ts";

export const copyFields: EventCopying["copy"] = async ({ db, from, to, now }) => {
  const { appId } = await appAndZoneOf(db, from);
  const own = (await listOwn(db, { appId, eventId: from })).filter(({ archived_at }) => archived_at === null);
  for (const { id: _, event_id: __, key, position: ___, rev: ____, archived_at: _____, ...values } of own)
    await createField(db, { appId, eventId: to }, key, values, now.toISOString());
  await listEmpty(db, to, await listFieldsOf(db, { id: to, app_id: appId }));
};
