// Names of days and spans of time, in the person's language.
import { formatTime, languageTag, ownDateTime, t } from "#web";

/** A calendar date with its weekday; it stands for no instant, so no zone may move it. */
export function dayName(day: string, style: "short" | "long"): string {
  const date = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(languageTag(), {
    weekday: style,
    day: "numeric",
    month: style,
    timeZone: "UTC",
  }).format(date);
}

/** From when to when, on the clocks of the zone. */
export function timeSpan({ start, end }: { start: string; end: string }, zone: string): string {
  return `${formatTime(start, zone)}–${formatTime(end, zone)}`;
}

/** When it begins on the reader's own clocks, where they show another time. */
export function ownTime({ start }: { start: string }, zone: string): string | undefined {
  const time = ownDateTime(start, zone);
  return time && t("agenda:ownTime", { time });
}
