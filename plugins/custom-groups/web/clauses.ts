// A rule's clauses in words and as a form: which fields can be asked, how, and what a clause reads like.
import { type Field, type FieldKind, fieldName, hasOptions, optionName } from "#schemas/fields.ts";
import type { FilterOp, ListFilter } from "#schemas/list.ts";
import type { TypeCategory } from "#schemas/session.ts";
import { countryName, countryOptions, currentLocale, formatDate, formatDateTime, formatNumber, t } from "#web";
import { STATUSES } from "../../event-data/contract.ts";
import type { Rule } from "../contract.ts";

export type ClauseKind = "text" | "choice" | "many" | "number" | "date" | "day" | "time" | "held" | "own";

interface Option {
  value: string | number | boolean;
  label: string;
}

/** A field that a rule can ask about. */
export interface ClauseField {
  field: string;
  label: string;
  kind: ClauseKind;
  choices?: readonly Option[];
  /** Its choices are the countries, which take long to be named: only the editor of a clause does that. */
  isCountry?: true;
  /** The clocks on which its moments are read. */
  zone?: string;
}

export const OPS: Record<ClauseKind, readonly FilterOp[]> = {
  text: ["contains", "startsWith", "eq", "ne", "in", "empty"],
  choice: ["in", "ne", "empty"],
  date: ["gte", "lte", "eq"],
  many: ["contains", "empty"],
  number: ["eq", "ne", "gte", "lte", "empty"],
  day: ["gte", "lte", "eq", "empty"],
  // A moment is compared as text: a day stands for its beginning.
  time: ["gte", "lt", "empty"],
  // What it is cannot be said here: only whether it is there.
  held: ["empty"],
  own: ["eq", "ne", "contains", "gte", "lte", "empty"],
};

/** How the event's own fields are named in a question. */
export const OWN = "fields.";

const KINDS: Partial<Record<FieldKind, ClauseKind>> = {
  number: "number",
  boolean: "choice",
  choice: "choice",
  choices: "many",
  country: "choice",
  date: "day",
  datetime: "time",
};

/** What a list of several answers holds for an option: its key between quotation marks. */
const among = (key: string) => JSON.stringify(key);

/** One of the event's own fields, by what its answers are. */
function ownField(field: Field, zone?: string): ClauseField {
  const kind = KINDS[field.kind] ?? "text";
  const clause = { field: `${OWN}${field.key}`, label: fieldName(field, currentLocale()), kind };
  if (field.kind === "country") return { ...clause, isCountry: true };
  if (field.kind === "boolean") {
    return { ...clause, choices: [true, false].map((value) => ({ value, label: t(`custom-groups:value.${value}`) })) };
  }
  if (kind === "time") return { ...clause, ...(zone && { zone }) };
  if (!hasOptions(field)) return clause;
  const options = field.options.map(({ key }) => ({
    value: kind === "many" ? among(key) : key,
    label: optionName(field, key, currentLocale()),
  }));
  return { ...clause, choices: options };
}

/** The built-in fields and the event's own; a field that is gone is asked by its key. `zone` is the event's. */
export function clauseFields(
  categories: readonly TypeCategory[],
  fields: readonly Field[],
  zone?: string,
): ClauseField[] {
  return [...builtIn(categories, zone), ...fields.map((field) => ownField(field, zone))];
}

function builtIn(categories: readonly TypeCategory[], zone?: string): ClauseField[] {
  const date = (field: string): ClauseField => {
    return { field, label: t(`custom-groups:field.${field}`), kind: "date", ...(zone && { zone }) };
  };
  const text = (field: string): ClauseField => ({ field, label: t(`custom-groups:field.${field}`), kind: "text" });
  return [
    {
      field: "type_id",
      label: t("custom-groups:field.type_id"),
      kind: "choice",
      choices: categories.flatMap((one) => one.types.map((type) => ({ value: type.id, label: type.type }))),
    },
    {
      field: "status",
      label: t("custom-groups:field.status"),
      kind: "choice",
      choices: STATUSES.map((value) => ({ value, label: t(`custom-groups:status.${value}`) })),
    },
    text("name"),
    text("first_name"),
    text("last_name"),
    text("email"),
    text("company_name"),
    text("job_title"),
    { field: "country", label: t("custom-groups:field.country"), kind: "choice", isCountry: true },
    { field: "photo", label: t("custom-groups:field.photo"), kind: "held" },
    date("created_at"),
    date("updated_at"),
  ];
}

