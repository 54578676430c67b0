// Whom other events of the app know, for somebody who adds people to this one.
import {
  type Db,
  type Dialect,
  fold,
  listEventNamesOf,
  listRows,
  listTypesOf,
  mayOpen,
  type Route,
  route,
} from "#server";
import { ELSEWHERE_SHOWN, type Elsewhere, findElsewhere, type Thing } from "../../contract.ts";
import { findMany } from "../bulk/writeMany.ts";
import { hiddenKeys } from "../fields/sight.ts";
import { thingList } from "../list.ts";
import { PARTICIPANTS, participantTypes } from "../rules.ts";

const COLUMNS = ["name", "email", "company_name"];

export const elsewhereRoutes: Route[] = [
  route(findElsewhere, async ({ db, dialect, app, event, who, body, deps }) => {
    const all = await listEventNamesOf(db, app.id);
    const events = [...all]
      .filter(([id]) => id !== event.id && mayOpen(who.allowedEvents, id))
      .map(([id, { name }]) => ({ id, name }))
      .sort((one, other) => other.id - one.id);
    const wanted = events.filter(({ id }) => body.event_id === undefined || id === body.event_id);
    const found = new Map<string, Omit<Elsewhere, "is_here">>();
    for (const one of wanted) {
      if (found.size > ELSEWHERE_SHOWN) break;
      const hidden = await hiddenKeys(db, dialect, { id: one.id, app_id: app.id }, who);
      const narrowing = { category: PARTICIPANTS };
      // Nobody asks how many there are.
      const { version: _, ...list } = await thingList(db, dialect, one.id, narrowing, deps.offered, hidden, {});
      const search = body.search.trim() === "" ? {} : { search: body.search };
      const question = { ...search, limit: ELSEWHERE_SHOWN + 1, columns: COLUMNS };
      const { rows } = await listRows(db, dialect, list, question);
      for (const { id, name, email, company_name, type_id } of rows as unknown as Thing[]) {
        const key = email || `${id}`;
        if (!found.has(key)) found.set(key, { id, name, email, company_name, type_id, event: one });
      }
    }
    const shown = [...found.values()].slice(0, ELSEWHERE_SHOWN);
    const here = await emailsHere(db, dialect, event.id, shown);
    const rows = shown.map((one) => ({ ...one, is_here: here.has(one.email) }));
    return { rows, more: found.size > ELSEWHERE_SHOWN, events };
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
