// Calendar days of a zone's clocks, for filters and groups: a day's first instant, and the day of an instant as SQL. Offsets come
// from one source, the engine's own, so that both databases, the filters and the cells agree.
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../db/dialect.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const UTC = "UTC";
/** The widest that clocks are apart from UTC, rounded up. */
const APART_MS = 16 * 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Before it no clocks had been changed anywhere, and how years are written is nothing to be read. */
const EARLY = Date.UTC(1000, 0, 1);

/** Minutes by which a zone's clocks are ahead of UTC at an instant. */
function aheadAt(zone: string, at: number): number {
  const instant = Math.max(at, EARLY);
  const known = formats.get(zone);
  const format =
    known ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
  if (!known) formats.set(zone, format);
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0] = (format.format(instant).match(/\d+/g) ?? []).map(
    Number,
  );
  return Math.round((Date.UTC(year, month - 1, day, hour, minute) - instant) / MINUTE_MS);
}

/** The first instant of which there is a text of the form in which they are kept, and what comes after the last. */
const [BEGINNING, END] = ["0000-01-01T00:00:00.000Z", "9999-12-31T24:00:00.000Z"];

/** An instant as a text that stands among others where it belongs. */
function textOf(instant: number): string {
  const text = new Date(instant).toISOString();
  if (text.startsWith("-")) return BEGINNING;
  return text.startsWith("+") ? END : text;
}

/** The day after one. */
export function dayAfter(day: string): string {
  // Of the first day of the year 10000 it is longer.
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().split("T")[0] as string;
}

/** The first instant that clocks show on a day, or the first after it of a day that they leave out. */
export function startOfDay(zone: string, day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (zone === UTC) return textOf(midnight);
  let before = (midnight - APART_MS) / MINUTE_MS;
  let from = (midnight + APART_MS) / MINUTE_MS;
  while (from - before > 1) {
    const at = Math.floor((before + from) / 2);
    if (at * MINUTE_MS + aheadAt(zone, at * MINUTE_MS) * MINUTE_MS >= midnight) from = at;
    else before = at;
  }
  return textOf(from * MINUTE_MS);
}

/** The first instant of a day, and of the day after it. */
export function boundsOf(zone: string, day: string): { start: string; next: string } {
  return { start: startOfDay(zone, day), next: startOfDay(zone, dayAfter(day)) };
}

/** When each of some days begins, for many days: a clock is looked at once a day, and searched for only where it changes. */
export function startsOf(zone: string, days: readonly string[]): string[] {
  const known = new Map<number, number>();
  const aheadOf = (midnight: number) => {
    const ahead = known.get(midnight) ?? aheadAt(zone, midnight);
    known.set(midnight, ahead);
    return ahead;
  };
  return days.map((day) => {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    const ahead = aheadOf(midnight);
    const isSame = [-1, 1].every((beside) => aheadOf(midnight + beside * DAY_MS) === ahead);
    return isSame ? textOf(midnight - ahead * MINUTE_MS) : startOfDay(zone, day);
  });
}

/** From an instant on, clocks are so many minutes ahead. */
interface Span {
  from: string;
  ahead: number;
}

/** What stands before and after these years has the clocks of the nearest of them. */
const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(2070, 0, 1);
/** No clocks change twice within it. */
const STEP_MS = 15 * DAY_MS;
const WEEK = 7 * 24 * 60;
/** Rules say the same Sunday of a month every year. */
const YEARS = [52 * WEEK, 53 * WEEK];
const spans = new Map<string, readonly Span[]>();

function spansOf(zone: string): readonly Span[] {
  const known = spans.get(zone);
  if (known) return known;
  let ahead = aheadAt(zone, FIRST);
  const found: Span[] = [{ from: "", ahead }];
  const changes: number[] = [];
  for (let at = FIRST; at < LAST; at += STEP_MS) {
    const next = aheadAt(zone, at + STEP_MS);
    if (next === ahead) continue;
    let [before, from] = [at / MINUTE_MS, (at + STEP_MS) / MINUTE_MS];
    const isBefore = (minute: number) => aheadAt(zone, minute * MINUTE_MS) === ahead;
    const again = YEARS.map((year) => (changes.at(-2) ?? 0) + year).find(
      (minute) => minute > before && minute <= from && !isBefore(minute) && isBefore(minute - 1),
    );
    if (again !== undefined) [before, from] = [again - 1, again];
    while (from - before > 1) {
      const middle = Math.floor((before + from) / 2);
      if (isBefore(middle)) before = middle;
      else from = middle;
    }
    changes.push(from);
    ahead = next;
    found.push({ from: toMinute(from * MINUTE_MS), ahead });
  }
  spans.set(zone, found);
  return found;
}

/** As instants begin, however precise they are. */
function toMinute(instant: number): string {
  return new Date(instant).toISOString().slice(0, 16);
}

/** The day of an instant, a text in UTC, as `YYYY-MM-DD`. */
export function dayOf(instant: RawBuilder<unknown>, zone: string, dialect: Dialect): RawBuilder<string> {
  const day = sql<string>`substr(${instant}, 1, 10)`;
  if (zone === UTC) return day;
  const all = spansOf(zone);
  const time = sql`substr(${instant}, 12, 5)`;
  const east = limits(all, ({ ahead }) => (ahead > 0 ? timeOf(1440 - ahead) : NEVER_LATE));
  const west = limits(all, ({ ahead }) => (ahead < 0 ? timeOf(-ahead) : NEVER_EARLY));
  const isNext = sql<boolean>`${time} >= ${limitOf(instant, east)}`;
  const isLast = sql<boolean>`${time} < ${limitOf(instant, west)}`;
  return sql<string>`case ${east.length > 1 || east[0]?.limit !== NEVER_LATE ? sql`when ${isNext} then ${dialect.dayBeside(instant, 1)}` : sql``}
    ${west.length > 1 || west[0]?.limit !== NEVER_EARLY ? sql`when ${isLast} then ${dialect.dayBeside(instant, -1)}` : sql``}
    when 1 = 1 then ${day} end`;
}

/** Times of the day from which it is the next one there, or until which it is still the one before. */
interface Limit {
  from: string;
  limit: string;
}

const NEVER_LATE = "24:00";
const NEVER_EARLY = "";

function limits(all: readonly Span[], limit: (span: Span) => string): Limit[] {
  const each = all.map((span) => ({ from: span.from, limit: limit(span) }));
  return each.filter((one, at) => one.limit !== each[at - 1]?.limit);
}

const timeOf = (minutes: number) => new Date(minutes * MINUTE_MS).toISOString().slice(11, 16);

/** Halved again and again, so that a row asks seven times and not for each change of the clocks in a century. */
function limitOf(instant: RawBuilder<unknown>, among: readonly Limit[]): RawBuilder<string> {
  const [first] = among;
  if (first && among.length === 1) return sql<string>`${sql.lit(first.limit)}`;
  const middle = Math.floor(among.length / 2);
  const [before, after] = [among.slice(0, middle), among.slice(middle)];
  return sql<string>`case when ${instant} < ${sql.lit(after[0]?.from)} then ${limitOf(instant, before)} else ${limitOf(instant, after)} end`;
}
