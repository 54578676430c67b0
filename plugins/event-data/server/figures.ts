// Pictures of profiles, from counts. Pure.
import type { Figure, Words } from "#schemas/figure.ts";
import { daysBetween, type TypeOfEvent } from "#server";
import type { Status } from "../contract.ts";
import type { Tally } from "./tallies.ts";

const profiles: Words = { key: "event-data:tells.unit" };
/** As they lie on each other: those who take part first. */
const ORDER = ["active", "invited", "imported", "blocked"] as const satisfies readonly Status[];
const statusKey = (status: string): Words => ({ key: `event-data:status.${status}` });

/** A filtered list as an address, in the words of the list question. */
export function listPath(
  base: string,
  ...filter: readonly (readonly [string, string, string | number | readonly string[]])[]
): string {
  return filter.length === 0 ? base : `${base}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

/** Each type with its profiles, by status on top of each other. */
export function byType(tally: readonly Tally[], types: readonly TypeOfEvent[], eventId?: number): Figure {
  const amount = (typeId: number, status: string) =>
    tally.reduce((sum, one) => sum + (one.typeId === typeId && one.status === status ? one.count : 0), 0);
  const present = ORDER.filter((status) => tally.some((one) => one.status === status && one.count > 0));
  return {
    id: "event-data.types",
    title: { key: "event-data:tells.types" },
    form: "bars",
    unit: profiles,
    along: { title: { key: "event-data:field.type_id" }, kind: "text", places: types.map(({ name }) => name) },
    series: present.map((status) => ({
      name: statusKey(status),
      values: types.map(({ id }) => amount(id, status)),
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

/** How far participants have come: who is there, who of them has been invited, who is active; without those who are blocked. */
export function funnel(tally: readonly Tally[], participants: readonly number[], eventId: number): Figure {
  const people = tally.filter(({ typeId }) => participants.includes(typeId));
  const amount = (statuses: readonly string[]) =>
    people.reduce((sum, { status, count }) => sum + (statuses.includes(status) ? count : 0), 0);
  const base = `/event-data/${eventId}/category/1`;
  const blocked = amount(["blocked"]);
  return {
    id: "event-data.funnel",
    title: { key: "event-data:tells.funnel" },
    ...(blocked > 0 ? { help: { key: "event-data:tells.funnel.help", values: { count: blocked } } } : {}),
    form: "bars",
    unit: profiles,
    along: { title: { key: "event-data:tells.funnel.step" }, kind: "key", places: STEPS.map(([key]) => key) },
    series: [{ name: profiles, values: STEPS.map(([, statuses]) => amount(statuses)) }],
    paths: STEPS.map(([, statuses]) => listPath(base, ["status", "in", statuses])),
  };
}

const MOST_COUNTRIES = 8;

/** Where participants come from: the countries with the most, the rest together. */
export function byCountry(counts: readonly { country: string; count: number }[], eventId?: number): Figure {
  const known = counts.filter(({ country }) => country !== "");
  const unknown = counts.find(({ country }) => country === "")?.count ?? 0;
  const most = known.slice(0, MOST_COUNTRIES);
  const others = known.slice(MOST_COUNTRIES).reduce((sum, { count }) => sum + count, 0) + unknown;
  const base = `/event-data/${eventId}/category/1`;
  return {
    id: "event-data.countries",
    title: { key: "event-data:tells.countries" },
    ...(others > 0 ? { help: { key: "event-data:tells.countries.others", values: { count: others } } } : {}),
    form: "bars",
    unit: profiles,
    along: { title: { key: "event-data:field.country" }, kind: "country", places: most.map(({ country }) => country) },
    series: [{ name: profiles, values: most.map(({ count }) => count) }],
    ...(eventId === undefined ? {} : { paths: most.map(({ country }) => listPath(base, ["country", "eq", country])) }),
  };
}

const MOST_DAYS = 366;

/** How the number of participants grew, day by day; without a span from the first arrival to today. */
export function growth(arrivals: ReadonlyMap<string, number>, today: string): Figure {
  const first = [...arrivals.keys()].sort()[0] ?? today;
  const all = daysBetween(first < today ? first : today, today);
  const before = all.slice(0, Math.max(0, all.length - MOST_DAYS));
  let sum = before.reduce((total, day) => total + (arrivals.get(day) ?? 0), 0);
  const days = all.slice(before.length);
  return {
    id: "event-data.growth",
    title: { key: "event-data:tells.growth" },
    form: "line",
    unit: profiles,
    along: { title: { key: "event-data:tells.day" }, kind: "day", places: days },
    series: [
      {
        name: profiles,
        values: days.map((day) => {
          sum += arrivals.get(day) ?? 0;
          return sum;
        }),
      },
    ],
  };
}

/** How many participants arrived on each day of a span. */
export function arrivalsByDay(arrivals: ReadonlyMap<string, number>, from: string, to: string): Figure {
  const days = daysBetween(from, to);
  return {
    id: "event-data.arrivals",
    title: { key: "event-data:tells.arrivals" },
    form: days.length > 62 ? "line" : "bars",
    unit: profiles,
    along: { title: { key: "event-data:tells.day" }, kind: "day", places: days },
    series: [{ name: profiles, values: days.map((day) => arrivals.get(day) ?? 0) }],
  };
}

const LEAD = 100;
const MOST_EDITIONS = 6;

/** How events grew towards their first day, laid over each other: a course for each, by days before it begins. */
export function editions(
  events: readonly { name: string; start: string; arrivals: ReadonlyMap<string, number> }[],
  today: string,
): Figure {
  const before = Array.from({ length: LEAD + 1 }, (_, at) => LEAD - at);
  const grown = events.filter(({ arrivals }) => arrivals.size > 0).slice(0, MOST_EDITIONS);
  return {
    id: "event-data.editions",
    title: { key: "event-data:tells.editions" },
    help: { key: "event-data:tells.editions.help" },
    form: "line",
    unit: profiles,
    along: { title: { key: "event-data:tells.before" }, kind: "text", places: before.map(String) },
    series: grown.map(({ name, start, arrivals }) => ({
      name: { text: name },
      values: before.map((days) => {
        const until = new Date(Date.parse(start) - days * 86_400_000).toISOString().slice(0, 10);
        if (until > today) return null;
        return [...arrivals].reduce((sum, [day, count]) => (day <= until ? sum + count : sum), 0);
      }),
    })),
  };
}
