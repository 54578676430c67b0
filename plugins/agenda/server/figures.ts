// Pictures of the agenda: sessions by day, and how busy each stage is by the hour. Pure.
import type { Figure, Words } from "#schemas/figure.ts";
import { dayIn, daysBetween } from "#server";

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

const HOUR = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The hour of the day that the clocks of a zone show. */
function hourIn(zone: string, instant: number): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", hourCycle: "h23" });
  formats.set(zone, format);
  return Number(format.format(instant));
}

const LONGEST_COUNTED = 24;

/** For each stage the sessions that run in each hour of the day, over all days of the event. */
export function byStage(all: readonly Timed[], stages: readonly { id: number; name: string }[]): Figure {
  const running = new Map<number, Map<number, number>>();
  for (const { start, end, stageId, timezone } of all) {
    if (stageId === null) continue;
    const ofStage = running.get(stageId) ?? new Map<number, number>();
    running.set(stageId, ofStage);
    const hours = new Set<number>();
    const last = Math.min(Date.parse(end), Date.parse(start) + LONGEST_COUNTED * HOUR);
    for (let at = Date.parse(start); at < last; at += HOUR / 4) hours.add(hourIn(timezone, at));
    for (const hour of hours) ofStage.set(hour, (ofStage.get(hour) ?? 0) + 1);
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
      places: hours.map((hour) => `${String(hour).padStart(2, "0")}:00`),
    },
    series: busy.map(({ id, name }) => ({
      name: { text: name },
      values: hours.map((hour) => running.get(id)?.get(hour) ?? 0),
    })),
  };
}
