// How the history names profiles, and what it compares of them.
import type { Thing } from "../contract.ts";
import type { ThingValues } from "./repository.ts";

/** The kind of object under which profiles stand in the history. */
export const OBJECT = "event-data.thing";

/** The values of a profile, own fields by themselves, so that the history names the one that changed. */
export function comparable({ fields, ...values }: ThingValues): Record<string, unknown> {
  const own = Object.entries(fields).map(([key, value]) => [`fields.${key}`, value]);
  const { id: _, rev: __, created_at: ___, updated_at: ____, photo: _____, ...rest } = values as Partial<Thing>;
  return { ...rest, ...Object.fromEntries(own) };
}
