// How the history names profiles, and what it compares of them.
import { toldOf } from "#server";
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

/** What a line tells of a group that a profile came into, or left. */
export function groupFacts(group: { id: number; name: string }, isIn: boolean) {
  const [none, fact] = [{ group: null }, { group: toldOf(group) }];
  return isIn ? { before: none, after: fact } : { before: fact, after: none };
}
