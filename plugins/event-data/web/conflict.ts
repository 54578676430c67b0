// Two saves of one record: what each side changed, and where a person has to choose.

import type { Ahead } from "#schemas/losses.ts";
import { STATUS_AFTER } from "../contract/status.ts";
import type { Thing, ThingChange } from "../contract.ts";

/** A field that both sides changed to different values. */
export interface Clash {
  /** `job_title`, or `fields.diet`. */
  field: string;
  mine: unknown;
  theirs: unknown;
}

/** A save that came too late. `base` is what it started from, `theirs` the record as it is now. */
export interface Conflict {
  base: Thing;
  theirs: Thing;
  change: Omit<ThingChange, "rev">;
  /** What was chosen of what is before a profile that is blocked. */
  ahead?: Ahead;
  /** The cell of a list in which it was made. */
  cell?: string;
}

/** The fields of a change, one level deep, own fields by `fields.key`. */
export function flat(change: object): Record<string, unknown> {
  const { fields, ...rest } = change as { fields?: Record<string, unknown> };
  const own = Object.entries(fields ?? {}).map(([key, value]) => [`fields.${key}`, value]);
  return { ...rest, ...Object.fromEntries(own) };
}

/** Where both sides wrote and the values differ. Fields that only one side changed need no choice. */
export function clashesOf({ base, theirs, change }: Conflict): Clash[] {
  const [before, now] = [flat(base), flat(theirs)];
  return Object.entries(flat(change))
    .filter(([field, mine]) => !same(before[field], now[field]) && !same(mine, now[field]))
    .map(([field, mine]) => ({ field, mine, theirs: now[field] }));
}

/** The change again, on top of the record as it is now: fields for which theirs was chosen are left out. */
export function settled({ theirs, change }: Conflict, keepTheirs: ReadonlySet<string>): ThingChange {
  const kept = Object.entries(flat(change)).filter(([field]) => !keepTheirs.has(field));
  const own = kept
    .filter(([field]) => field.startsWith("fields."))
    .map(([field, value]) => [field.slice("fields.".length), value]);
  return {
    ...Object.fromEntries(kept.filter(([field]) => !field.startsWith("fields."))),
    ...(own.length > 0 ? { fields: Object.fromEntries(own) } : {}),
    rev: theirs.rev,
  };
}

/** What a form changed of a record. */
export function changeOf(before: Thing, values: Partial<Thing>): Omit<ThingChange, "rev"> {
  const old = flat(before);
  const differing = Object.entries(flat(values)).filter(([field, value]) => !same(old[field] ?? "", value ?? ""));
  const change: Record<string, unknown> = {};
  const fields: Record<string, unknown> = {};
  for (const [field, value] of differing) {
    if (field.startsWith("fields."))
      fields[field.slice("fields.".length)] = value === "" || value === undefined ? null : value;
    else change[field] = value ?? "";
  }
  return Object.keys(fields).length > 0 ? { ...change, fields: fields as ThingChange["fields"] } : change;
}

/** The same of a form of all fields, where an answer that was emptied is no longer among the values. */
export function changeInForm(before: Thing, values: Pick<Thing, "fields"> & Partial<Thing>): Omit<ThingChange, "rev"> {
  const emptied = Object.fromEntries(Object.keys(before.fields).map((key) => [key, undefined]));
  return changeOf(before, { ...values, fields: { ...emptied, ...values.fields } as Thing["fields"] });
}

/** Whether a change blocks somebody who is not. */
export function becomesBlocked(before: Pick<Thing, "status">, { status }: Pick<ThingChange, "status">): boolean {
  return status === STATUS_AFTER.deactivate && before.status !== status;
}

/** How a save names what was chosen. */
export function queryOf(ahead: Ahead | undefined): { calls_off?: true; tells?: boolean } {
  return ahead?.calls_off ? { calls_off: true, tells: ahead.tells } : {};
}

/** Beside answers: that whatever they answer must be a field still. */
export function onlyFields({ fields = {} }: Pick<ThingChange, "fields">): Pick<ThingChange, "new_keys"> {
  return Object.keys(fields).length > 0 ? { new_keys: false } : {};
}

/** No answer is told by its absence, and taken away by null. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
