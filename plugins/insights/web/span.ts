// What the address says of the insights: which event, and from which day to which. Pure.

export interface Span {
  from: string;
  to: string;
  event?: number;
}

/** Spans that one press chooses, in days up to today. */
export const PRESETS = [30, 90, 365] as const;

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
  const days = isDay(from) && isDay(to) ? { from, to } : lastDays(90, now);
  const event = Number(params.get("event"));
  return Number.isInteger(event) && event > 0 ? { ...days, event } : days;
}
