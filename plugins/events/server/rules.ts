// Decisions about events: values in, values or a problem out.
import { fieldProblem, isZone } from "#server";
import type { EventDraft } from "../contract.ts";

/** A draft with instants in one form and its name trimmed. Refuses an end before the start and a zone nobody knows. */
export function checkDraft(draft: EventDraft): EventDraft {
  const start = new Date(draft.date_start);
  const end = new Date(draft.date_end);
  if (end < start)
    throw fieldProblem(
      "events.ends_early",
      "date_end",
      "The end must not be before the start",
      "events:problem.ends_early",
    );
  if (!isZone(draft.timezone))
    throw fieldProblem("events.unknown_zone", "timezone", "This time zone is not known", "events:problem.unknown_zone");
  return { ...draft, name: draft.name.trim(), date_start: start.toISOString(), date_end: end.toISOString() };
}

interface Copied {
  format: string;
  timezone: string;
  date_start: string;
  date_end: string;
}

/** A copy lasts as long as its original and starts inactive, so that nobody sees it before it is ready. */
export function copyOf(original: Copied, draft: { name: string; date_start: string }) {
  const length = Date.parse(original.date_end) - Date.parse(original.date_start);
  const start = new Date(draft.date_start);
  return {
    name: draft.name.trim(),
    format: original.format,
    timezone: original.timezone,
    date_start: start.toISOString(),
    date_end: new Date(start.getTime() + length).toISOString(),
    active: 0,
    web_networking_activated: 0,
  };
}
