// Times in a few words, for a cell.
import { minutesOf, type Span } from "../contract.ts";

export function shownText(
  spans: readonly Span[] | null,
  say: (key: string, values?: Record<string, unknown>) => string,
  locale: string,
): string {
  if (spans === null) return say("availability:column.whole");
  if (spans.length === 0) return say("availability:column.none");
  const hours = minutesOf(spans) / 60;
  return say("availability:hours", { count: hours, number: new Intl.NumberFormat(locale).format(hours) });
}
