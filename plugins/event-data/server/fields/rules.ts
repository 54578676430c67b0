// What a field must be like, and what its answers are judged by. Values in, values or a refusal out.
import { type AnswerProblem, type Answers, answerSentence, checkValues, type Judging } from "#schemas/answers/check.ts";
import {
  FIELD_MATCHED,
  FIELD_UNIQUE,
  type Field,
  type FieldChange,
  type FieldDraft,
  type FieldOption,
  hasOptions,
  keyFor,
} from "#schemas/fields.ts";
import { fieldProblem, ProblemError } from "#server";
import type { FieldValues } from "./repository.ts";

/** Keys that the columns of an import would take for built-in fields. */
const BUILT_IN = [
  "id",
  "type",
  "type_id",
  "rev",
  "first_name",
  "last_name",
  "name",
  "email",
  "company_name",
  "job_title",
  "country",
  "status",
  "created_at",
  "updated_at",
];

/** Kinds that people write as they like: lists compare them folded, as they do names. Of files they compare what these are called. */
const FOLDED: readonly Field["kind"][] = ["text", "long_text", "url", "email", "phone", "file"];
/** Whether lists compare answers as they are written. */
export const isWritten = ({ kind }: Pick<Field, "kind">) => !FOLDED.includes(kind);

const DEFAULTS = {
  help: {},
  section: "",
  type_ids: [],
  event_ids: [],
  required: false,
  unique: false,
  limits: {},
  options: [],
  places: ["profile" as const],
  owner_edits: false,
  see_role: 299,
  edit_role: 200,
  match_weight: 0,
};

/** A new field with everything in its place, and its key: the one that was given, or one out of its name. */
export function asNewField(
  draft: FieldDraft,
  context: { taken: readonly string[]; typeIds: readonly number[]; mainLocale: string },
): { key: string; values: FieldValues } {
  const taken = new Set([...context.taken, ...BUILT_IN]);
  const name = draft.labels[context.mainLocale] ?? Object.values(draft.labels)[0] ?? "";
  const key = draft.key ?? keyFor(name, taken);
  if (BUILT_IN.includes(key))
    throw refusal("key", `"${key}" is the name of a built-in field; choose another`, "keyBuiltIn", { key });
  if (context.taken.includes(key)) {
    throw fieldProblem("event-data.field_key_taken", "key", `"${key}" is taken; choose another`, refused("keyTaken"), {
      key,
    });
  }
  const { key: _, ...rest } = draft;
  return { key, values: settle({ ...DEFAULTS, ...rest }, context.typeIds) };
}

/** A field after a change. Options that were saved stay, archived or not: answers may name them. */
export function asChangedField(current: Field, change: FieldChange, typeIds: readonly number[]): FieldValues {
  const { rev: _, ...rest } = change;
  const { id: __, rev: ___, key: ____, event_id: _____, position: ______, archived_at: _______, ...values } = current;
  const left = change.options && current.options.filter(({ key }) => !change.options?.some((one) => one.key === key));
  if (left && left.length > 0) {
    const names = left.map(({ key }) => key).join(", ");
    throw fieldProblem(
      "event-data.option_kept",
      "options",
      `Left out: ${names}. Archive, merge or remove them`,
      refused("optionKept"),
      { names },
    );
  }
  return settle({ ...values, ...rest }, typeIds);
}

function settle(values: FieldValues, typeIds: readonly number[]): FieldValues {
  const unknown = values.type_ids.find((id) => !typeIds.includes(id));
  if (unknown !== undefined)
    throw refusal("type_ids", `There is no data type ${unknown} here`, "typeUnknown", { id: unknown });
  if (!hasOptions(values) && values.options.length > 0)
    throw refusal("options", "Only choices have options", "notOptions");
  if (values.unique && !FIELD_UNIQUE.includes(values.kind))
    throw refusal("unique", "Answers of this kind may be alike", "notUnique");
  if (values.kind !== "file" && (values.limits.types || values.limits.megabytes))
    throw refusal("limits.types", "Only files have types and sizes", "notFile");
  if (values.kind !== "number" && values.limits.step !== undefined)
    throw refusal("limits.step", "Only numbers have steps", "notNumber");
  const active = values.options.filter(({ archived }) => !archived);
  if (hasOptions(values) && active.length === 0) throw refusal("options", "Add at least one option", "noOption");
  const { min, max, earliest, latest } = values.limits;
  if (min !== undefined && max !== undefined && min > max)
    throw refusal("limits.max", "The largest is below the smallest", "max");
  if (earliest && latest && earliest > latest)
    throw refusal("limits.latest", "The last day is before the first", "latest");
  return {
    ...values,
    type_ids: [...new Set(values.type_ids)].sort((a, b) => a - b),
    options: distinct(values.options),
    // Who may not see an answer cannot give it.
    edit_role: Math.min(values.edit_role, values.see_role),
    // A field that was changed into another kind keeps its weight until somebody saves it.
    match_weight: FIELD_MATCHED.includes(values.kind) ? values.match_weight : 0,
  };
}

