// The one judge of answers: form, API and import ask this function, so that none of them takes what another would refuse. Pure.
import { type Field, fieldApplies, fieldName, fileName } from "../fields.ts";
import { plainText } from "../plainText.ts";
import { localTime } from "../time.ts";
import { type Answer, type AnswerCode, cut, type Decimal, oneLine, Refusal, readAnswer } from "./read.ts";

/** Answers by the keys of their fields. */
export type Answers = Record<string, Answer>;

/** What is wrong with one answer. */
export interface AnswerProblem {
  key: string;
  code: AnswerCode;
  params: Readonly<Record<string, string | number>>;
}

/** What the judgement depends on besides fields and answers. */
export interface Judging {
  /** The data type of the profile. */
  typeId: number;
  /** The answers as they are stored. What has not changed is not judged again; without them the profile is new. */
  before?: Readonly<Answers> | undefined;
  /** Asks for every required answer, as for a new profile: when the data type changes. */
  whole?: boolean | undefined;
  /** Access role of whoever answers; fields that a stronger role answers refuse a change. */
  role?: number | undefined;
  /** Zone of times that name none, and of the days on which a field's first and last day are. */
  timeZone?: string | undefined;
  /** The sign before decimals where the answers stand, if it is known. */
  decimal?: Decimal | undefined;
  /** Takes no answers under keys that neither a field nor the profile has: of a form, their field has been removed meanwhile. */
  known?: boolean | undefined;
  /** Files that were sent, as `KEY ANSWER`: only these may be given. */
  files?: Pick<ReadonlySet<string>, "has"> | undefined;
}

export interface Checked {
  /** What may be stored: normalised, without empty answers. Answers with a problem are left out. */
  values: Answers;
  problems: AnswerProblem[];
}

/** Characters that a text may have where its field says nothing. */
export const LENGTHS: Readonly<Record<string, number>> = { text: 255, long_text: 2000, url: 2000, email: 254 };
/** Characters of an answer that no field describes. */
const LOOSE = 2000;

/**
 * Judges the answers of one profile. `values` are all of its answers, changed or not; null, an empty text and an empty
 * list are no answer. Keys that no field describes are kept as they are, but for signs that cannot be stored, unless only
 * `known` ones are taken.
 * @example
 * const { values, problems } = checkValues(fields, { ...thing.fields, ...change }, { typeId, before: thing.fields });
 */
export function checkValues(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  judging: Judging,
): Checked {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const checked: Checked = { values: {}, problems: [] };
  for (const [key, value] of Object.entries(values)) {
    const field = byKey.get(key);
    const before = judging.before?.[key];
    const unknown = judging.known && before === undefined ? new Refusal("unknown") : undefined;
    const read = isEmpty(value)
      ? undefined
      : field
        ? readAnswer(value, { field, ...judging })
        : (unknown ?? loose(value));
    const answer = isEmpty(read) ? undefined : read;
    const wrong = answer instanceof Refusal ? answer : undefined;
    if (sameAnswer(answer, before)) {
      if (before !== undefined) checked.values[key] = before;
    } else if (sameAnswer(value, before) && before !== undefined) {
      // Stored before its field became stricter: it stays until somebody answers anew.
      checked.values[key] = before;
    } else {
      const refusal = wrong ?? (field && refusalOf(field, answer as Answer | undefined, judging));
      if (refusal) checked.problems.push({ key, code: refusal.code, params: refusal.params });
      else if (answer !== undefined) checked.values[key] = answer as Answer;
    }
  }
  const refused = new Set(checked.problems.map(({ key }) => key));
  for (const field of fields) {
    // By what came of it: a list of nothing but blanks says nothing.
    if (checked.values[field.key] !== undefined || refused.has(field.key)) continue;
    if (isMissing(field, judging)) checked.problems.push({ key: field.key, code: "required", params: {} });
  }
  return checked;
}

/** Whether two answers are the same; order of a list counts, as it does where it is stored. */
export function sameAnswer(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a value says nothing. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}

/** Whether an answer that is not there has to be. */
function isMissing(field: Field, { before, typeId, whole, role }: Judging) {
  if (!field.required || field.archived_at || !fieldApplies(field, typeId)) return false;
  // Who may not answer cannot be asked to.
  if (role !== undefined && role > field.edit_role) return false;
  return before === undefined || whole === true || !isEmpty(before[field.key]);
}

function loose(value: unknown): Answer | Refusal {
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.map(plainText);
  if (typeof value !== "string") return new Refusal("not_text", { value: cut(JSON.stringify(value) ?? "") });
  const text = plainText(value);
  return [...text].length > LOOSE ? new Refusal("too_long", { limit: LOOSE, length: [...text].length }) : text;
}

function refusalOf(
  field: Field,
  answer: Answer | undefined,
  { typeId, role, before, files, timeZone }: Judging,
): Refusal | undefined {
  if (role !== undefined && role > field.edit_role) return new Refusal("not_yours");
  if (answer === undefined) return undefined;
  if (field.archived_at) return new Refusal("archived");
  if (!fieldApplies(field, typeId)) return new Refusal("not_for_type");
  if (field.kind === "file" && !files?.has(`${field.key} ${answer}`))
    return new Refusal("not_file", { value: fileName(answer) });
  return overLimit(field, answer, { before: before?.[field.key], timeZone });
}

/** The answer that was there before, and the zone whose days the first and the last day of a field are. */
interface Limiting {
  before?: Answer | undefined;
  timeZone?: string | undefined;
}

