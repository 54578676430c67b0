// How the history names fields, and what it compares of them.
import type { Field } from "#schemas/fields.ts";

/** The kind of object under which fields stand in the history. */
export const FIELD = "event-data.field";

/** What a person decides about a field. */
export function fieldFacts({
  id: _,
  rev: __,
  position: ___,
  event_id: ____,
  types_lost: _____,
  ...facts
}: Field): Record<string, unknown> {
  return facts;
}

/** The field as the history names it. */
export function fieldObject(field: Field) {
  return { type: FIELD, id: field.id, label: Object.values(field.labels)[0] ?? field.key };
}
