// Takes a saved change of a meeting back, by the same rules as any other save.
import { problem, type Revertible } from "#server";
import { changeMeeting, facts, oneWithNames } from "./meetings.ts";
import { findMeeting, listLocations } from "./repository.ts";

export const revertMeeting: Revertible = {
  read: async (context, id) => {
    const meeting = await findMeeting(context.db, context.event.id, Number(id));
    return meeting && facts(await oneWithNames(context, meeting.id));
  },
  write: async (context, id, { location, participants: _, ...values }) => {
    const { db, event } = context;
    const meeting = await findMeeting(db, event.id, Number(id));
    if (!meeting) throw problem("not_found");
    // The history names places; one that is gone cannot be met at.
    const place = location ? (await listLocations(db, event.id)).find(({ name }) => name === location) : null;
    if (place === undefined) {
      throw problem("history.object_gone", {
        message: `"${String(location)}" is no longer there`,
        fields: { location: "No longer there" },
      });
    }
    // It was settled once, whoever has said since that they are not available then.
    const change = { ...values, location_id: place?.id ?? null, anyway: true };
    await changeMeeting(context, meeting, { ...change, rev: meeting.rev });
  },
};
