// What a profile must be like. Values in, values or a refusal out.
import type { Decimal } from "#schemas/answers/read.ts";
import type { Field } from "#schemas/fields.ts";
import { fieldProblem, type TypeOfEvent } from "#server";
import type { Fields, Thing, ThingChange, ThingDraft } from "../contract.ts";
import { plainAddress } from "./address.ts";
import { AnswersRefused, asAnswers } from "./fields/rules.ts";
import type { ThingValues } from "./repository.ts";

/** Category of people; the others are companies and items. */
export const PARTICIPANTS = 1;

/** What answers to the event's own questions are judged by. */
export interface Questions {
  fields: readonly Field[];
  /** Access role of whoever answers. */
  role?: number;
  timeZone?: string;
  /** The sign before decimals in the file that they come from, if it is known. */
  decimal?: Decimal | undefined;
  /** Answers that name files which were sent. */
  files?: ReadonlySet<string>;
  /** Of a profile that comes back: answers that were taken already. They stay as they are, and no others are demanded. */
  before?: Fields | undefined;
}
const NONE: Questions = { fields: [] };

/** A new profile with everything in its place. Refuses one without a name or of a type that the event does not have. */
export function asNew(draft: ThingDraft, types: readonly TypeOfEvent[], own: Questions = NONE): ThingValues {
  refuseHidden(own, draft.fields);
  const values: ThingValues = {
    type_id: draft.type_id,
    first_name: draft.first_name ?? "",
    last_name: draft.last_name ?? "",
    name: draft.name ?? "",
    email: draft.email ?? "",
    company_name: draft.company_name ?? "",
    job_title: draft.job_title ?? "",
    country: draft.country ?? "",
    status: draft.status ?? "imported",
    fields: {},
  };
  const tidy = settle(values, types, draft);
  const judging = { ...own, typeId: tidy.type_id, known: draft.new_keys === false };
  return { ...tidy, fields: asAnswers(own.fields, draft.fields ?? {}, judging) };
}

/** A profile after a change: what the change does not name stays, own fields are merged by key. */
export function asChanged(
  current: Thing,
  change: ThingChange,
  types: readonly TypeOfEvent[],
  own: Questions = NONE,
): ThingValues {
  const { rev: _, fields, new_keys, ...rest } = change;
  refuseHidden(own, fields);
  const tidy = settle({ ...current, ...rest, fields: {} }, types, change);
  const judging = {
    ...own,
    typeId: tidy.type_id,
    before: current.fields,
    whole: tidy.type_id !== current.type_id,
    known: new_keys === false,
  };
  return { ...tidy, fields: asAnswers(own.fields, { ...current.fields, ...fields }, judging) };
}

/**
 * The same where the answers are those that another profile of the event gave: they were judged then, and are stored as they are.
 */
export function asTakenOver(
  current: Thing,
  { fields, ...change }: ThingChange,
  types: readonly TypeOfEvent[],
): ThingValues {
  const values = asChanged(current, change, types);
  const answers = Object.entries({ ...values.fields, ...fields }).filter(([, answer]) => answer !== null);
  return { ...values, fields: Object.fromEntries(answers) as ThingValues["fields"] };
}

/** Who may not see an answer does not give it either, whatever stands there: a guess that is taken would tell. */
function refuseHidden({ fields, role }: Questions, given: Readonly<Record<string, unknown>> = {}): void {
  const hidden = fields.filter(
    ({ key, see_role }) => role !== undefined && role > see_role && Object.hasOwn(given, key),
  );
  if (hidden.length > 0) throw new AnswersRefused(hidden.map(({ key }) => ({ key, code: "not_yours", params: {} })));
}

/** The participant types among an event's types: the ones whose e-mail addresses are told apart. */
export function participantTypes(types: readonly TypeOfEvent[]): number[] {
  return types.filter((type) => type.categoryId === PARTICIPANTS).map((type) => type.id);
}

/** Whether two profiles would have to have different e-mail addresses. */
export function mustBeUnique(values: Pick<ThingValues, "type_id" | "email">, types: readonly TypeOfEvent[]): boolean {
  return values.email !== "" && participantTypes(types).includes(values.type_id);
}

function settle(
  values: ThingValues,
  types: readonly TypeOfEvent[],
  asked: Partial<Pick<ThingValues, "name" | "first_name" | "last_name">>,
): ThingValues {
  const type = types.find((one) => one.id === values.type_id);
  if (!type) {
    const known = types.map((one) => `${one.id} (${one.name})`).join(", ");
    throw fieldProblem(
      "event-data.type_unknown",
      "type_id",
      `Choose one of ${known || "the event's data types"}`,
      "event-data:problem.type_unknown",
    );
  }
  const tidy: ThingValues = {
    type_id: type.id,
    first_name: clean(values.first_name),
    last_name: clean(values.last_name),
    name: clean(values.name),
    email: plainAddress(clean(values.email)),
    company_name: clean(values.company_name),
    job_title: clean(values.job_title),
    country: clean(values.country),
    status: values.status,
    fields: values.fields,
  };
  const name = type.categoryId === PARTICIPANTS ? personName(tidy, asked) : tidy.name;
  if (!name) {
    const field = type.categoryId === PARTICIPANTS ? "last_name" : "name";
    throw fieldProblem("event-data.name_missing", field, "Enter a name", "event-data:problem.name_missing");
  }
  return { ...tidy, name };
}

/** First and last name make a participant's name, unless only the whole name is known. */
function personName(
  values: ThingValues,
  asked: Partial<Pick<ThingValues, "name" | "first_name" | "last_name">>,
): string {
  const parts = `${values.first_name} ${values.last_name}`.trim();
  const saysParts = asked.first_name !== undefined || asked.last_name !== undefined;
  if (saysParts || parts) return parts || values.name || values.email;
  return values.name || values.email;
}

// Made once: the bundler makes classes of characters anew wherever they stand.
const UNCLEAN = /\p{Cc}|\p{Cs}|\s\s|[^\S ]|^\s|\s$/u;
const CONTROLS = /\p{Cc}+/gu;
const HALVES = /\p{Cs}+/gu;

/**
 * Control characters and halves of signs would break exports and cannot be seen; line breaks become spaces, and accents stand
 * in their letters, as in whatever a file brings.
 */
function clean(text: string): string {
  // Most texts are clean.
  if (!UNCLEAN.test(text)) return text.normalize("NFC");
  return text.replace(CONTROLS, " ").replace(HALVES, "").replace(/\s+/g, " ").trim().normalize("NFC");
}
