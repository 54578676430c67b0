// Which cells of a list may be changed where they stand: what the form of the same profile would let the person change.
import { type Field, fieldApplies } from "#schemas/fields.ts";
import type { TypeCategory } from "#schemas/session.ts";
import { type GridColumn, t } from "#web";
import type { Thing, ThingRow } from "../../contract.ts";
import { type BaseField, baseFieldsOf } from "../baseFields.ts";
import { categoryOf } from "../place.ts";
import type { EventDataStoreInstance } from "../store.ts";

/** What the rules ask of whoever edits. */
interface Editing {
  categories: () => readonly TypeCategory[];
  fields: readonly Field[];
  role: number;
  store: Pick<EventDataStoreInstance, "cells">;
}

const NEVER = /^(id|photo|created_at|updated_at)$/;

/** The columns with what may be changed in them, and what becomes of a change. */
export function editableColumns(
  columns: readonly GridColumn<ThingRow>[],
  { categories, fields, role, store }: Editing,
): GridColumn<ThingRow>[] {
  const byKey = new Map(fields.map((field) => [`fields.${field.key}`, field]));
  const own = (field: Field) => (row: ThingRow) => {
    if (role > field.edit_role) return t("common:answer.not_yours");
    if (!fieldApplies(field, row.type_id)) return t("common:answer.not_for_type");
    if (!field.places.includes("profile")) return t("event-data:cells.notInForm");
    return field.kind === "file" ? t("event-data:cells.file") : true;
  };
  const base = (field: string) => {
    const asked = new Map([1, 2, 3, undefined].map((id) => [id, new Set<string>(baseFieldsOf(id as 1 | undefined))]));
    return (row: ThingRow) => {
      const category = categoryOf(row.type_id, categories());
      if (asked.get(category)?.has(field as BaseField)) return true;
      return t(field === "name" ? "event-data:cells.personName" : "event-data:cells.notForCategory");
    };
  };
  return columns.map((column) => {
    if (column.beside || NEVER.test(column.field)) return column;
    const field = byKey.get(column.field);
    // A list of given accessors is taken as it is: to spread it would name all countries.
    return Object.defineProperties({} as GridColumn<ThingRow>, {
      ...Object.getOwnPropertyDescriptors(column),
      edits: { value: field ? own(field) : base(column.field), enumerable: true },
      marks: { value: ({ id }: Thing) => store.cells?.markOf(id, column.field), enumerable: true },
    });
  });
}
