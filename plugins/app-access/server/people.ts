// Profiles of the event as this area asks for them, and what logging in makes of them.
import { type Context, changes, listTypesOf, type Offers, ProblemError, problem } from "#server";
import type { Thing } from "../../event-data/contract.ts";
import { thingsKey } from "../../event-data/offers.ts";

const TRIES = 3;

export function thingsOf(offered: Offers) {
  const [things] = offered(thingsKey);
  if (!things) throw new Error("The area event-data, which app-access requires, offers no profiles.");
  return things;
}

type Asked = Pick<Context, "db" | "event" | "deps">;

export async function getThing({ db, event, deps }: Asked, id: number): Promise<Thing> {
  const thing = await thingsOf(deps.offered).get(db, event.id, id);
  if (thing) return thing;
  throw problem("not_found", {
    message: "This profile is not in the event, or has been removed",
    text: "app-access:gone.profile",
  });
}

/** The category of a data type of the event. */
export async function categoriesOf({ db, event }: Pick<Context, "db"> & { event: { id: number } }) {
  const types = new Map((await listTypesOf(db, event.id)).map(({ id, categoryId }) => [id, categoryId]));
  return (typeId: number) => types.get(typeId);
}

/** How the history names a profile. */
export function objectOf({ deps }: Pick<Context, "deps">, { id, name }: Pick<Thing, "id" | "name">) {
  const things = thingsOf(deps.offered);
  return { type: things.object, id, label: name };
}

/** A step on the way from imported to active, by the rules of any save. Answers the profile as it is then, and what changed. */
export async function advance(
  { db, dialect, event, now, jobs, deps }: Pick<Context, "db" | "dialect" | "event" | "now" | "jobs" | "deps">,
  thing: Thing,
  status: "invited" | "active",
): Promise<{ thing: Thing; before: Record<string, unknown>; after: Record<string, unknown> }> {
  const things = thingsOf(deps.offered);
  const follow = async (kind: string) => void (await jobs.start({ kind, payload: null }));
  for (let tries = 1, before: Thing | undefined = thing; before; tries++) {
    const isAhead = before.status === "active" || before.status === "blocked" || before.status === status;
    if (isAhead) return { thing: before, before: {}, after: {} };
    try {
      const saved = await things.change(db, dialect, event, before, { status }, { now, follow });
      return { thing: saved, ...changes({ status: before.status }, { status: saved.status }) };
    } catch (error) {
      // Somebody saved the profile in between: its status goes on from there.
      if (!(error instanceof ProblemError) || error.code !== "stale" || tries === TRIES) throw error;
      before = await things.get(db, event.id, thing.id);
    }
  }
  throw problem("not_found");
}
