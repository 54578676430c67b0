// Takes a saved change of a profile back, by the same rules as any other save.
import { type Context, problem, type ReversalLosses, type Revertible } from "#server";
import { STATUS_AFTER } from "../contract/status.ts";
import { createThing, listLosses, removeThing, saveThing, type Thing } from "../contract.ts";
import { comparable } from "./history.ts";
import { getThing } from "./repository.ts";
import { routes } from "./routes.ts";

const OWN = "fields.";

const handlerOf = (wanted: unknown) => routes.find(({ endpoint }) => endpoint === wanted)?.handler;

/** The profile as it stands now; somebody may have taken it out since the one who reverts has looked. */
async function standing({ db, event }: Context, id: string): Promise<Thing> {
  const thing = await getThing(db, event.id, Number(id));
  if (!thing) throw problem("history.object_gone");
  return thing;
}

export const revertThing: Revertible = {
  read: async ({ db, event }, id) => {
    const thing = await getThing(db, event.id, Number(id));
    return thing && comparable(thing);
  },
  losses: async (context, id, facts, locale) => {
    const thing = await standing(context, id);
    const isBlocked = facts?.["status"] === STATUS_AFTER.deactivate && thing.status !== facts["status"];
    if (facts && !isBlocked) return undefined;
    const by = facts ? "blocking" : "removing";
    const params = { eventId: context.event.id, thingId: thing.id };
    const losses = await handlerOf(listLosses)?.({ ...context, params, query: { by, ...(locale && { locale }) } });
    return { by, losses: losses as ReversalLosses["losses"] };
  },
  write: async (context, id, facts, { calls_off, tells }) => {
    const thing = await standing(context, id);
    const entries = Object.entries(facts);
    const fields = Object.fromEntries(
      entries.flatMap(([key, value]) => (key.startsWith(OWN) ? [[key.slice(OWN.length), value]] : [])),
    );
    const values = Object.fromEntries(entries.filter(([key]) => !key.startsWith(OWN)));
    const params = { eventId: context.event.id, thingId: thing.id };
    await handlerOf(saveThing)?.({
      ...context,
      params,
      query: { calls_off, tells },
      // An answer whose field has been removed since would come back to a key that nobody asks for.
      body: { ...values, fields, new_keys: false, rev: thing.rev },
      audit: async () => {},
    });
  },
  remove: async (context, id, { tells }) => {
    const thing = await standing(context, id);
    const params = { eventId: context.event.id, thingId: thing.id };
    const query = { rev: thing.rev, tells };
    await handlerOf(removeThing)?.({ ...context, params, query, audit: async () => {} });
  },
  bringBack: async (context, facts) => {
    const { created_at: _, updated_at: __, ...body } = facts;
    return (await handlerOf(createThing)?.({ ...context, body, audit: async () => {} })) as Thing;
  },
};
