// Fills the demo's events with profiles: thousands in the big one, enough to look at in the others.
import type { DemoContext } from "#server";
import { makeCompanies, makeItems, makeParticipants } from "./demo/profiles.ts";
import { createThings } from "./repository.ts";

const BIG = { participants: 5000, companies: 400, items: 800 };
const SMALL = { participants: 120, companies: 18, items: 30 };

export async function demo({ db, random, now, events, types, bigEventId }: DemoContext): Promise<void> {
  for (const event of events) {
    const size = event.id === bigEventId ? BIG : SMALL;
    const [participants, companies, items] = [1, 2, 3].map((categoryId) =>
      types.filter((type) => type.appId === event.appId && type.categoryId === categoryId).map((type) => type.id),
    ) as [number[], number[], number[]];
    const firms = makeCompanies(random, companies, size.companies);
    const all = [
      ...makeParticipants(random, participants, firms, size.participants),
      ...firms,
      ...makeItems(random, items, firms, size.items),
    ];
    await createThings(db, event.id, all, now.toISOString());
  }
}