/** The field of a clause; what is not built in is one of the event's own. */
export function fieldOf(fields: readonly ClauseField[], name: string): ClauseField {
  const known = fields.find((one) => one.field === name);
  return known ?? { field: name, label: name.replace(OWN, "").replaceAll("_", " "), kind: "own" };
}

/** How a clause compares, as it is chosen: to be filled in is a comparison of its own. */
export type ClauseOp = FilterOp | "filled";

export function opOf({ op, value }: Pick<ListFilter, "op" | "value">): ClauseOp {
  return op === "empty" && value === false ? "filled" : op;
}

/** By what word of the texts the comparison goes: a day is "before" another, and a picture "is there". */
export function wordOf({ kind }: ClauseField, op: ClauseOp): string {
  if (kind === "held") return op === "filled" ? "there" : op === "empty" ? "missing" : op;
  return op === "lt" && isOfDays(kind) ? "before" : op;
}

/** What a clause on the field can be compared with; a rule that was made elsewhere, or of another kind of field, keeps its comparison. */
export function opsOf({ kind }: ClauseField, op: ClauseOp): readonly ClauseOp[] {
  const all = OPS[kind].flatMap((one): ClauseOp[] => (one === "empty" ? [one, "filled"] : [one]));
  return all.includes(op) ? all : [op, ...all];
}

/** What a clause on the field chooses from, if anything. A country that was imported by its name stays one that is chosen. */
export function choicesOf(field: ClauseField, { op, value }: ListFilter): readonly Option[] | undefined {
  if (!field.isCountry) return field.choices;
  if (isOfText(op)) return undefined;
  const options = countryOptions();
  const named = [value]
    .flat()
    .filter((one) => typeof one === "string" && one !== "")
    .filter((one) => !options.some((option) => option.value === one));
  return [...named.map((one) => ({ value: String(one), label: String(one) })), ...options];
}

function isOfText(op: FilterOp): boolean {
  return op === "contains" || op === "startsWith";
}

/** A new clause on a field, with its first operator and nothing in it yet. */
export function blankClause({ field, kind }: ClauseField): ListFilter {
  const op = OPS[kind][0] as FilterOp;
  return { field, op, value: op === "in" ? [] : op === "empty" ? false : "" };
}

/** Whether a clause says something that can be asked: of numbers, a number. */
export function isWhole({ field, op, value }: ListFilter, fields: readonly ClauseField[]): boolean {
  if (field === OWN) return false;
  if (op === "empty") return typeof value === "boolean";
  const isOfNumbers = fieldOf(fields, field).kind === "number";
  if (isOfNumbers && [value].flat().some((one) => typeof one !== "number")) return false;
  return Array.isArray(value) ? value.length > 0 : value !== "" && value !== undefined && value !== null;
}

/** A clause as people read it: "Country is not DE". */
export function clauseText(clause: ListFilter, fields: readonly ClauseField[]): string {
  const field = fieldOf(fields, clause.field);
  if (clause.op === "empty") return t(`custom-groups:clause.${wordOf(field, opOf(clause))}`, { field: field.label });
  const values = (Array.isArray(clause.value) ? clause.value : [clause.value]).map((value) => valueText(value, field));
  return t(`custom-groups:clause.${clause.op}`, { field: field.label, value: values.join(", ") });
}

/** A day is the same wherever it is read; a moment is read on the clocks of the event. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const isOfDays = (kind: ClauseKind) => kind === "date" || kind === "time" || kind === "day";

function valueText(value: unknown, { kind, choices, isCountry, zone }: ClauseField): string {
  const choice = choices?.find((one) => String(one.value) === String(value));
  if (choice) return choice.label;
  if (isCountry) return countryName(String(value));
  if (isOfDays(kind) && typeof value === "string")
    return DAY.test(value) ? formatDate(`${value}T00:00:00Z`, "UTC") : formatDateTime(value, zone);
  return typeof value === "number" ? formatNumber(value) : String(value ?? "");
}

/** A whole rule in one line. */
export function ruleText({ match, filter }: Rule, fields: readonly ClauseField[]): string {
  return filter.map((clause) => clauseText(clause, fields)).join(t(`custom-groups:join.${match}`));
}
