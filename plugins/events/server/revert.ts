// Takes a saved change of the event itself back, by the same rules as any other save.
import { allowedEventOf, type Revertible } from "#server";
import { saveEvent } from "../contract.ts";
import { factsOf, routes } from "./routes.ts";

export const revertEvent: Revertible = {
  // Looked up anew: after a write it is no longer what the call began with.
  read: async ({ db, app, event }, id) =>
    event.id === Number(id) ? { ...factsOf(await allowedEventOf(db, app, event.id)) } : undefined,
  write: async (context, _, values) => {
    const { event } = context;
    const save = routes.find(({ endpoint }) => endpoint === saveEvent);
    await save?.handler({
      ...context,
      params: { eventId: event.id },
      body: { ...values, rev: event.rev },
      audit: async () => {},
    });
  },
};
