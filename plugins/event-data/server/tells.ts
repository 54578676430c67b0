// What this area tells of events: how many profiles there are, of which kind, from where and since when.
import type { Count } from "#schemas/overview.ts";
import { dayIn, type EventRow, listTypesOf, type Telling, type TypeOfEvent } from "#server";
import { arrivalsByDay, byCountry, byType, editions, funnel, growth, listPath } from "./figures.ts";
import { type Tally, tallyArrivals, tallyCountries, tallyOf } from "./tallies.ts";

const CATEGORIES = [
  [1, "participants"],
  [2, "companies"],
  [3, "items"],
] as const;

/** Events whose growth is laid over each other at most; of these, those with arrivals are shown. */
const LATEST = 12;

const idsOf = (types: readonly TypeOfEvent[], categoryId: number) =>
  types.filter((type) => type.categoryId === categoryId).map(({ id }) => id);

function countsOf(eventId: number, tally: readonly Tally[], types: readonly TypeOfEvent[]): Count[] {
  const sum = (ids: readonly number[], status?: string) =>
    tally.reduce(
      (total, one) =>
        total + (ids.includes(one.typeId) && (status === undefined || one.status === status) ? one.count : 0),
      0,
    );
  const counts = CATEGORIES.map(([categoryId, name]): Count => {
    const ids = idsOf(types, categoryId);
    return {
      id: `event-data.${name}`,
      title: { key: `event-data:title.${name}` },
      value: sum(ids),
      tone: "plain",
      path: `/event-data/${eventId}/category/${categoryId}`,
    };
  });
  const invited: Count = {
    id: "event-data.invited",
    title: { key: "event-data:tells.invited" },
    note: { key: "event-data:tells.invited.note" },
    value: sum(idsOf(types, 1), "invited"),
    tone: "plain",
    path: listPath(`/event-data/${eventId}/category/1`, ["status", "eq", "invited"]),
  };
  return [...counts, invited];
}

/** Arrivals by day, each on the clocks of its own event. */
function byDay(arrivals: readonly { eventId: number; minute: string; count: number }[], events: readonly EventRow[]) {
  const zones = new Map(events.map(({ id, timezone }) => [id, timezone]));
  const days = new Map<string, number>();
  for (const { eventId, minute, count } of arrivals) {
    const day = dayIn(zones.get(eventId) ?? "UTC", minute);
    days.set(day, (days.get(day) ?? 0) + count);
  }
  return days;
}

export const tells: Telling = {
  area: "event-data",
  rank: 10,
  access: { accessRole: 299, permissions: ["things"] },

  ofEvent: async ({ db, event, now }) => {
    const types = await listTypesOf(db, event.id);
    const tally = await tallyOf(db, [event.id]);
    const participants = idsOf(types, 1);
    const arrivals = byDay(await tallyArrivals(db, [event.id], participants), [event]);
    const counts = countsOf(event.id, tally, types);
    const hasPeople = (counts[0]?.value ?? 0) > 0;
    const path = `/event-data/${event.id}/category/1`;
    return {
      counts,
      steps: [
        {
          id: "event-data.types-chosen",
          title: { key: "event-data:tells.step.types" },
          help: { key: "event-data:tells.step.types.help" },
          done: participants.length > 0,
          needed: true,
          path: `/event-details/${event.id}/data-types-permissions`,
        },
        {
          id: "event-data.people-in",
          title: { key: "event-data:tells.step.people" },
          help: { key: "event-data:tells.step.people.help" },
          done: hasPeople,
          needed: true,
          path,
        },
      ],
      figures: [
        growth(arrivals, dayIn(event.timezone, now.toISOString())),
        ...(hasPeople ? [funnel(tally, participants, event.id)] : []),
        byType(tally, types, event.id),
        byCountry(await tallyCountries(db, [event.id], participants), event.id),
      ],
    };
  },

  overTime: async ({ db, events, from, to, now }) => {
    const ids = events.map(({ id }) => id);
    const types = new Map<number, TypeOfEvent>();
    for (const id of ids) for (const type of await listTypesOf(db, id)) types.set(type.id, type);
    const all = [...types.values()].sort((a, b) => a.id - b.id);
    const participants = idsOf(all, 1);
    // A day begins in some zones up to fourteen hours before that of UTC and ends up to twelve after it.
    const between = {
      from: new Date(Date.parse(from) - 86_400_000).toISOString(),
      to: new Date(Date.parse(to) + 2 * 86_400_000).toISOString(),
    };
    const only = ids.length === 1 ? ids[0] : undefined;
    const latest = only === undefined ? events.slice(0, LATEST) : [];
    const grown = await tallyArrivals(
      db,
      latest.map(({ id }) => id),
      participants,
    );
    const compared = latest.map((event) => ({
      name: event.name,
      start: dayIn(event.timezone, event.date_start),
      arrivals: byDay(
        grown.filter(({ eventId }) => eventId === event.id),
        [event],
      ),
    }));
    return [
      arrivalsByDay(byDay(await tallyArrivals(db, ids, participants, between), events), from, to),
      byType(await tallyOf(db, ids), all, only),
      byCountry(await tallyCountries(db, ids, participants), only),
      ...(compared.length > 1 ? [editions(compared, dayIn("UTC", now.toISOString()))] : []),
    ];
  },
};
