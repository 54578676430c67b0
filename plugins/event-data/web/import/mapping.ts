// Which column fills which field, as a person sees and changes it. Pure.
import type { Field } from "#schemas/fields.ts";
import { fieldForType, type ImportColumn, type ImportKey } from "../../contract/import.ts";

export const REGISTRATION = "fields.registration_id";
const WHO: ReadonlySet<string> = new Set(["id", "name", "first_name", "last_name", "email", REGISTRATION]);

/** The field of each column, by the place of the column. */
export type Mapping = Readonly<Record<number, string | null>>;

/** The mapping that was found in a file, as far as a person has not chosen otherwise. */
export function mappingOf(
  columns: readonly ImportColumn[],
  chosen: Mapping = {},
  typeId = 0,
  /** Whether profiles are to be found by their ids, or at other events, which have ids that are not known here. */
  hasIds = false,
): Mapping {
  const found = Object.fromEntries(
    columns.map(({ at, field, by }) => [at, hasIds && by === "otherIds" ? "id" : field]),
  );
  const all: Record<number, string | null> = { ...found, ...chosen };
  for (const column of columns)
    if (isOfOthers(column, all, chosen, typeId))
      all[column.at] = fieldForType(column, typeId, new Set(Object.values(all)));
  return all;
}

function isOfOthers(column: ImportColumn, mapping: Mapping, chosen: Mapping, typeId: number): boolean {
  if (!typeId || !column.type_ids || column.at in chosen || Object.values(mapping).includes("type_id")) return false;
  return !column.type_ids.includes(typeId);
}

/** Whether a column is left out since profiles of the type, which all lines get, do not have the field that was found for it. */
export function isLeftByType(column: ImportColumn, mapping: Mapping, chosen: Mapping, typeId: number): boolean {
  return !mapping[column.at] && isOfOthers(column, mapping, chosen, typeId);
}

/** Columns whose field another column before them fills already. */
export function clashesOf(columns: readonly ImportColumn[], mapping: Mapping): ReadonlySet<number> {
  const taken = new Set<string>();
  const clashes = new Set<number>();
  for (const { at } of columns) {
    const field = mapping[at];
    if (!field) continue;
    if (taken.has(field)) clashes.add(at);
    taken.add(field);
  }
  return clashes;
}

/** Why a mapping cannot be tried yet; undefined where it can. */
export function mappingFault(
  columns: readonly ImportColumn[],
  mapping: Mapping,
  key: ImportKey,
): "nobody" | "clash" | "key" | undefined {
  const fields = columns.flatMap(({ at }) => mapping[at] ?? []);
  if (!fields.some((field) => WHO.has(field))) return "nobody";
  if (clashesOf(columns, mapping).size > 0) return "clash";
  if (key !== "auto" && !fields.includes(key === "registration_id" ? REGISTRATION : key)) return "key";
  return undefined;
}

/** The field that is meant, where it has been removed from the event: no file fills it any more. */
export function removedField(fields: readonly Field[], target: string | null | undefined): Field | undefined {
  const meant = fields.filter(({ key }) => `fields.${key}` === target);
  return meant.every(({ archived_at }) => archived_at) ? meant[0] : undefined;
}

/** What has been chosen for an import and has left the event since, as far as is known here. */
export function chosenAndGone(
  { mapping, type }: { mapping: Mapping; type: number },
  fields: readonly Field[],
  types: readonly { id: number }[],
): "goneField" | "goneType" | undefined {
  if (type && !types.some(({ id }) => id === type)) return "goneType";
  return Object.values(mapping).some((target) => removedField(fields, target)) ? "goneField" : undefined;
}

/** A field that a column may fill. */
export interface Target {
  field: string;
  title: string;
}

/** The event's own fields that may be filled, for the profiles of a type, by somebody of a role. */
export function ownTargets(
  fields: readonly Field[],
  typeId: number | undefined,
  locale: string,
  role?: number | undefined,
): Target[] {
  return fields
    .filter(({ edit_role }) => role === undefined || role <= edit_role)
    .filter(({ archived_at, key }) => !archived_at && `fields.${key}` !== REGISTRATION)
    .filter(({ type_ids }) => !typeId || type_ids.length === 0 || type_ids.includes(typeId))
    .map(({ key, labels }) => ({ field: `fields.${key}`, title: labels[locale] ?? Object.values(labels)[0] ?? key }));
}

/** Whether a column fills a field of the event that profiles of the type, which all lines get, do not have. */
export function isOfOtherTypes(fields: readonly Field[], mapping: Mapping, at: number, typeId: number): boolean {
  if (!typeId || Object.values(mapping).includes("type_id")) return false;
  const field = fields.find(({ key }) => `fields.${key}` === mapping[at]);
  return field !== undefined && field.type_ids.length > 0 && !field.type_ids.includes(typeId);
}

/** The field of its own that a column would get by its heading. */
export function ownField({ title, field }: ImportColumn): string | undefined {
  if (field?.startsWith("fields.")) return field;
  const key = title
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 64);
  return key ? `fields.${key}` : undefined;
}
