// What this area tells of events: how many profiles there are, of which kind, from where and since when.
import type { Change, Count, Step } from "#schemas/overview.ts";
import {
  CHANGES_TOLD,
  changeOf,
  dayIn,
  daysBetween,
  type EventRow,
  latestAudit,
  listTypesOf,
  type TellContext,
  type Telling,
  type TypeOfEvent,
} from "#server";
import { histogram, tallyShares, WHOLE, wholeOf } from "./complete/figures.ts";
import { hiddenKeys, linesWithout } from "./fields/sight.ts";
import {
  arrivalsByDay,
  byCountry,
  byType,
  daysOfGrowth,
  daysOfLead,
  editions,
  funnel,
  growth,
  listPath,
} from "./figures.ts";
import { OBJECT } from "./history.ts";
import { type Tally, tallyArrivals, tallyCountries, tallyOf } from "./tallies.ts";
import { keptFrom } from "./tellers.ts";

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

const stepsOf = (eventId: number, hasTypes: boolean, hasPeople: boolean): Step[] => [
  {
    id: "event-data.types-chosen",
    title: { key: "event-data:tells.step.types" },
    help: { key: "event-data:tells.step.types.help" },
    done: hasTypes,
    needed: true,
    path: `/event-details/${eventId}/data-types-permissions`,
  },
  {
    id: "event-data.people-in",
    title: { key: "event-data:tells.step.people" },
    help: { key: "event-data:tells.step.people.help" },
    done: hasPeople,
    needed: true,
    path: `/event-data/${eventId}/category/1`,
  },
];

/** Profiles that were changed last. Of a change to nothing but answers that are hidden from the person nothing is told. */
async function latest({ db, dialect, app, offered }: TellContext, eventId: number | undefined): Promise<Change[]> {
  const told: Change[] = [];
  for (const line of await latestAudit(db, dialect, app, eventId, [OBJECT], keptFrom(offered, app))) {
    const { event } = line;
    const hidden = await hiddenKeys(db, dialect, { id: event, app_id: app.id }, app);
    if (linesWithout([line], hidden).length === 0) continue;
    told.push(changeOf(line, `/event-data/${event}/profile/${line.objectId}`));
    if (told.length === CHANGES_TOLD) break;
  }
  return told;
}

/** Today, where it is latest among the clocks of some events. */
const latestDay = (events: readonly EventRow[], now: Date) =>
  events
    .map(({ timezone }) => dayIn(timezone, now.toISOString()))
    .sort()
    .at(-1) ?? dayIn("UTC", now.toISOString());

export const tells: Telling = {
  area: "event-data",
  rank: 10,
  access: { accessRole: 299, permissions: ["things"] },

  compared: [{ id: "event-data.participants", title: { key: "event-data:title.participants" } }],

  ofEvent: async (context) => {
    const { db, dialect, app, event, now, locale, brief } = context;
    const types = await listTypesOf(db, event.id);
    const tally = await tallyOf(db, [event.id]);
    const participants = idsOf(types, 1);
    const counts = countsOf(event.id, tally, types);
    const hasPeople = (counts[0]?.value ?? 0) > 0;
    const steps = stepsOf(event.id, participants.length > 0, hasPeople);
    if (brief) return { counts, steps };
    const today = dayIn(event.timezone, now.toISOString());
    const arrivals = await tallyArrivals(db, event, participants, daysOfGrowth(today));
    const shares = await tallyShares(db, event.id, participants, await hiddenKeys(db, dialect, event, app));
    const whole = shares && { key: "event-data:tells.funnel.complete", count: wholeOf(shares), filter: WHOLE };
    return {
      counts,
      steps,
      changes: await latest(context, event.id),
      figures: [
        growth(arrivals, today, event.id),
        ...(hasPeople ? [funnel(tally, participants, event.id, whole)] : []),
        ...(shares ? [histogram(shares, event.id)] : []),
        byType(tally, types, locale, event.id),
        byCountry(await tallyCountries(db, [event.id], participants), event.id),
      ],
    };
  },

  ofApp: async (context) => ({ changes: await latest(context, undefined) }),

  overTime: async ({ db, events, compared: beside, from, to, now, locale }) => {
    const ids = events.map(({ id }) => id);
    const types = new Map<number, TypeOfEvent>();
    for (const id of ids) for (const type of await listTypesOf(db, id)) types.set(type.id, type);
    const all = [...types.values()].sort((a, b) => a.id - b.id);
    const participants = idsOf(all, 1);
    const tally = await tallyOf(db, ids);
    const only = ids.length === 1 ? ids[0] : undefined;
    const isThere = ({ id }: EventRow) =>
      tally.some(({ eventId, typeId, count }) => eventId === id && count > 0 && participants.includes(typeId));
    const arrived = new Map<string, number>();
    for (const event of events.filter(isThere)) {
      const { days } = await tallyArrivals(db, event, participants, daysBetween(from, to));
      for (const [day, count] of days) arrived.set(day, (arrived.get(day) ?? 0) + count);
    }
    const today = latestDay(events, now);
    const compared = [];
    for (const event of beside.length > 1 ? beside.slice(0, LATEST) : []) {
      const start = dayIn(event.timezone, event.date_start);
      const theirs = ids.includes(event.id) ? participants : idsOf(await listTypesOf(db, event.id), 1);
      const arrivals = await tallyArrivals(db, event, theirs, daysOfLead(start));
      compared.push({
        id: event.id,
        name: event.name,
        start,
        today: dayIn(event.timezone, now.toISOString()),
        arrivals,
      });
    }
    const laid = editions(compared, only !== undefined);
    return [
      arrivalsByDay(arrived, { from, to, today }, only),
      byType(tally, all, locale, only),
      byCountry(await tallyCountries(db, ids, participants), only),
      ...(laid ? [laid] : []),
    ];
  },
};
