// Pictures of the agenda: sessions by day, and how busy each stage is by the hour. Pure.
import type { Figure, Words } from "#schemas/figure.ts";
import { dayIn, daysBetween } from "#server";
import { hourName, hoursOf } from "../contract/hours.ts";

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
export function byDay(all: readonly Timed[], eventId?: number, span?: { from: string; to: string }): Figure {
  const counts = new Map<string, number>();
  for (const { start, timezone } of all) {
    const day = dayIn(timezone, start);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const held = [...counts.keys()].sort();
  const between = daysBetween(span?.from ?? held[0] ?? "", span?.to ?? held.at(-1) ?? "");
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
export function byStage(
  all: readonly Timed[],
  stages: readonly { id: number; name: string }[],
  eventId: number,
): Figure {
  const running = new Map<number, Map<number, number>>();
  for (const { start, end, stageId, timezone } of all) {
    if (stageId === null) continue;
    const ofStage = running.get(stageId) ?? new Map<number, number>();
    running.set(stageId, ofStage);
    for (const hour of hoursOf({ start, end }, timezone)) ofStage.set(hour, (ofStage.get(hour) ?? 0) + 1);
  }
  const used = [...running.values()].flatMap((hours) => [...hours.keys()]);
  const [first, last] = [Math.min(...used), Math.max(...used)];
  const hours = used.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at);
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
