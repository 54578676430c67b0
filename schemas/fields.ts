// What a field of a profile is: the event's own questions and those that several events share. Answers are checked in answers.ts.
import * as Type from "typebox/type";
import { DateTime, Id, oneOf } from "./scalars.ts";
import { record } from "./shapes.ts";

const closed = { additionalProperties: false } as const;

/** What an answer is. `choice` is one of the options, `choices` any number of them. */
export const FIELD_KINDS = [
  "text",
  "long_text",
  "number",
  "date",
  "datetime",
  "boolean",
  "choice",
  "choices",
  "url",
  "email",
  "phone",
  "country",
  "file",
] as const;
export const FieldKind = oneOf(FIELD_KINDS, "What an answer is; choice is one of the options, choices any number");
export type FieldKind = Type.Static<typeof FieldKind>;

/** The key under which answers stand in `fields` of a profile. It never changes. */
export const FieldKey = Type.String({
  pattern: "^[a-z0-9_]{1,64}$",
  description: "Key under which the answers stand; small letters, figures and underscores",
});

/** A text in the languages of the app; the first that is there stands in for a missing one. */
export const Texts = record(Type.String({ maxLength: 500 }), {
  pattern: "^[a-z]{2,3}(-[a-z0-9]{2,8})*$",
  maxProperties: 40,
  description: "Text by language",
});
export type Texts = Type.Static<typeof Texts>;

const Labels = record(Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }), {
  pattern: "^[a-z]{2,3}(-[a-z0-9]{2,8})*$",
  minProperties: 1,
  maxProperties: 40,
  description: "Name by language",
});

/** Options that a field may have. */
export const MOST_OPTIONS = 1000;

/** One option of a choice. Answers hold its key, so that its label may change. */
export const FieldOption = Type.Object(
  {
    key: Type.String({ pattern: "^[a-z0-9_-]{1,64}$", description: "What answers hold; it never changes" }),
    labels: Labels,
    archived: Type.Optional(Type.Boolean({ description: "No longer offered; answers that name it stay" })),
  },
  closed,
);
export type FieldOption = Type.Static<typeof FieldOption>;

/** What an uploaded file may be, by what it holds. */
export const FILE_TYPES = ["pdf", "image", "document", "sheet", "slides", "text"] as const;
export type FileType = (typeof FILE_TYPES)[number];
/** Megabytes of a file where its field says nothing, and at most. */
export const FILE_MEGABYTES = 5;
export const FILE_MEGABYTES_AT_MOST = 10;

const limits = {
  min: Type.Optional(Type.Number({ description: "Smallest number, or fewest options" })),
  max: Type.Optional(Type.Number({ description: "Largest number, or most options" })),
  whole: Type.Optional(Type.Boolean({ description: "Whole numbers only" })),
  step: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description: "Only numbers this far apart, counted from the smallest number, or from 0",
    }),
  ),
  max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: "Characters of a text" })),
  earliest: Type.Optional(Type.String({ format: "date", description: "First day" })),
  latest: Type.Optional(Type.String({ format: "date", description: "Last day" })),
  types: Type.Optional(
    Type.Array(oneOf(FILE_TYPES), {
      maxItems: FILE_TYPES.length,
      uniqueItems: true,
      description: "What a file may be; none means any of them",
    }),
  ),
  megabytes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: FILE_MEGABYTES_AT_MOST, description: "Size of a file; 5 unless told" }),
  ),
};
export const FieldLimits = Type.Object(limits, closed);
export type FieldLimits = Type.Static<typeof FieldLimits>;

/** Where a field is met. */
export const FIELD_PLACES = ["profile", "list", "filter", "onboarding"] as const;
export const FieldPlace = oneOf(FIELD_PLACES);
export type FieldPlace = Type.Static<typeof FieldPlace>;

/** Kinds whose answers are alike or not, so that two profiles are matched by them. */
export const FIELD_MATCHED: readonly FieldKind[] = ["boolean", "choice", "choices", "country"];

const MatchWeight = Type.Integer({
  minimum: 0,
  maximum: 10,
  description: "How much like answers count when profiles are matched; 0 not at all, and always 0 of kinds without",
});

const RoleUpTo = Type.Integer({ minimum: 1, maximum: 299, description: "Access role id; this one and every stronger" });

/** What a person decides about a field. */
const decided = {
  labels: Labels,
  help: Texts,
  kind: FieldKind,
  section: Type.String({ maxLength: 60, description: "Heading under which it stands; may be empty" }),
  type_ids: Type.Array(Id, { maxItems: 200, description: "Data types that have it; none means all" }),
  required: Type.Boolean(),
  unique: Type.Boolean({
    description: "No two profiles give the same answer: of the event, or of the app for a multi-event field",
  }),
  limits: FieldLimits,
  options: Type.Array(FieldOption, {
    maxItems: MOST_OPTIONS,
    description: "In their order; of choice and choices only",
  }),
  places: Type.Array(FieldPlace, { maxItems: 4, uniqueItems: true }),
  owner_edits: Type.Boolean({ description: "Participants may change their own answer" }),
  see_role: RoleUpTo,
  edit_role: RoleUpTo,
  match_weight: MatchWeight,
};

