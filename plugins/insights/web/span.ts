// What the address says of the insights: which event, and from which day to which. Pure.

import { LONGEST_SPAN } from "../contract.ts";

export interface Span {
  from: string;
  to: string;
  event?: number;
}

/** Spans that one press chooses, in days up to today. */
export const PRESETS = [30, 90, 365] as const;

/** Days that are looked at where the address does not say which. */
const USUAL = 90;

const DAY = 86_400_000;
const isDay = (text: string | null): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? "") && !Number.isNaN(Date.parse(text ?? ""));

/** The last days up to today. */
export function lastDays(days: number, now: Date): Pick<Span, "from" | "to"> {
  const to = now.toISOString().slice(0, 10);
  return { from: new Date(Date.parse(to) - (days - 1) * DAY).toISOString().slice(0, 10), to };
}

/** The span that an address tells; what it does not say is the last ninety days of all events. */
export function spanOf(params: URLSearchParams, now: Date): Span {
  const [from, to] = [params.get("from"), params.get("to")];
  const days = isDay(from) && isDay(to) ? { from, to } : lastDays(USUAL, now);
  const event = Number(params.get("event"));
  return Number.isInteger(event) && event > 0 ? { ...days, event } : days;
}

/** The end of a span that is longer than is told at once. */
export function withinReach({ from, to }: Pick<Span, "from" | "to">): Pick<Span, "from" | "to"> {
  const earliest = new Date(Date.parse(to) - (LONGEST_SPAN - 1) * DAY).toISOString().slice(0, 10);
  return { from: from < earliest ? earliest : from, to };
}

/** Whether the days are those that are looked at unless others are chosen. */
export function isUsual({ from, to }: Span, now: Date): boolean {
  const usual = lastDays(USUAL, now);
  return from === usual.from && to === usual.to;
}

/** Whether anything has been chosen at all. */
export function isLess(span: Span, now: Date): boolean {
  return span.event !== undefined || !isUsual(span, now);
}
