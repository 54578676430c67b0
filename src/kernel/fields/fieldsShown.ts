// Which fields a page shows and in which order: by sections as they were put, or by a column. Pure.
import type { FieldUse } from "#schemas/fieldEndpoints.ts";
import { FIELD_MATCHED, type Field, fieldApplies } from "#schemas/fields.ts";
import { holding } from "#schemas/fold.ts";

/** The columns by which fields are put in order; counts begin with the most. */
export const FIELD_ORDERS = [
  "name",
  "key",
  "kind",
  "scope",
  "types",
  "answers",
  "unanswered",
  "filterable",
  "matching",
] as const;
export type FieldOrder = (typeof FIELD_ORDERS)[number];

/** What narrows a page of fields, apart from words, kinds and types. */
export const FIELD_MARKS = ["required", "filter", "onboarding", "list", "matching", "shared", "unanswered"] as const;
export type FieldMark = (typeof FIELD_MARKS)[number];

export interface FieldQuestion {
  order: FieldOrder | undefined;
  words: string;
  kind: string;
  type: number;
  mark: FieldMark | undefined;
}

/** What is known of fields beside themselves. */
export interface Known {
  use: readonly FieldUse[];
  nameOf: (field: Field) => string;
  kindOf: (field: Field) => string;
  typesOf: (field: Field) => string;
  locale: string;
}

export const weightOf = ({ kind, match_weight }: Pick<Field, "kind" | "match_weight">) =>
  FIELD_MATCHED.includes(kind) ? match_weight : 0;

export function narrowed(fields: readonly Field[], question: FieldQuestion, known: Known): Field[] {
  const { words, kind, type, mark } = question;
  const isNamed = holding(words);
  return fields.filter((field) => {
    if (!isNamed(`${known.nameOf(field)} ${field.key}`)) return false;
    if (kind && field.kind !== kind) return false;
    if (type && !fieldApplies(field, type)) return false;
    return mark === undefined || isMarked(field, mark, known.use);
  });
}

function isMarked(field: Field, mark: FieldMark, use: readonly FieldUse[]): boolean {
  if (mark === "required") return field.required;
  if (mark === "matching") return weightOf(field) > 0;
  if (mark === "shared") return field.event_id === 0;
  if (mark === "unanswered") return shareIn(field, use) < 1;
  return field.places.includes(mark);
}

/** Fields by a column; equal ones stay as they stand. */
export function ordered(fields: readonly Field[], order: FieldOrder, known: Known): Field[] {
  const { compare } = new Intl.Collator(known.locale, { numeric: true, sensitivity: "base" });
  const by: Record<FieldOrder, (one: Field, other: Field) => number> = {
    name: (one, other) => compare(known.nameOf(one), known.nameOf(other)),
    key: (one, other) => compare(one.key, other.key),
    kind: (one, other) => compare(known.kindOf(one), known.kindOf(other)),
    scope: (one, other) => Number(other.event_id === 0) - Number(one.event_id === 0),
    types: (one, other) => compare(known.typesOf(one), known.typesOf(other)),
    answers: (one, other) => shareIn(other, known.use) - shareIn(one, known.use),
    unanswered: (one, other) => shareIn(one, known.use) - shareIn(other, known.use),
    filterable: (one, other) => Number(other.places.includes("filter")) - Number(one.places.includes("filter")),
    matching: (one, other) => weightOf(other) - weightOf(one),
  };
  return [...fields].sort(by[order]);
}

/** The share of those whom it is asked who answer it, from 0 to 1. */
function shareIn({ key }: Field, use: readonly FieldUse[]): number {
  const own = use.find((one) => one.key === key);
  return own?.asked ? (own.answered ?? 0) / own.asked : 0;
}
