// Links that were taken away and are made again, with what they carried.
import { type Route, route, toldOf } from "#server";
import { putLinksBack, type TakenLink } from "../contract.ts";
import { Linker } from "./linker.ts";
import { thingsOf } from "./profiles.ts";
import { addLinks } from "./repository.ts";
import { held, NAMED, objectOf } from "./routes.ts";
import { listRuns } from "./runs.ts";
import { tellLinks } from "./told.ts";

const BLOCK = 1000;

export const putBackRoutes: Route[] = [
  route(putLinksBack, async ({ db, event, params, body, now, audit, deps }) => {
    // Who removes one of the profiles at this moment waits, or is waited for.
    await thingsOf(deps.offered).noteChange(db, event.id);
    const kind = await held(db, event.id, params.kindId);
    // What can no longer be undone with its file or matching is its no more.
    const runs = new Set((await listRuns(db, kind.id, now)).map(({ job }) => job));
    const told = { made: 0, existing: 0, gone: 0, refused: 0 };
    const made: TakenLink[] = [];
    for (let at = 0; at < body.links.length; at += BLOCK) {
      const some = body.links.slice(at, at + BLOCK);
      const pairs = some.map(({ from, to }) => ({ from: { id: from }, to: { id: to } }));
      const around = { offered: deps.offered, eventId: event.id, now: () => now };
      const { outcomes } = await Linker.judged(db, around, kind, pairs);
      for (const outcome of outcomes) told[typeof outcome === "string" ? outcome : "refused"] += 1;
      const again = some.filter((_, place) => outcomes[place] === "made");
      const links = again.map(({ from, to, job, created_at, ...carried }) => {
        const job_id = job !== null && runs.has(job) ? job : null;
        const made_at = new Date(created_at).toISOString();
        return { ...carried, created_at: made_at, kind_id: kind.id, from_id: from, to_id: to, job_id };
      });
      await addLinks(db, event.id, links);
      made.push(...again);
    }
    if (made.length > 0) {
      const some = made.slice(0, NAMED);
      const ids = some.flatMap(({ from, to }) => [from, to]);
      const named = new Map((await thingsOf(deps.offered).named(db, event.id, ids)).map((one) => [one.id, one.name]));
      const nameOf = (id: number) => toldOf({ id, name: named.get(id) ?? "" });
      const pairs = some.map(({ from, to }) => `${nameOf(from)} – ${nameOf(to)}`);
      await audit({ action: "link", object: objectOf(kind), after: { links: made.length, pairs } });
      const again = made.map(({ from, to }) => ({ from_id: from, to_id: to }));
      await tellLinks({ db, eventId: event.id, offered: deps.offered, audit }, kind, again, true);
    }
    return told;
  }),
];
