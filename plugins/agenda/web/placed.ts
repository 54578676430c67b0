// Sessions as the event's clocks show them, and the filters over them. Pure.
import { holding } from "#schemas/fold.ts";
import { hourName, hoursOf } from "../contract/hours.ts";
import type { SessionRow } from "../contract.ts";

/** A session with its day and its minutes on the event's clocks. */
export interface PlacedSession {
  session: SessionRow;
  /** `YYYY-MM-DD` of its start. */
  day: string;
  /** Minutes after midnight of that day; the end may lie beyond 1440. */
  from: number;
  to: number;
  /** Everything that words are searched in. */
  text: string;
}

/** What the list is narrowed to, as it stands in the address. */
export interface AgendaFilter {
  day?: string | undefined;
  /** `none`: those without one. */
  stage?: number | "none" | undefined;
  track?: number | undefined;
  speaker?: number | undefined;
  /** Those that run in this hour of a day, such as `09:00`. */
  hour?: string | undefined;
  /** Those that begin before the event or end after it. */
  outside?: true | undefined;
  words: string;
}

const MINUTE = 60_000;

/** Reads instants on the clocks of a zone. Make one for many instants: it is dear. */
export function clockOf(zone: string): (instant: string) => { day: string; minutes: number } {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return (instant) => {
    const [day = "", time = "0:0"] = format.format(new Date(instant)).split(" ");
    const [hours, minutes] = time.split(":").map(Number);
    return { day, minutes: (hours ?? 0) * 60 + (minutes ?? 0) };
  };
}

export function place(sessions: readonly SessionRow[], zone: string): PlacedSession[] {
  const read = clockOf(zone);
  return sessions.map((session) => {
    const { day, minutes } = read(session.start);
    const length = (Date.parse(session.end) - Date.parse(session.start)) / MINUTE;
    const names = session.speakers.map(({ name }) => name);
    const parts = [session.title, session.subtitle, session.stage?.name, session.track?.name, ...names];
    return { session, day, from: minutes, to: minutes + length, text: parts.join("\n") };
  });
}

/** The days on which sessions begin, in order. */
export function daysOf(placed: readonly PlacedSession[]): string[] {
  return [...new Set(placed.map(({ day }) => day))].sort();
}

/** The sessions that a filter lets through; all words must be found. `dates` and `zone` are those of the event. */
export function filtered(
  placed: readonly PlacedSession[],
  filter: AgendaFilter,
  dates?: { date_start: string; date_end: string },
  zone = "UTC",
): PlacedSession[] {
  const { day, stage, track, speaker, hour, outside } = filter;
  const isOutside = ({ start, end }: SessionRow) => !dates || start < dates.date_start || end > dates.date_end;
  const isFound = holding(filter.words);
  return placed.filter(
    ({ session, text, ...at }) =>
      (day === undefined || at.day === day) &&
      (stage === undefined || (stage === "none" ? !session.stage : session.stage?.id === stage)) &&
      (track === undefined || session.track?.id === track) &&
      (speaker === undefined || session.speakers.some(({ id }) => id === speaker)) &&
      (!outside || isOutside(session)) &&
      (hour === undefined || [...hoursOf(session, zone)].some((one) => hourName(one) === hour)) &&
      isFound(text),
  );
}

/** Whether anything is narrowed at all. */
export function isNarrowed({ day, stage, track, speaker, hour, outside, words }: AgendaFilter): boolean {
  return [day, stage, track, speaker, hour, outside].some((value) => value !== undefined) || words.trim() !== "";
}