function distinct(options: readonly FieldOption[]): FieldOption[] {
  const keys = new Set<string>();
  const names = new Map<string, string>();
  for (const { key, labels, archived } of options) {
    if (keys.has(key)) throw refusal("options", `The key "${key}" stands there twice`, "optionKey", { key });
    keys.add(key);
    for (const [locale, label] of Object.entries(archived ? {} : labels)) {
      const name = `${locale} ${label.trim().toLowerCase()}`;
      if (names.has(name))
        throw refusal("options", `Two options are called "${label.trim()}"`, "optionName", { name: label.trim() });
      names.set(name, key);
    }
  }
  return options.map((option) => ({
    ...option,
    labels: Object.fromEntries(Object.entries(option.labels).map(([locale, label]) => [locale, label.trim()])),
  }));
}

const refused = (why: string) => `common:fields.refused.${why}`;

function refusal(field: string, sentence: string, why: string, values?: Record<string, string | number>) {
  return fieldProblem("event-data.field_wrong", field, sentence, refused(why), values);
}

/** What names no data type any more while it is archived asks for them when it comes back, however it came to name none. */
export function withLoss<Values extends Pick<Field, "types_lost" | "type_ids">>(
  before: Pick<Field, "type_ids">,
  values: Values,
  archived_at: string | null,
): Values {
  const isLost = archived_at !== null && before.type_ids.length > 0 && values.type_ids.length === 0;
  return isLost ? { ...values, types_lost: true } : values;
}

/** What has lost all of its data types comes back with others: with none it would ask everybody. */
export function refuseTypesLost({ types_lost, type_ids }: Pick<Field, "types_lost" | "type_ids">): void {
  if (types_lost && type_ids.length === 0)
    throw refusal("type_ids", "None of the data types that it asked is there any more: say which do now", "typesLost");
}

/** Whoever keeps a field for stronger roles than their own would be shut out of it by that, and could not take it back. */
export function refuseStronger(
  role: number,
  before: Pick<Field, "see_role" | "edit_role"> | undefined,
  wanted: Partial<Pick<Field, "see_role" | "edit_role">>,
): void {
  for (const name of ["see_role", "edit_role"] as const) {
    const value = wanted[name];
    if (value !== undefined && value < role && value !== before?.[name])
      throw refusal(name, "Only roles up to your own are possible", "strongerRole");
  }
}

/** The answers that may be stored. Refuses with the field of every answer that is not possible. */
export function asAnswers(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  judging: Judging,
): Answers {
  const checked = checkValues(fields, values, judging);
  if (checked.problems.length > 0) {
    throw new AnswersRefused(checked.problems);
  }
  return checked.values;
}

/** A refusal of answers: one sentence a field for whoever asked, the reasons by themselves for those who say them in a language. */
export class AnswersRefused extends ProblemError {
  constructor(readonly answers: readonly AnswerProblem[]) {
    super("event-data.answers_wrong", { fields: sentencesOf(answers), reasons: reasonsOf(answers) });
  }
}

function sentencesOf(problems: readonly AnswerProblem[]): Record<string, string> {
  return Object.fromEntries(problems.map((one) => [`fields.${one.key}`, answerSentence(one)]));
}

function reasonsOf(problems: readonly AnswerProblem[]) {
  const reasons = problems.map(({ key, code, params }) => {
    return [`fields.${key}`, { text: `common:answer.${code}`, values: { ...params } }] as const;
  });
  return Object.fromEntries(reasons);
}

/**
 * A field with older facts. Options that were made since stay, archived: answers may name them. Its kind stays, as its answers have
 * it. Data types that are gone stay so; where none is left, it would ask everybody.
 */
export function revertedField(
  current: Field,
  older: Partial<FieldChange>,
  typeIds: readonly number[] = current.type_ids,
): FieldValues {
  const { rev: _, options, type_ids, ...facts } = older;
  const there = type_ids?.filter((id) => typeIds.includes(id));
  if (there?.length === 0 && type_ids && type_ids.length > 0)
    throw refusal("type_ids", "None of the data types that it asked is there any more", "typesGone");
  const since = current.options.filter(({ key }) => !options?.some((one) => one.key === key));
  const kept = options && [...options, ...since.map((option) => ({ ...option, archived: true }))];
  const types = there && { type_ids: there };
  const change = { ...facts, ...types, kind: current.kind, ...(kept && { options: kept }), rev: current.rev };
  return asChangedField(current, change, [...current.type_ids, ...(there ?? [])]);
}
