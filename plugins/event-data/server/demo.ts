// Fills the demo's events with profiles: thousands in the big one, enough to look at in the others.
import type { DemoContext } from "#server";
import { demoFields } from "./demo/fields.ts";
import { makeCompanies, makeItems, makeParticipants } from "./demo/profiles.ts";
import { keepListed } from "./fields/listed.ts";
import { createThings } from "./repository.ts";

const BIG = { participants: 5000, companies: 400, items: 800 };
const SMALL = { participants: 120, companies: 18, items: 30 };

export async function demo(context: DemoContext): Promise<void> {
  const { db, dialect, random, now, events, types, bigEventId } = context;
  await demoFields(context);
  for (const { id, appId } of events)
    await keepListed({ dialect, inTransaction: (work) => work(db) }, db, { id, app_id: appId });
  for (const event of events) {
    const size = event.id === bigEventId ? BIG : SMALL;
    const [participants, companies, items] = [1, 2, 3].map((categoryId) =>
      types.filter((type) => type.appId === event.appId && type.categoryId === categoryId).map((type) => type.id),
    ) as [number[], number[], number[]];
    const firms = makeCompanies(random, companies, size.companies);
    const people = makeParticipants(random, participants, firms, size.participants);
    const goods = makeItems(random, items, firms, size.items);
    const all = [...people, ...firms, ...goods];
    const arrivals = [people, firms, goods].flatMap(({ length }) => arrivalsBefore(now, event.start, length));
    await createThings(db, event.id, all, now.toISOString(), (at) => arrivals[at] ?? now.toISOString());
  }
}

const DAY = 86_400_000;
const OPEN_FOR = 100 * DAY;
const GOLDEN = 0.618033988749895;

/** When each profile came: from a hundred days before the event, more and more of them, none later than now. */
function arrivalsBefore(now: Date, start: Date, count: number): string[] {
  const end = Math.min(now.getTime(), start.getTime());
  // Parts of the golden section lie evenly between 0 and 1 and take nothing from the row of figures.
  return Array.from({ length: count }, (_, at) => end - OPEN_FOR * ((at * GOLDEN) % 1) ** 2)
    .sort((a, b) => a - b)
    .map((at) => new Date(at).toISOString());
}
