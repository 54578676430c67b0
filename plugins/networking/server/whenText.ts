// When a meeting is, in words of a language and on the clocks of its event.
import { momentFormat } from "#schemas/moments.ts";
import type { MeetingRow } from "./repository.ts";

/** For example Mon, 23 Nov 2026, 10:00 – 10:30 CET. */
export function whenText(
  { start_at, end_at }: Pick<MeetingRow, "start_at" | "end_at">,
  timeZone: string,
  locale: string,
): string {
  const format = momentFormat(locale, {
    ...{ weekday: "short", day: "numeric", month: "short", year: "numeric" },
    ...{ hour: "2-digit", minute: "2-digit", timeZone },
  });
  return format.formatRange(new Date(start_at), new Date(end_at));
}