/** A field with everything that is known of it. `event_id` 0 is a field of the app, shared by several events. */
export const Field = Type.Object({
  id: Id,
  key: FieldKey,
  event_id: Type.Integer({ minimum: 0, description: "The event it belongs to; 0 for a multi-event field" }),
  event_ids: Type.Array(Id, { description: "Events that use a multi-event field; none means all" }),
  ...decided,
  position: Type.Integer(),
  archived_at: Type.Union([DateTime, Type.Null()]),
  types_lost: Type.Optional(
    Type.Boolean({ description: "None of its data types is there any more: who restores it says which have it now" }),
  ),
  rev: Type.Integer(),
});
export type Field = Type.Static<typeof Field>;

/** What must be said of a new field; the rest has defaults. */
export const FieldDraft = Type.Object(
  {
    key: Type.Optional(FieldKey),
    labels: Labels,
    kind: FieldKind,
    help: Type.Optional(decided.help),
    section: Type.Optional(decided.section),
    type_ids: Type.Optional(decided.type_ids),
    required: Type.Optional(decided.required),
    unique: Type.Optional(decided.unique),
    limits: Type.Optional(FieldLimits),
    options: Type.Optional(decided.options),
    places: Type.Optional(decided.places),
    owner_edits: Type.Optional(decided.owner_edits),
    see_role: Type.Optional(RoleUpTo),
    edit_role: Type.Optional(RoleUpTo),
    match_weight: Type.Optional(MatchWeight),
    event_ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  },
  closed,
);
export type FieldDraft = Type.Static<typeof FieldDraft>;

const { key: _, kind: __, ...changeable } = FieldDraft.properties;

/** What is to change of a field. Its key stays; another kind is a conversion of its answers. */
export const FieldChange = Type.Object(
  { ...changeable, labels: Type.Optional(Labels), rev: Type.Integer({ minimum: 1 }) },
  closed,
);
export type FieldChange = Type.Static<typeof FieldChange>;

/** Whether lists are sorted and grouped by a field. */
export function isListed({ places, archived_at }: Pick<Field, "places" | "archived_at">): boolean {
  return archived_at === null && places.includes("list");
}

/** Kinds of which each answer may be given once. */
export const FIELD_UNIQUE: readonly FieldKind[] = [
  "text",
  "number",
  "date",
  "datetime",
  "choice",
  "url",
  "email",
  "phone",
];

/** Whether the database keeps a field's answers in their order: for lists, or to find the profile that gives one. */
export function isKept(field: Pick<Field, "kind" | "places" | "archived_at" | "unique">): boolean {
  return isListed(field) || (field.archived_at === null && (field.unique || field.kind === "file"));
}

/** The answer that names an uploaded file: what it is kept under, and what it is called. */
export const FILE_ANSWER = /^([0-9a-f]{32})\/([^/\\\p{Cc}]{1,120})$/u;

/** What a file is called, out of the answer that names it. */
export function fileName(answer: unknown): string {
  return FILE_ANSWER.exec(String(answer))?.[2] ?? String(answer);
}

/** Whether a field's answers are taken from a list of options. */
export function hasOptions({ kind }: Pick<Field, "kind">): boolean {
  return kind === "choice" || kind === "choices";
}

/** Whether a field belongs to the profiles of a data type. */
export function fieldApplies({ type_ids }: Pick<Field, "type_ids">, typeId: number): boolean {
  return type_ids.length === 0 || type_ids.includes(typeId);
}

/** Whether forms of profiles have a field: one without whose answer a profile is not saved is among them until it is answered. */
export function isInForm(
  { places, required, key }: Pick<Field, "places" | "required" | "key">,
  stored: Readonly<Record<string, unknown>>,
): boolean {
  return places.includes("profile") || (required && stored[key] === undefined);
}

/** A text in a language, else in the first that there is. */
export function inLanguage(texts: Readonly<Record<string, string>>, locale: string): string {
  return texts[locale] || Object.values(texts).find((text) => text !== "") || "";
}

/** The name of a field, in a language. */
export function fieldName({ labels, key }: Pick<Field, "labels" | "key">, locale: string): string {
  return inLanguage(labels, locale) || nameOfKey(key);
}

/** The name of an option of a field; a key that is none of its options stays as it is. */
export function optionName({ options }: Pick<Field, "options">, key: string, locale: string): string {
  const option = options.find((one) => one.key === key);
  return option ? inLanguage(option.labels, locale) : key;
}

/** The names of the options of an answer, one after another; with semicolons where one of them has a comma, so that they can be told apart. */
export function optionNames(field: Pick<Field, "options">, keys: readonly unknown[], locale: string): string {
  const names = keys.map((key) => optionName(field, String(key), locale));
  return names.join(names.some((name) => name.includes(",")) ? "; " : ", ");
}

/** Words for a key that has no definition: `first_visit` reads "First visit". */
export function nameOfKey(key: string): string {
  const text = key.replaceAll("_", " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A key out of a name, which is none of those that are taken. */
export function keyFor(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 60);
  const base = plain || "field";
  let key = base;
  for (let next = 2; taken.has(key); next++) key = `${base}_${next}`;
  return key;
}

/**
 * What the key of an option of this name, in small letters, may not be: another's key, and another's name, for an answer is read by
 * keys first.
 * @example keyFor("10+", takenBeside("10+", keys, new Set(["10+", "10"]))) // "10_2", since "10" is what another is called
 */
export function takenBeside(name: string, keys: ReadonlySet<string>, names: ReadonlySet<string>): Set<string> {
  const taken = new Set([...names, ...keys]);
  if (!keys.has(name)) taken.delete(name);
  return taken;
}
