// The server face of this area.
import { type DemoContext, defineServerPlugin } from "#server";
import { type ThingFollower, thingFollowerKey } from "../../event-data/offers.ts";
import { duplicates } from "./migrations/0001_duplicates.ts";
import { putAbout, takeAbout } from "./repository.ts";
import { routes } from "./routes.ts";
import { SEARCH_JOB, searchEvent, searchJob } from "./search.ts";

type About = Awaited<ReturnType<typeof takeAbout>>;

/** Suspicions about a profile that is no more are no more either. */
const suspicions: ThingFollower = {
  label: "duplicates:title",
  count: async () => 0,
  move: (db, eventId, from) => takeAbout(db, eventId, [from]),
  moveBack: (db, _, __, ___, kept) => putAbout(db, kept as About),
  drop: (db, eventId, ids) => takeAbout(db, eventId, ids),
  putBack: (db, _, kept) => putAbout(db, kept as About),
};

export default defineServerPlugin({
  id: "duplicates",
  routes,
  migrations: [duplicates],
  jobs: { [SEARCH_JOB]: searchJob },
  offers: [thingFollowerKey.given(suspicions)],
  demo: async ({ db, dialect, offered, now, bigEventId, appIds }: DemoContext) => {
    const write = (work: (inside: typeof db) => Promise<void>) => work(db);
    await searchEvent({ eventId: bigEventId, appId: appIds.northwind, read: db, dialect, offered, now, write });
  },
});
