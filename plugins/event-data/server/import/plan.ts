// What a row of a file would do: make a profile, change one, change nothing, or be refused with its reason. Pure.
import { ProblemError, type TypeOfEvent } from "#server";
import { type Fields, STATUSES, type Thing, ThingDraft } from "../../contract.ts";
import type { ThingValues } from "../repository.ts";
import { asChanged, asNew, type Questions } from "../rules.ts";
import type { Heading } from "./headings.ts";
import type { FileRow } from "./readCsv.ts";

/** A row by field; cells that are empty say nothing. */
export interface ReadRow {
  line: number;
  id: number | undefined;
  values: Partial<Omit<ThingValues, "fields">>;
  fields: Record<string, string>;
}

/** A refusal of one row. */
export class RowRefused extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** What the contract says of a text. */
function shapeOf(field: string): { pattern?: string; maxLength?: number } {
  return ThingDraft.properties[field as "email"] as object;
}

const EMAIL = new RegExp(shapeOf("email").pattern ?? "");

/** Reads a row, or throws `RowRefused`. `typeId` stands for rows that name no type. */
export function readRow(
  row: FileRow,
  headings: readonly Heading[],
  types: readonly TypeOfEvent[],
  typeId?: number,
): ReadRow {
  const read: ReadRow = {
    line: row.line,
    id: undefined,
    values: typeId === undefined ? {} : { type_id: typeId },
    fields: {},
  };
  for (const { at, field } of headings) {
    const text = (row.cells[at] ?? "").trim();
    if (text === "") continue;
    if (field.startsWith("fields.")) read.fields[field.slice("fields.".length)] = limited(field, text, 2000);
    else if (field === "id") read.id = idOf(text);
    else if (field === "type_id") read.values.type_id = typeOf(text, types);
    else if (field === "status") read.values.status = statusOf(text);
    else read.values[field as "name"] = textOf(field, text);
  }
  if (row.cells.length > headings.length && row.cells.slice(lastOf(headings) + 1).some((cell) => cell.trim() !== "")) {
    throw new RowRefused("", "This line has more cells than there are headings; is a quotation mark missing?");
  }
  return read;
}

/** The profile that a row makes of an existing one or of nothing; undefined where it changes nothing. */
export function planRow(
  row: ReadRow,
  current: Thing | undefined,
  types: readonly TypeOfEvent[],
  own?: Questions,
): ThingValues | undefined {
  try {
    if (!current) {
      if (row.values.type_id === undefined)
        throw new RowRefused("type_id", "Say which data type this is, or choose one for the file");
      return asNew({ ...row.values, type_id: row.values.type_id, fields: row.fields }, types, own);
    }
    const fields = Object.fromEntries(
      Object.entries(row.fields).map(([key, text]) => [key, alike(current.fields[key], text)]),
    );
    const values = asChanged(current, { ...row.values, rev: current.rev, fields }, types, own);
    const { id: _, rev: __, created_at: ___, updated_at: ____, ...before } = current;
    return JSON.stringify(sorted(before)) === JSON.stringify(sorted(values)) ? undefined : values;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const [[field, message] = ["", error.message]] = Object.entries(error.detail.fields ?? {});
    throw new RowRefused(field, message);
  }
}

function limited(field: string, text: string, limit: number): string {
  if (text.length > limit)
    throw new RowRefused(field, `At most ${limit} characters are possible; these are ${text.length}`);
  return text;
}

function textOf(field: string, text: string): string {
  if (field === "email" && !EMAIL.test(text))
    throw new RowRefused(field, `"${text.slice(0, 80)}" is not an e-mail address`);
  return limited(field, text, shapeOf(field).maxLength ?? 2000);
}

function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new RowRefused("id", `"${text.slice(0, 40)}" is not an id`);
  return Number(text);
}

function typeOf(text: string, types: readonly TypeOfEvent[]): number {
  const type = types.find((one) => String(one.id) === text || one.name.toLowerCase() === text.toLowerCase());
  if (!type)
    throw new RowRefused(
      "type_id",
      `"${text.slice(0, 80)}" is not a data type of this event; there are ${types.map((one) => one.name).join(", ")}`,
    );
  return type.id;
}

function statusOf(text: string): ThingValues["status"] {
  const status = STATUSES.find((one) => one === text.toLowerCase());
  if (!status)
    throw new RowRefused("status", `"${text.slice(0, 40)}" is not a status; there are ${STATUSES.join(", ")}`);
  return status;
}

/** A number stays a number and yes or no stays so, where the profile has one already. */
function alike(before: Fields[string] | undefined, text: string): Fields[string] {
  if (typeof before === "number" && Number.isFinite(Number(text))) return Number(text);
  if (typeof before === "boolean" && /^(true|false|yes|no|1|0)$/i.test(text)) return /^(true|yes|1)$/i.test(text);
  return text;
}

function lastOf(headings: readonly Heading[]): number {
  return headings.reduce((last, one) => Math.max(last, one.at), 0);
}

function sorted(values: object): unknown {
  return Object.entries(values)
    .map(([key, value]) => [key, key === "fields" ? Object.entries(value as object).sort() : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
