// Which of some doubles stays, and what it takes from the others. Pure.
import type { Field } from "#schemas/fields.ts";
import { isFurther, type Thing } from "../../contract.ts";

const FILLED = ["email", "company_name", "job_title", "country"] as const;

/** How much a profile says. */
export function fullness(thing: Thing): number {
  const own = Object.values(thing.fields).filter((value) => value !== "" && value !== null).length;
  return FILLED.filter((field) => thing[field] !== "").length + (thing.photo ? 1 : 0) + own;
}

/** The one that says the most first, of equals the oldest. Not for none. */
export function firstBest(things: readonly Thing[]): [Thing, ...Thing[]] {
  return [...things].sort((one, other) => fullness(other) - fullness(one) || one.id - other.id) as [Thing, ...Thing[]];
}

/** What `kept` does not say and the other does. Where both say something, the kept one's stands, but for how far they have come. */
export function filledIn(kept: Thing, from: Thing, fields: readonly Field[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of FILLED) if (kept[field] === "" && from[field] !== "") values[field] = from[field];
  if (isFurther(kept.status, from.status)) values["status"] = from.status;
  if (!kept.photo && from.photo) values["photo"] = from.photo;
  const suits = (key: string) => {
    const field = fields.find((one) => one.key === key);
    return (
      kept.type_id === from.type_id ||
      (field !== undefined && (field.type_ids.length === 0 || field.type_ids.includes(kept.type_id)))
    );
  };
  const own = Object.entries(from.fields).filter(([key]) => !(key in kept.fields) && suits(key));
  return own.length > 0 ? { ...values, fields: Object.fromEntries(own) } : values;
}
