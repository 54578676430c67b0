// Takes a saved change of a meeting back, by the same rules as any other save.
import { problem, type Revertible, toldId, toldToday } from "#server";
import { changeMeeting, facts, oneWithNames } from "./meetings.ts";
import { findMeeting, listLocations } from "./repository.ts";
import { tellPeople } from "./told.ts";

export const revertMeeting: Revertible = {
  read: async (context, id) => {
    const meeting = await findMeeting(context.db, context.event.id, Number(id));
    return meeting && facts(await oneWithNames(context, meeting.id));
  },
  namesNow: async ({ db, event }) => {
    const places = await listLocations(db, event.id);
    return (facts) =>
      "location" in facts ? { ...facts, location: toldToday(places, facts["location"]) } : { ...facts };
  },
  write: async (context, id, { location, participants: _, ...values }) => {
    const { db, event } = context;
    const meeting = await findMeeting(db, event.id, Number(id));
    if (!meeting) throw problem("history.object_gone");
    // One that is gone cannot be met at.
    const location_id = toldId(await listLocations(db, event.id), location);
    // It was settled once, whoever has said since that they are not available then.
    const known = facts(await oneWithNames(context, meeting.id));
    const saved = await changeMeeting(context, meeting, { ...values, location_id, anyway: true, rev: meeting.rev });
    await tellPeople(context, saved, known);
  },
};
