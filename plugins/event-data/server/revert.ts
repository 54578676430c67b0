// Takes a saved change of a profile back, by the same rules as any other save.
import type { Revertible } from "#server";
import { createThing, removeThing, saveThing, type Thing } from "../contract.ts";
import { comparable } from "./history.ts";
import { getThing } from "./repository.ts";
import { routes } from "./routes.ts";

const OWN = "fields.";

const handlerOf = (wanted: unknown) => routes.find(({ endpoint }) => endpoint === wanted)?.handler;

export const revertThing: Revertible = {
  read: async ({ db, event }, id) => {
    const thing = await getThing(db, event.id, Number(id));
    return thing && comparable(thing);
  },
  write: async (context, id, facts) => {
    const thing = (await getThing(context.db, context.event.id, Number(id))) as Thing;
    const entries = Object.entries(facts);
    const fields = Object.fromEntries(
      entries.flatMap(([key, value]) => (key.startsWith(OWN) ? [[key.slice(OWN.length), value]] : [])),
    );
    const values = Object.fromEntries(entries.filter(([key]) => !key.startsWith(OWN)));
    const params = { eventId: context.event.id, thingId: thing.id };
    await handlerOf(saveThing)?.({
      ...context,
      params,
      query: {},
      body: { ...values, fields, rev: thing.rev },
      audit: async () => {},
    });
  },
  remove: async (context, id) => {
    const thing = (await getThing(context.db, context.event.id, Number(id))) as Thing;
    const params = { eventId: context.event.id, thingId: thing.id };
    await handlerOf(removeThing)?.({ ...context, params, query: { rev: thing.rev }, audit: async () => {} });
  },
  bringBack: async (context, facts) => {
    const { created_at: _, updated_at: __, ...body } = facts;
    return (await handlerOf(createThing)?.({ ...context, body, audit: async () => {} })) as Thing;
  },
};
