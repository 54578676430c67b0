// Pictures of profiles, from counts. Pure.
import type { Figure, Words } from "#schemas/figure.ts";
import { daysBetween, nameInEvent, type TypeOfEvent } from "#server";
import type { Status } from "../contract.ts";
import type { Arrivals, Tally } from "./tallies.ts";

export const profiles: Words = { key: "event-data:tells.unit" };
/** As they lie on each other: those who take part first. */
const ORDER = ["active", "invited", "imported", "blocked"] as const satisfies readonly Status[];
const statusKey = (status: string): Words => ({ key: `event-data:status.${status}` });

type Asked = readonly [string, string, string | number | boolean | readonly string[]];

/** A filtered list as an address, in the words of the list question. */
export function listPath(base: string, ...filter: readonly Asked[]): string {
  return filter.length === 0 ? base : `${base}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

/** Where a place of a figure stands in an address that leads to the rows of each. */
const PLACE = "{place}";

/** The participants that arrived on a place's day, or until then. */
const arrivedPath = (eventId: number, op: "eq" | "lte") =>
  listPath(`/event-data/${eventId}/category/1`, ["created_at", op, PLACE]).replace(encodeURIComponent(PLACE), PLACE);

/** Each type with its profiles, by status on top of each other; in one event by what it calls them. */
export function byType(
  tally: readonly Tally[],
  types: readonly TypeOfEvent[],
  locale: string,
  eventId?: number,
): Figure {
  const nameOf = (type: TypeOfEvent) => (eventId === undefined ? type.name : nameInEvent(type, locale));
  const amount = (typeId: number, status: string) =>
    tally.reduce((sum, one) => sum + (one.typeId === typeId && one.status === status ? one.count : 0), 0);
  const present = ORDER.filter((status) => tally.some((one) => one.status === status && one.count > 0));
  return {
    id: "event-data.types",
    title: { key: "event-data:tells.types" },
    form: "bars",
    unit: profiles,
    along: { title: { key: "event-data:field.type_id" }, kind: "text", places: types.map(nameOf) },
    series: present.map((status) => ({
      name: statusKey(status),
      values: types.map(({ id }) => amount(id, status)),
      ...(eventId === undefined
        ? {}
        : {
            path: listPath(`/event-data/${eventId}/type/${PLACE}`, ["status", "eq", status]),
            keys: types.map(({ id }) => String(id)),
          }),
    })),
    ...(eventId === undefined ? {} : { paths: types.map(({ id }) => `/event-data/${eventId}/type/${id}`) }),
  };
}

/** What each step of the way has behind it, too. */
const STEPS = [
  ["event-data:tells.funnel.all", ["imported", "invited", "active"]],
  ["event-data:tells.funnel.invited", ["invited", "active"]],
  ["event-data:tells.funnel.active", ["active"]],
] as const satisfies readonly (readonly [string, readonly Status[]])[];

/** A step that no status tells: how many took it, and the filters that find them. */
export interface LastStep {
  key: string;
  count: number;
  filter: readonly Asked[];
}

/**
 * How far participants have come: who is there, who of them has been invited, who is active, and who of those has taken a last
 * step; without those who are blocked.
 */
export function funnel(
  tally: readonly Tally[],
  participants: readonly number[],
  eventId: number,
  last?: LastStep,
): Figure {
  const people = tally.filter(({ typeId }) => participants.includes(typeId));
  const amount = (statuses: readonly string[]) =>
    people.reduce((sum, { status, count }) => sum + (statuses.includes(status) ? count : 0), 0);
  const base = `/event-data/${eventId}/category/1`;
  const blocked = amount(["blocked"]);
  const steps: LastStep[] = [
    ...STEPS.map(([key, statuses]): LastStep => {
      return { key, count: amount(statuses), filter: [["status", "in", statuses]] };
    }),
    ...(last ? [last] : []),
  ];
  return {
    id: "event-data.funnel",
    title: { key: "event-data:tells.funnel" },
    ...(blocked > 0
      ? {
          help: { key: "event-data:tells.funnel.help", values: { count: blocked } },
          helpPath: listPath(base, ["status", "eq", "blocked"]),
        }
      : {}),
    form: "bars",
    unit: profiles,
    along: { title: { key: "event-data:tells.funnel.step" }, kind: "key", places: steps.map(({ key }) => key) },
    series: [{ name: profiles, values: steps.map(({ count }) => count) }],
    paths: steps.map(({ filter }) => listPath(base, ...filter)),
  };
}

const MOST_COUNTRIES = 8;
const OTHERS = "event-data:tells.countries.others";
const UNKNOWN = "event-data:tells.countries.unknown";

/** Where participants come from: the countries with the most, the rest together. */
export function byCountry(counts: readonly { country: string; count: number }[], eventId?: number): Figure {
  const known = counts.filter(({ country }) => country !== "");
  const unknown = counts.find(({ country }) => country === "")?.count ?? 0;
  const most = known.slice(0, MOST_COUNTRIES);
  const others = known.slice(MOST_COUNTRIES).reduce((sum, { count }) => sum + count, 0) + unknown;
  const base = `/event-data/${eventId}/category/1`;
  // Whoever has no country is of none of those that are drawn.
  const left: readonly Asked[] =
    known.length > 0 ? most.map(({ country }) => ["country", "ne", country]) : [["country", "empty", true]];
  return {
    id: "event-data.countries",
    title: { key: "event-data:tells.countries" },
    // There are no others where no country is known at all.
    ...(others > 0
      ? {
          help: { key: known.length > 0 ? OTHERS : UNKNOWN, values: { count: others } },
          ...(eventId === undefined ? {} : { helpPath: listPath(base, ...left) }),
        }
      : {}),
    form: "bars",
    unit: profiles,
    along: { title: { key: "event-data:field.country" }, kind: "country", places: most.map(({ country }) => country) },
    series: [{ name: profiles, values: most.map(({ count }) => count) }],
    ...(eventId === undefined ? {} : { paths: most.map(({ country }) => listPath(base, ["country", "eq", country])) }),
  };
}

const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

const dayBeside = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The days whose arrivals `growth` needs. */
export const daysOfGrowth = (today: string) => daysBetween(dayBeside(today, 1 - MOST_DAYS), today);

/** How the number of participants grew, day by day; from the first arrival to today. */
export function growth({ before, days }: Arrivals, today: string, eventId: number): Figure {
  const all = daysOfGrowth(today);
  const first = before > 0 ? 0 : all.findIndex((day) => days.has(day));
  const shown = all.slice(first);
  let sum = before;
  return {
    id: "event-data.growth",
    title: { key: "event-data:tells.growth" },
    form: "line",
    unit: profiles,
    along: { title: { key: "event-data:tells.day" }, kind: "day", places: shown },
    series: [
      {
        name: profiles,
        values: shown.map((day) => {
          sum += days.get(day) ?? 0;
          return sum;
        }),
        path: arrivedPath(eventId, "lte"),
      },
    ],
  };
}

/** How many participants arrived on each day of a span; of days to come nobody knows. */
export function arrivalsByDay(
  arrivals: ReadonlyMap<string, number>,
  { from, to, today }: { from: string; to: string; today: string },
  eventId?: number,
): Figure {
  const days = daysBetween(from, to);
  return {
    id: "event-data.arrivals",
    title: { key: "event-data:tells.arrivals" },
    form: days.length > 62 ? "line" : "bars",
    unit: profiles,
    along: { title: { key: "event-data:tells.day" }, kind: "day", places: days },
    series: [
      {
        name: profiles,
        values: days.map((day) => arrivals.get(day) ?? (day > today ? null : 0)),
        ...(eventId === undefined ? {} : { path: arrivedPath(eventId, "eq") }),
      },
    ],
  };
}

const LEAD = 100;
const MOST_EDITIONS = 6;

/** The days whose arrivals `editions` needs of an event that begins on a day. */
export const daysOfLead = (start: string) => daysBetween(dayBeside(start, -LEAD), start);

interface Edition {
  id: number;
  name: string;
  /** First day and today, on the event's own clock. */
  start: string;
  today: string;
  arrivals: Arrivals;
}

/**
 * How events grew towards their first day, laid over each other: a course for each, by days before it begins. Editions of one name
 * are told apart by their first days, and where they share those by their numbers, as in the picker. `isBeside`: they are not the latest, but one beside another, each of which is told; of the
 * latest those that have grown. A lone course has no name in the picture and would be taken for another event: undefined.
 */
export function editions(events: readonly Edition[], isBeside: boolean): Figure | undefined {
  const nameOf = ({ id, name, start }: Edition) => {
    const alike = events.filter((one) => one.name === name);
    if (alike.length < 2) return name;
    const isFound = alike.filter((one) => one.start === start).length < 2;
    return `${name} (${isFound ? start : id})`;
  };
  const courses = events.map((event) => {
    const { id, start, today, arrivals } = event;
    let sum = arrivals.before;
    const keys = daysOfLead(start);
    const values = keys.map((day) => {
      sum += arrivals.days.get(day) ?? 0;
      return day > today ? null : sum;
    });
    return { name: { text: nameOf(event) }, values, path: arrivedPath(id, "lte"), keys };
  });
  // Of what begins later than in so many days no day is known.
  const grown = courses.filter(({ values }) => values.some((value) => value !== null && value > 0));
  const series = (isBeside ? courses : grown).slice(0, MOST_EDITIONS);
  if (series.length < 2) return undefined;
  return {
    id: "event-data.editions",
    title: { key: `event-data:tells.editions${isBeside ? ".beside" : ""}` },
    help: { key: "event-data:tells.editions.help" },
    form: "line",
    unit: profiles,
    along: {
      title: { key: "event-data:tells.before" },
      kind: "text",
      places: Array.from({ length: LEAD + 1 }, (_, at) => String(LEAD - at)),
    },
    series,
  };
}