/** What a field does not allow of an answer that has been read; an archived option only where it was there before. */
export function overLimit(
  { kind, limits, options }: Field,
  answer: Answer,
  { before, timeZone }: Limiting,
): Refusal | undefined {
  const { min, max, whole, step, max_length, earliest, latest } = limits;
  if (kind === "number" && typeof answer === "number") {
    if (whole && !Number.isInteger(answer)) return new Refusal("not_whole");
    if (min !== undefined && answer < min) return new Refusal("too_small", { limit: min });
    if (max !== undefined && answer > max) return new Refusal("too_large", { limit: max });
    const nearest = step === undefined ? answer : nearestOn(answer, step, min, max);
    if (step !== undefined && nearest !== answer) return new Refusal("off_step", { step, nearest });
    return undefined;
  }
  if (kind === "date" || kind === "datetime") {
    if (earliest === undefined && latest === undefined) return undefined;
    const date = dayOf(String(answer), timeZone);
    if (earliest !== undefined && date < earliest) return new Refusal("too_early", { limit: earliest });
    if (latest !== undefined && date > latest) return new Refusal("too_late", { limit: latest });
    return undefined;
  }
  if (kind === "choice" || kind === "choices") {
    const keys = Array.isArray(answer) ? answer : [String(answer)];
    const kept = Array.isArray(before) ? before : [before];
    const gone = keys.find((key) => !kept.includes(key) && options.find((one) => one.key === key)?.archived);
    if (gone !== undefined) return new Refusal("option_archived", { value: gone });
    if (kind === "choices" && min !== undefined && keys.length < min) return new Refusal("too_few", { limit: min });
    if (kind === "choices" && max !== undefined && keys.length > max) return new Refusal("too_many", { limit: max });
    return undefined;
  }
  const limit = max_length ?? LENGTHS[kind];
  const length = typeof answer === "string" ? [...answer].length : 0;
  return limit !== undefined && length > limit ? new Refusal("too_long", { limit, length }) : undefined;
}

/** The day of an answer; of a moment the day on the clocks of the zone. */
function dayOf(answer: string, timeZone: string | undefined): string {
  const local = timeZone !== undefined && answer.includes("T") ? localTime(answer, timeZone) : answer;
  return local.slice(0, 10);
}

/** Numbers as they are written have no more figures than these; what arithmetic adds beyond them is no difference. */
const FIGURES = 15;
const asWritten = (number: number) => Number(number.toPrecision(FIGURES));

/** The number itself where it is on a step, else the nearest one that is possible. Steps are counted from the smallest number, or from 0. */
function nearestOn(answer: number, step: number, min = 0, max = Number.POSITIVE_INFINITY): number {
  const steps = asWritten((answer - min) / step);
  if (Number.isInteger(steps)) return answer;
  const nearest = asWritten(min + Math.round(steps) * step);
  return nearest > max ? asWritten(nearest - step) : nearest;
}

const SENTENCES: Record<AnswerCode, (params: Readonly<Record<string, string | number>>) => string> = {
  ambiguous_date: ({ value }) => `"${value}" may be two days; write it as YYYY-MM-DD`,
  ambiguous_number: ({ value }) => `"${value}" may be two numbers; write it without a separator of thousands`,
  archived: () => "This field is archived; it takes no new answers",
  not_boolean: ({ value }) => `"${value}" is neither yes nor no`,
  not_country: ({ value }) => `"${value}" is not a country`,
  not_date: ({ value }) => `"${value}" is not a date; write it as YYYY-MM-DD`,
  not_datetime: ({ value }) => `"${value}" is not a date with its time`,
  not_email: ({ value }) => `"${value}" is not an email address`,
  not_file: ({ value }) =>
    `"${value}" is no file that was sent for this; files are given on the profile, one at a time`,
  not_for_type: () => "Profiles of this data type do not have this field",
  not_number: ({ value }) => `"${value}" is not a number`,
  not_phone: ({ value }) => `"${value}" is not a phone number with its country code, such as +44 20 7946 0958`,
  not_text: ({ value }) => `"${value}" is not a text`,
  not_url: ({ value }) => `"${value}" is not a web address`,
  not_whole: () => "Only whole numbers are possible",
  not_yours: () => "Your role may not answer this field",
  off_step: ({ step, nearest }) => `Only steps of ${step} are possible, such as ${nearest}`,
  option_archived: ({ value }) => `The option "${value}" is no longer offered`,
  option_unknown: ({ value }) => `"${value}" is not one of the options`,
  required: () => "An answer is needed",
  taken: ({ name, id }) => `${name} (${id}) has this answer; no two profiles may give the same`,
  taken_before: ({ name }) => `${name}, further up, has this answer; no two profiles may give the same`,
  taken_elsewhere: () => "A profile of another event has this answer; no two people may give the same",
  too_early: ({ limit }) => `The first possible day is ${limit}`,
  too_few: ({ limit }) => `Choose at least ${limit}`,
  too_large: ({ limit }) => `At most ${limit} is possible`,
  too_late: ({ limit }) => `The last possible day is ${limit}`,
  too_long: ({ limit, length }) => `At most ${limit} characters are possible; these are ${length}`,
  too_many: ({ limit }) => `Choose at most ${limit}`,
  too_small: ({ limit }) => `At least ${limit} is needed`,
  unknown: () => "There is no field of this key; it may have been removed",
};

/** What is wrong with an answer, in one English sentence: for replies of the server and lines of an import. */
export function answerSentence({ code, params }: AnswerProblem): string {
  return SENTENCES[code](params);
}

/** The same with the name of the field before it, for lists of problems. */
export function namedSentence(fields: readonly Field[], problem: AnswerProblem, locale: string): string {
  const field = fields.find(({ key }) => key === problem.key);
  return `${field ? fieldName(field, locale) : oneLine(problem.key)}: ${answerSentence(problem)}`;
}
