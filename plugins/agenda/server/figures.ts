// Pictures of the agenda: sessions by day and by hour, and how busy each stage is. Pure.
import type { Figure, Words } from "#schemas/figure.ts";
import { dayIn, daysBetween } from "#server";
import { hourName, hoursOf } from "../contract/hours.ts";
import type { GiveWay } from "./rules.ts";

/** What the pictures need to know of a session. */
export interface Timed {
  start: string;
  end: string;
  stageId: number | null;
  timezone: string;
}

const sessions: Words = { key: "agenda:tells.unit" };
const MOST_DAYS = 62;

/** Sessions by the day on which they begin; days in between without one are shown too, unless they are too many. */
export async function byDay(all: readonly Timed[], giveWay: GiveWay, eventId?: number): Promise<Figure> {
  const counts = new Map<string, number>();
  for (const { start, timezone } of all) {
    const day = dayIn(timezone, start);
    counts.set(day, (counts.get(day) ?? 0) + 1);
    await giveWay();
  }
  const held = [...counts.keys()].sort();
  const between = daysBetween(held[0] ?? "", held.at(-1) ?? "");
  const days = between.length > MOST_DAYS ? held : between;
  return {
    id: "agenda.days",
    title: { key: "agenda:tells.days" },
    form: "bars",
    unit: sessions,
    along: { title: { key: "agenda:tells.day" }, kind: "day", places: days },
    series: [{ name: sessions, values: days.map((day) => counts.get(day) ?? 0) }],
    ...(eventId === undefined
      ? {}
      : { paths: days.map((day) => `/event-details/${eventId}/agenda?view=day&day=${day}`) }),
  };
}

/** For each stage the sessions that run in each hour of the day, over all days of the event. */
export async function byStage(
  all: readonly Timed[],
  giveWay: GiveWay,
  stages: readonly { id: number; name: string }[],
  eventId: number,
): Promise<Figure> {
  const running = new Map<number, Map<number, number>>();
  for (const { start, end, stageId, timezone } of all) {
    if (stageId === null) continue;
    const ofStage = running.get(stageId) ?? new Map<number, number>();
    running.set(stageId, ofStage);
    for (const hour of hoursOf({ start, end }, timezone)) ofStage.set(hour, (ofStage.get(hour) ?? 0) + 1);
    await giveWay();
  }
  const hours = allBetween([...running.values()].flatMap((ofStage) => [...ofStage.keys()]));
  const busy = stages.filter(({ id }) => running.has(id));
  return {
    id: "agenda.stages",
    title: { key: "agenda:tells.stages" },
    help: { key: "agenda:tells.stages.help" },
    form: "heat",
    unit: sessions,
    along: {
      title: { key: "agenda:tells.hour" },
      kind: "text",
      places: hours.map(hourName),
    },
    series: busy.map(({ id, name }) => ({
      name: { text: name },
      values: hours.map((hour) => running.get(id)?.get(hour) ?? 0),
      path: `/event-details/${eventId}/agenda?stage=${id}&hour={place}`,
    })),
  };
}

/** For each hour of the day the sessions that run in it, by the day on which they begin; undefined where that is too many days to be seen. */
export async function byHour(
  all: readonly Timed[],
  giveWay: GiveWay,
  days: readonly string[],
  eventId?: number,
): Promise<Figure | undefined> {
  if (days.length > MOST_DAYS) return undefined;
  const running = new Map<number, Map<string, number>>();
  for (const { start, end, timezone } of all) {
    const day = dayIn(timezone, start);
    if (!days.includes(day)) continue;
    for (const hour of hoursOf({ start, end }, timezone)) {
      const ofHour = running.get(hour) ?? new Map<string, number>();
      running.set(hour, ofHour.set(day, (ofHour.get(day) ?? 0) + 1));
    }
    await giveWay();
  }
  const hours = allBetween([...running.keys()]);
  return {
    id: "agenda.hours",
    title: { key: "agenda:tells.hours" },
    help: { key: "agenda:tells.hours.help" },
    form: "heat",
    unit: sessions,
    along: { title: { key: "agenda:tells.day" }, kind: "day", places: [...days] },
    series: hours.map((hour) => ({
      name: { text: hourName(hour) },
      values: days.map((day) => running.get(hour)?.get(day) ?? 0),
      ...(eventId === undefined
        ? {}
        : { path: `/event-details/${eventId}/agenda?day={place}&hour=${encodeURIComponent(hourName(hour))}` }),
    })),
  };
}

/** Whole numbers from the least of some to the greatest. */
function allBetween(some: readonly number[]): number[] {
  const first = Math.min(...some);
  return some.length === 0 ? [] : Array.from({ length: Math.max(...some) - first + 1 }, (_, at) => first + at);
}
