// What a merge of two profiles has to choose: the fields in which they differ, and which value is proposed. Pure.
import { type Field, fieldApplies } from "#schemas/fields.ts";
import { isFurther, type Thing } from "../../event-data/contract.ts";

/** A field in which two profiles differ. */
export interface Difference {
  /** `job_title`, or `fields.diet`. */
  field: string;
  one: unknown;
  other: unknown;
}

const LEFT_OUT = new Set(["id", "rev", "created_at", "updated_at", "fields"]);

/** The differing fields, built-in ones first. A person's whole name follows from first and last name. */
export function differences(one: Thing, other: Thing): Difference[] {
  const isPerson = Boolean(one.first_name || one.last_name || other.first_name || other.last_name);
  const names = Object.keys(one).filter((field) => !LEFT_OUT.has(field) && !(isPerson && field === "name"));
  const own = [...new Set([...Object.keys(one.fields), ...Object.keys(other.fields)])].sort();
  return [
    ...names.map((field) => ({ field, one: one[field as keyof Thing], other: other[field as keyof Thing] })),
    ...own.map((key) => ({ field: `fields.${key}`, one: one.fields[key], other: other.fields[key] })),
  ].filter((difference) => JSON.stringify(difference.one ?? "") !== JSON.stringify(difference.other ?? ""));
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

/** The fields that are proposed from the profile that goes: where the one that stays says nothing, or has not come as far. */
export function proposed(all: readonly Difference[], keep: "one" | "other"): string[] {
  const drop = keep === "one" ? "other" : "one";
  const isTaken = (one: Difference) =>
    one.field === "status" ? isFurther(String(one[keep]), String(one[drop])) : isEmpty(one[keep]);
  return all.filter(isTaken).map(({ field }) => field);
}

/** Who chooses, and by what: the data type that the profile will have, and the event's own fields. */
interface Choosing {
  keep: "one" | "other";
  typeId: number;
  fields: readonly Field[];
  /** Access role. */
  role: number;
}

/** Why the value of the profile that goes cannot be taken, as the server would refuse or leave it; the key of what is said. */
export function barred(difference: Difference, { keep, typeId, fields, role }: Choosing): string | undefined {
  const own = fields.find(({ key }) => difference.field === `fields.${key}`);
  if (!own) return undefined;
  if (!fieldApplies(own, typeId)) return "common:answer.not_for_type";
  return role > own.edit_role && difference[keep] !== undefined ? "common:answer.not_yours" : undefined;
}

/** The profile that is proposed to stay: the one that says more, else the older. */
export function toKeep(one: Thing, other: Thing): "one" | "other" {
  const all = differences(one, other);
  const gaps = (side: "one" | "other") => all.filter((difference) => isEmpty(difference[side])).length;
  if (gaps("one") !== gaps("other")) return gaps("one") < gaps("other") ? "one" : "other";
  return one.created_at <= other.created_at ? "one" : "other";
}
