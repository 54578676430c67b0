// What can be done to several fields at once, and to which of them not. Pure.
import type { Field, FieldChange } from "#schemas/fields.ts";

/** Gives them to a data type or takes them from it, has lists sorted by them or participants filter by them, or archives them. */
export type FieldBulk =
  | { act: "type" | "untype"; type: number }
  | { act: "listed" }
  | { act: "filter" }
  | { act: "archive" };

/** Why a field stays as it is. */
export type BulkRefusal =
  | "shared"
  | "archived"
  | "allTypes"
  | "hasType"
  | "everyType"
  | "otherTypes"
  | "onlyType"
  | "onlyHere"
  | "listed"
  | "filter";

/** Where a field comes to be met by an act. */
const PLACES = { listed: "list", filter: "filter" } as const;

export interface BulkPlan {
  changing: readonly Field[];
  staying: readonly { field: Field; why: BulkRefusal }[];
}

type Types = readonly { id: number }[];

/** `owner` is the event whose fields can be changed here, or 0; `types` are the data types that it has. */
export function bulkPlan(fields: readonly Field[], owner: number, bulk: FieldBulk, types: Types): BulkPlan {
  const judged = fields.map((field) => ({ field, why: refusalOf(field, owner, bulk, types) }));
  return {
    changing: judged.filter(({ why }) => !why).map(({ field }) => field),
    staying: judged.flatMap(({ field, why }) => (why ? [{ field, why }] : [])),
  };
}

function refusalOf(field: Field, owner: number, bulk: FieldBulk, types: Types): BulkRefusal | undefined {
  if (field.event_id !== owner) return "shared";
  if (bulk.act === "untype") {
    if (field.type_ids.length === 0) return "everyType";
    if (!field.type_ids.includes(bulk.type)) return "otherTypes";
    // Without its only type it would belong to every one.
    if (field.type_ids.length === 1) return "onlyType";
    // With types of other events alone it would be asked of nobody here.
    return types.some(({ id }) => id !== bulk.type && field.type_ids.includes(id)) ? undefined : "onlyHere";
  }
  if (field.archived_at) return "archived";
  if (bulk.act === "type") {
    if (field.type_ids.length === 0) return "allTypes";
    return field.type_ids.includes(bulk.type) ? "hasType" : undefined;
  }
  if (bulk.act === "archive") return undefined;
  return field.places.includes(PLACES[bulk.act]) ? bulk.act : undefined;
}

/** What is saved of a field for it; nothing for archiving, which is an act of its own. */
export function bulkChange(field: Field, bulk: FieldBulk): Omit<FieldChange, "rev"> {
  if (bulk.act === "type") return { type_ids: [...field.type_ids, bulk.type] };
  if (bulk.act === "untype") return { type_ids: field.type_ids.filter((id) => id !== bulk.type) };
  return bulk.act === "archive" ? {} : { places: [...field.places, PLACES[bulk.act]] };
}

/** What is saved to undo it. */
export function bulkBack(before: Field, bulk: FieldBulk): Omit<FieldChange, "rev"> {
  if (bulk.act === "type" || bulk.act === "untype") return { type_ids: [...before.type_ids] };
  return bulk.act === "archive" ? {} : { places: [...before.places] };
}
