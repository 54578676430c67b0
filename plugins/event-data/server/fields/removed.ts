// Fields that have been removed for good, by the lines of history that say so.
import { type Db, removedFacts } from "#server";
import { FIELD } from "./history.ts";
import { listFieldsOf } from "./repository.ts";
import type { EventPlace } from "./unique.ts";

/** Of some keys those that a field of the event had which is gone, and no other has since: nobody asks for their answers any more. */
export async function removedKeys(db: Db, event: EventPlace, keys: readonly string[]): Promise<Set<string>> {
  const asked = new Set((await listFieldsOf(db, event)).map(({ key }) => key));
  const unasked = keys.filter((key) => !asked.has(key));
  if (unasked.length === 0) return new Set();
  const gone = await removedFacts(db, { appId: event.app_id, eventId: event.id, type: FIELD });
  const keysGone = new Set(gone.map(({ key }) => key));
  return new Set(unasked.filter((key) => keysGone.has(key)));
}
