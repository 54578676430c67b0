// One short handler an endpoint: load, decide, write.
import { changes, type Route, route, toldOf } from "#server";
import { getAvailability, saveAvailability } from "../contract.ts";
import { told } from "./rules.ts";
import { changeTimes, holdLeaving, OBJECT, participantOf, shown, timesOf } from "./times.ts";

export const routes: Route[] = [
  route(getAvailability, async (context) => {
    const { id } = await participantOf(context, context.params.thingId);
    return shown(context, await timesOf(context, id));
  }),

  route(saveAvailability, async (context) => {
    const { event, params, body, audit } = context;
    await holdLeaving(context);
    const thing = await participantOf(context, params.thingId);
    const before = await timesOf(context, thing.id);
    const saved = await changeTimes(context, before, body);
    const facts = ({ spans }: typeof saved) => ({ availability: told(spans, event.timezone) });
    await audit({
      action: "save",
      object: { type: OBJECT, id: thing.id, label: toldOf(thing) },
      ...changes(facts(before), facts(saved)),
    });
    return shown(context, saved);
  }),
];
