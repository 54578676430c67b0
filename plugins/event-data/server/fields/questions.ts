// The questions of an event and who answers them, as judging needs them.
import { type Db, zoneOf } from "#server";
import { sentFiles } from "../files/repository.ts";
import type { Questions } from "../rules.ts";
import { listFieldsOf } from "./repository.ts";

/** What answers in an event are judged by, for somebody of a role. Files may be given that were sent for what is `given`. */
export async function questionsOf(
  db: Db,
  event: { id: number; app_id: number; timezone: string },
  who: { accessRole: number },
  given: Readonly<Record<string, unknown>> = {},
): Promise<Questions> {
  const fields = await listFieldsOf(db, event);
  const own = fields.filter(({ kind }) => kind === "file");
  const files = await sentFiles(db, event.id, own, given);
  return { fields, role: who.accessRole, timeZone: event.timezone, files };
}

/** The same where only the event's id is at hand, as in jobs. */
export async function questionsOfEvent(
  db: Db,
  appId: number,
  eventId: number,
  who: { accessRole: number },
): Promise<Questions> {
  return questionsOf(db, { id: eventId, app_id: appId, timezone: await zoneOf(db, eventId) }, who);
}
