// What a row of a file would do: make a profile, change one, change nothing, or be refused with its reasons. Pure.
import { oneLine, readAnswer } from "#schemas/answers/read.ts";
import { FILE_ANSWER, fileName } from "#schemas/fields.ts";
import { ProblemError, type TypeOfEvent } from "#server";
import type { Fields, Thing } from "../../contract.ts";
import { AnswersRefused } from "../fields/rules.ts";
import type { ThingValues } from "../repository.ts";
import { asChanged, asNew, PARTICIPANTS, type Questions } from "../rules.ts";
import { parted } from "./names.ts";
import { type ReadRow, RowRefused, refuse, tooLongPart } from "./readRow.ts";

/** The profile that a row makes of an existing one or of nothing; undefined where it changes nothing. */
export function planRow(
  row: ReadRow,
  current: Thing | undefined,
  types: readonly TypeOfEvent[],
  own?: Questions,
): ThingValues | undefined {
  try {
    return current ? changed(row, current, types, own) : made(row, types, own);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw asRefusal(error);
  }
}

function made(row: ReadRow, types: readonly TypeOfEvent[], own?: Questions): ThingValues {
  const { type_id } = row.values;
  if (type_id === undefined) throw refuse("type_id", "noType");
  return asNew({ ...row.values, type_id, fields: row.fields }, types, own);
}

function changed(
  row: ReadRow,
  current: Thing,
  types: readonly TypeOfEvent[],
  own?: Questions,
): ThingValues | undefined {
  const fields: Record<string, Fields[string] | null> = {};
  for (const [key, text] of Object.entries(row.fields)) fields[key] = alike(current.fields[key], text, key, own);
  for (const key of row.cleared) if (key in current.fields) fields[key] = null;
  const values = asChanged(current, { ...saidOf(row, current, types), rev: current.rev, fields }, types, own);
  return isSame(current, values) ? undefined : values;
}

/** What a row says of a profile that is there already: of a person with first and last name, its whole name in these parts. */
function saidOf(row: ReadRow, current: Thing, types: readonly TypeOfEvent[]): ReadRow["values"] {
  const { type_id, name, ...values } = row.values;
  const said: ReadRow["values"] = row.saysType ? { ...values, type_id } : values;
  if (name === undefined) return said;
  const isPerson = types.find(({ id }) => id === (said.type_id ?? current.type_id))?.categoryId === PARTICIPANTS;
  // What stands beside an address is how somebody's mail program writes them.
  if (!row.saysName && current.name !== current.email) return said;
  const hasParts = current.first_name !== "" || current.last_name !== "";
  if (!isPerson || !hasParts || values.first_name !== undefined || values.last_name !== undefined)
    return { ...said, name };
  const parts = parted(name, current);
  const problem = parts && tooLongPart(parts);
  if (problem) throw new RowRefused([problem]);
  return { ...said, ...parts };
}

/** Whether a profile is as these values say. */
export function isSame(current: Thing, values: ThingValues): boolean {
  const { fields, ...own } = values;
  if (Object.entries(own).some(([key, value]) => current[key as "name"] !== value)) return false;
  const keys = new Set([...Object.keys(fields), ...Object.keys(current.fields)]);
  return [...keys].every((key) => JSON.stringify(fields[key]) === JSON.stringify(current.fields[key]));
}

/** What a rule refused, field by field. */
export function asRefusal(error: ProblemError): RowRefused {
  if (error instanceof AnswersRefused) {
    return new RowRefused(
      error.answers.map(({ key, code, params }) => ({ field: `fields.${key}`, key: `answer.${code}`, values: params })),
    );
  }
  const fields = Object.entries(error.detail.fields ?? {});
  const told = fields.length > 0 ? fields : [["", error.message] as const];
  return new RowRefused(
    told.map(([field, message]) => {
      const known = MESSAGES[error.code];
      return known ? { field, key: known } : { field, key: "refused", message };
    }),
  );
}

const MESSAGES: Record<string, string> = { "event-data.name_missing": "noName" };

/**
 * What a cell says of an answer that is there already. Our export names files by what they are called, workbooks keep fifteen
 * figures of a number, and no file has parts of seconds or blanks around a text: what was written so has not changed. Where
 * no field says more, a number stays a number, yes or no stays so, and a list that reads the same stays one.
 */
function alike(before: Fields[string] | undefined, text: string, key: string, own?: Questions): Fields[string] {
  if (typeof before === "string") {
    if (before.trim() === text || (FILE_ANSWER.test(before) && fileName(before) === text)) return before;
    return isInstant(before, text, key, own) ? before : text;
  }
  if (typeof before === "number" && NUMBER.test(text)) {
    if (asKept(before) === asKept(Number(text)) && own?.decimal !== ",") return before;
    return own?.fields.some((one) => one.key === key && one.kind === "number") ? text : Number(text);
  }
  if (typeof before === "number" && WITH_COMMA.test(text) && own?.decimal !== ".")
    if (asKept(before) === asKept(Number(text.replace(",", ".")))) return before;
  if (Array.isArray(before) && !own?.fields.some((one) => one.key === key))
    return oneLine(before.join(", ")) === oneLine(text) ? before : text;
  if (typeof before === "boolean" && /^(true|false|yes|no|ja|nein|1|0)$/i.test(text))
    return /^(true|yes|ja|1)$/i.test(text);
  return text;
}

/** As our export writes numbers; what else JavaScript takes for one, such as 0x10, is none. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** The same with a comma, which before three figures might stand before thousands. */
const WITH_COMMA = /^-?\d+,(?!\d{3}$)\d+(?:e[+-]?\d+)?$/i;
const asKept = (number: number) => number.toPrecision(15);

/** Whether a cell says an instant to its second. */
function isInstant(before: string, text: string, key: string, own?: Questions): boolean {
  if (!PARTS_OF_SECONDS.test(before)) return false;
  const field = own?.fields.find((one) => one.key === key && one.kind === "datetime");
  const read = field && readAnswer(text, { field, timeZone: own?.timeZone });
  return typeof read === "string" && read === before.replace(PARTS_OF_SECONDS, ".000Z");
}

const PARTS_OF_SECONDS = /\.(?!000)\d{3}Z$/;
