// Times in words, on the clocks of the event.
import { formatTime, languageTag, t } from "#web";
import { type Instants, instantAt, instantsOf, joined, type Span, spanOf, type Windows } from "../contract.ts";

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A day with its weekday, for example Tue, 5 May. */
export function dayText(instant: string, zone: string): string {
  const language = languageTag();
  const key = `${language} ${zone}`;
  const made =
    formatters.get(key) ??
    new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short", timeZone: zone });
  formatters.set(key, made);
  return made.format(new Date(instant));
}

/** A time that ends on the day on which it begins, at midnight at the latest, names that day once. */
export function windowText({ start, end }: Instants, zone: string): string {
  const lastMoment = new Date(Date.parse(end) - 1).toISOString();
  const [first, last] = [dayText(start, zone), dayText(lastMoment, zone)];
  const from = `${first}, ${formatTime(start, zone)}`;
  const isOver = formatTime(end, zone) === formatTime(lastMoment, zone);
  return first === last || isOver
    ? `${from}–${formatTime(end, zone)}`
    : `${from} – ${dayText(end, zone)}, ${formatTime(end, zone)}`;
}

export function windowsText(windows: Windows, zone: string): string {
  if (windows === null) return t("availability:kind.whole");
  if (windows.length === 0) return t("availability:kind.none");
  return joined(windows.map(spanOf))
    .map((span) => windowText(instantsOf(span), zone))
    .join("\n");
}

export function spanText(span: Span, zone: string): string {
  return windowText(instantsOf(span), zone);
}

export function timeText(minute: number, zone: string): string {
  return formatTime(instantAt(minute), zone);
}
