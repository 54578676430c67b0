// What takes up the time of participants, for the area that keeps when they are available: their confirmed meetings.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import type { TakenTimes } from "../../availability/offers.ts";
import { thingsOf } from "./meetings.ts";
import * as repository from "./repository.ts";
import { type Span, spanOf } from "./rules.ts";

const READING = accessCondition({ permissions: ["meetings"] });

export const takenTimes: TakenTimes = {
  of: async ({ db, eventId, who, offered }, thingId) => {
    const rows = (
      await repository.getMeetings(db, eventId, await repository.meetingIdsOf(db, eventId, [thingId]))
    ).filter(({ state }) => state === "accepted");
    const { accessRole, permissions } = who;
    const reads = isAllowed(READING, { accessRole, permissions }) === true;
    const others = rows.flatMap(({ participants }) => participants.flatMap((one) => (one.is_gone ? [] : one.thing_id)));
    const named = reads ? await thingsOf(offered).named(db, eventId, [...new Set(others)]) : [];
    const names = new Map(named.map(({ id, name }) => [id, name]));
    return rows.map(({ id, start_at, end_at, participants }) => {
      const whom = participants.filter(({ thing_id, is_gone }) => thing_id !== thingId && !is_gone);
      return { id, start: start_at, end: end_at, with: whom.flatMap(({ thing_id }) => names.get(thing_id) ?? []) };
    });
  },

  ahead: async (db, eventId, thingIds, after) => {
    const ids = await repository.confirmedOf(db, eventId, thingIds, after.toISOString());
    const spans = new Map<number, Span[]>();
    for (const { start_at, end_at, participants } of await repository.getMeetings(db, eventId, ids)) {
      const span = spanOf({ start: start_at, end: end_at });
      for (const { thing_id, is_gone } of participants)
        if (!is_gone) spans.set(thing_id, [...(spans.get(thing_id) ?? []), span]);
    }
    return spans;
  },
};
