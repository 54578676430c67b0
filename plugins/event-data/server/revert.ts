// Takes a saved change of a profile back, by the same rules as any other save.
import type { Access } from "#schemas/access.ts";
import { type Context, problem, type ReversalLosses, type Revertible } from "#server";
import { STATUS_AFTER } from "../contract/status.ts";
import { createThing, listLosses, removeThing, saveThing, type Thing } from "../contract.ts";
import { removedKeys } from "./fields/removed.ts";
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
  makers: createThing.access as Access,
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
    // An answer whose field has been removed since would come back to a key that nobody asks for.
    const gone = await removedKeys(context.db, context.event, Object.keys(fields));
    await handlerOf(saveThing)?.({
      ...context,
      params,
      query: { calls_off, tells },
      body: { ...values, fields, ...(gone.size > 0 && { new_keys: false }), rev: thing.rev },
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
    const { created_at: _, updated_at: __, fields = {}, ...rest } = facts;
    const gone = await removedKeys(context.db, context.event, Object.keys(fields as object));
    const body = {
      ...rest,
      fields: Object.fromEntries(Object.entries(fields as object).filter(([key]) => !gone.has(key))),
    };
    return (await handlerOf(createThing)?.({ ...context, body, audit: async () => {} })) as Thing;
  },
};
