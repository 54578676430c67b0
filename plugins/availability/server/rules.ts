// Decisions about times: which may be said, and how the history tells them. Pure.
import { localTime } from "#schemas/time.ts";
import { fieldProblem, problem } from "#server";
import {
  covers,
  type Day,
  instantAt,
  joined,
  MOST,
  QUARTER,
  type Span,
  spanOf,
  type Windows,
  wholeOf,
  without,
} from "../contract.ts";

/**
 * The times that somebody says, each once. They lie within the days of the event; what lay outside before, because the days were
 * changed, may stay.
 */
export function judged(windows: Windows, days: readonly Day[], before: readonly Span[] | null): Span[] | null {
  if (windows === null) return null;
  const spans = windows.map(spanOf);
  for (const [at, { from, to }] of spans.entries()) {
    const isTime = from % QUARTER === 0 && to % QUARTER === 0 && from < to;
    if (!isTime) throw refusal("no_time", at);
    const outside = without([{ from, to }], [wholeOf(days)]);
    if (outside.some((part) => !covers(before ?? [], part))) throw refusal("outside_event", at);
  }
  const all = joined(spans);
  if (all.length > MOST) throw problem("invalid", { fields: { windows: `More than ${MOST} times` } });
  return all;
}

const SENTENCES = {
  no_time: "A time ends after it begins, both on quarters of an hour",
  outside_event: "This time lies outside of the days of the event",
};

function refusal(reason: keyof typeof SENTENCES, at: number) {
  const code = `availability.${reason}`;
  return fieldProblem(code, `windows.${at}.end`, SENTENCES[reason], `availability:problem.${reason}`);
}

const THROUGHOUT = "throughout";
const NONE = "none";
const APART = "; ";

/** Times as the history tells them, on the clocks of the event; `toldSpans` reads them again. */
export function told(spans: readonly Span[] | null, zone: string): string {
  if (spans === null) return THROUGHOUT;
  if (spans.length === 0) return NONE;
  return spans.map(({ from, to }) => `${clock(from, zone)} – ${clock(to, zone)}`).join(APART);
}

/** What was told, for whoever takes it back; undefined where it is no text of ours. */
export function toldSpans(text: unknown): Span[] | null | undefined {
  if (text === THROUGHOUT) return null;
  if (text === NONE) return [];
  if (typeof text !== "string") return undefined;
  const spans = text.split(APART).map((one) => {
    const [from, to] = one.split(" – ").map((part) => Date.parse(part.replace(" ", "T")) / 60_000);
    return { from: from ?? Number.NaN, to: to ?? Number.NaN };
  });
  return spans.some(({ from, to }) => !(from < to)) ? undefined : spans;
}

/** An instant with how far ahead its clocks are, so that an hour which they show twice is told apart. */
function clock(minute: number, zone: string): string {
  const local = localTime(instantAt(minute), zone);
  const ahead = Date.parse(`${local}Z`) / 60_000 - minute;
  const two = (number: number) => String(number).padStart(2, "0");
  const offset = `${ahead < 0 ? "-" : "+"}${two(Math.floor(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`;
  return `${local.replace("T", " ")}${offset}`;
}
