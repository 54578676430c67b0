// Takes a saved change of somebody's times back, by the same rules as any other save.
import { problem, type Revertible } from "#server";
import { instantsOf } from "../contract.ts";
import { told, toldSpans } from "./rules.ts";
import { changeTimes, holdLeaving, participantOf, thingsOf, timesOf } from "./times.ts";

export const revertTimes: Revertible = {
  read: async (context, id) => {
    const { db, event, deps } = context;
    const [thing] = await thingsOf(deps.offered).named(db, event.id, [Number(id)]);
    return thing && { availability: told((await timesOf(context, thing.id)).spans, event.timezone) };
  },
  write: async (context, id, { availability }) => {
    await holdLeaving(context);
    const { id: thingId } = await participantOf(context, Number(id));
    const spans = toldSpans(availability);
    if (spans === undefined) throw problem("invalid", { fields: { availability: "These are no times" } });
    const before = await timesOf(context, thingId);
    await changeTimes(context, before, { rev: before.rev, windows: spans && spans.map(instantsOf) });
  },
};
