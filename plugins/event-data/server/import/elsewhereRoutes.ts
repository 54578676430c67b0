// Whom other events of the app know, for somebody who adds people to this one.
import {
  type Db,
  type Dialect,
  fold,
  listAppTypesOf,
  listEventNamesOf,
  listTypesOf,
  mayOpen,
  type Route,
  route,
} from "#server";
import { ELSEWHERE_SHOWN, findElsewhere } from "../../contract.ts";
import { findMany } from "../bulk/writeMany.ts";
import { participantTypes } from "../rules.ts";
import { findKnown } from "./elsewhereFound.ts";

export const elsewhereRoutes: Route[] = [
  route(findElsewhere, async ({ db, dialect, app, event, who, body }) => {
    const all = await listEventNamesOf(db, app.id);
    const events = [...all]
      .filter(([id]) => id !== event.id && mayOpen(who.allowedEvents, id))
      .map(([id, { name }]) => ({ id, name }))
      .sort((one, other) => other.id - one.id);
    const wanted = events.filter(({ id }) => body.event_id === undefined || id === body.event_id);
    const byId = new Map(wanted.map((one) => [one.id, one]));
    const asked = {
      db,
      dialect,
      eventIds: [...byId.keys()],
      types: participantTypes(await listAppTypesOf(db, app.id)),
    };
    const found = await findKnown(asked, body.search, ELSEWHERE_SHOWN + 1);
    const shown = found.slice(0, ELSEWHERE_SHOWN).flatMap(({ event_id, ...one }) => {
      const there = byId.get(event_id);
      return there ? [{ ...one, event: there }] : [];
    });
    const here = await emailsHere(db, dialect, event.id, shown);
    const rows = shown.map((one) => ({ ...one, is_here: here.has(one.email) }));
    return { rows, more: found.length > ELSEWHERE_SHOWN, events };
  }),
];

async function emailsHere(
  db: Db,
  dialect: Dialect,
  eventId: number,
  all: readonly { email: string }[],
): Promise<ReadonlySet<string>> {
  const people = participantTypes(await listTypesOf(db, eventId));
  const mails = all.flatMap(({ email }) => (email === "" ? [] : fold(email)));
  const there = await findMany(db, dialect, eventId, "email_key", [...new Set(mails)]);
  return new Set(there.flatMap(({ email, type_id }) => (people.includes(type_id) ? email : [])));
}
