// What the address says of the insights: which event, beside which other, and from which day to which. Pure.

import { localTime } from "#schemas/time.ts";
import { LONGEST_SPAN } from "../contract.ts";

export interface Span {
  from: string;
  to: string;
  event?: number;
  /** Another one, whose growth is laid over that of the event. */
  against?: number;
}

/** Spans that one press chooses, in days up to today. */
export const PRESETS = [30, 90, 365] as const;

/** Days that are looked at where the address does not say which. */
const USUAL = 90;

const DAY = 86_400_000;
const isDay = (text: string | null): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? "") && !Number.isNaN(Date.parse(text ?? ""));

/** Today on the clocks of a zone. */
export function todayIn(zone: string, now: Date): string {
  return localTime(now.toISOString(), zone).slice(0, 10);
}

/** The last days up to today. */
export function lastDays(days: number, today: string): Pick<Span, "from" | "to"> {
  return { from: new Date(Date.parse(today) - (days - 1) * DAY).toISOString().slice(0, 10), to: today };
}

/** The event that an address tells. */
export function eventOf(params: URLSearchParams, name: "event" | "against" = "event"): number | undefined {
  const event = Number(params.get(name));
  return Number.isInteger(event) && event > 0 ? event : undefined;
}

/** The span that an address tells; what it does not say is the last ninety days of all events. */
export function spanOf(params: URLSearchParams, today: string): Span {
  const [from, to] = [params.get("from"), params.get("to")];
  const days = isDay(from) && isDay(to) ? { from, to } : lastDays(USUAL, today);
  const event = eventOf(params);
  const against = eventOf(params, "against");
  // With itself, or without an event, nothing is compared.
  const isBeside = event !== undefined && against !== undefined && against !== event;
  return { ...days, ...(event !== undefined && { event }), ...(isBeside && { against }) };
}

/** The end of a span that is longer than is told at once. */
export function withinReach({ from, to }: Pick<Span, "from" | "to">): Pick<Span, "from" | "to"> {
  const earliest = new Date(Date.parse(to) - (LONGEST_SPAN - 1) * DAY).toISOString().slice(0, 10);
  return { from: from < earliest ? earliest : from, to };
}

/** Whether the days are those that are looked at unless others are chosen. */
export function isUsual({ from, to }: Span, today: string): boolean {
  const usual = lastDays(USUAL, today);
  return from === usual.from && to === usual.to;
}

/** Whether anything has been chosen at all. */
export function isLess(span: Span, today: string): boolean {
  return span.event !== undefined || !isUsual(span, today);
}
