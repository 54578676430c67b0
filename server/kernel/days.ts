// Calendar days as the clocks of a zone show them.

import { problem } from "./problem.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of an instant in a zone, as `YYYY-MM-DD`. An instant to the minute (`2026-01-31T09:00`) counts as UTC. */
export function dayIn(zone: string, instant: string): string {
  const known = formats.get(zone);
  // The Swedish form of a date is that of ISO 8601.
  const format = known ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone });
  if (!known) formats.set(zone, format);
  return format.format(new Date(instant.length === 16 ? `${instant}Z` : instant));
}

/** Whether a name is a zone of the IANA database, as this runtime knows it. */
export function isZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** A question whose zone is one; refuses it otherwise. */
export function zoned<Q extends { zone?: string }>(question: Q): Q {
  if (question.zone === undefined || isZone(question.zone)) return question;
  const message = "This time zone is not known";
  throw problem("invalid", { message, fields: { zone: message } });
}

/** Every day from one to another, both included; none when the first comes after the last. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  const last = Date.parse(to);
  for (let at = Date.parse(from); at <= last; at += 86_400_000) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
