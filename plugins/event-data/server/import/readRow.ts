// A row of a file by fields, or everything that is wrong with its cells. Pure.
import { oneLine } from "#schemas/answers/read.ts";
import { countryCode } from "#schemas/countryNames.ts";
import { readMailbox } from "#schemas/email.ts";
import { isErrorText } from "#schemas/formula.ts";
import { plainText } from "#schemas/plainText.ts";
import { isTypeCalled, nameInEvent, type TypeOfEvent } from "#server";
import { STATUSES, ThingDraft } from "../../contract.ts";
import { plainAddress } from "../address.ts";
import { REGISTRATION, type ThingValues } from "../repository.ts";
import { PARTICIPANTS, type Questions } from "../rules.ts";
import type { Cancelled } from "./columns/cancelled.ts";
import { toldOf } from "./decimals.ts";
import type { Mark } from "./find.ts";
import { unmixed } from "./mixed.ts";
import { completed, type Parts } from "./names.ts";
import { serialDate } from "./read/serial.ts";
import type { FileRow, ToldRow } from "./read/table.ts";
import { totalsWord } from "./totals.ts";

/** A row by field; cells that are empty say nothing, unless empty cells clear. */
export interface ReadRow extends ToldRow {
  id: number | undefined;
  values: Partial<Omit<ThingValues, "fields">>;
  /** Its own cells name the type; otherwise that is the one of the file, which only new profiles get. */
  saysType?: boolean;
  /** Its own cells name the whole name; otherwise that stood beside the address. */
  saysName?: boolean;
  fields: Record<string, string>;
  /** Own fields that are to be taken away. */
  cleared: string[];
  /** What is told of cells that are taken as they stand. */
  notes?: RowProblem[];
  /** What tells its profile apart from those of the other rows. */
  marks?: readonly Mark[];
  /** The profile that it makes if there is none yet, where that has been found out already. */
  made?: ThingValues | undefined;
}

/** What is wrong with one row: the field, and a key of the sentence with its values. */
export interface RowProblem {
  field: string;
  key: string;
  values?: Readonly<Record<string, string | number>>;
  /** Said already, by a rule that imports share with forms. */
  message?: string;
  /** Of a field it is told once, with its first values. */
  isOnce?: true;
}

/** A refusal of one row, with all that is wrong with it. */
export class RowRefused extends Error {
  constructor(readonly problems: readonly RowProblem[]) {
    super(problems[0]?.key);
  }
}

/** The text of a problem: those of answers are the form's own. */
export function textOf(key: string): string {
  const [, answer] = key.split(/^answer\./);
  return answer ? `common:answer.${answer}` : `event-data:import.problem.${key}`;
}

export function refuse(field: string, key: string, values?: RowProblem["values"]): RowRefused {
  return new RowRefused([{ field, key, ...(values ? { values } : {}) }]);
}

/** How rows are read: which column is which field, and what holds for all of them. */
export interface Reading {
  columns: readonly { at: number; field: string }[];
  types: readonly TypeOfEvent[];
  /** The language in which the event's types are named. */
  locale: string;
  /** What a profile may be, in that language. */
  statuses: string;
  /** Stands for rows that name no type. */
  typeId: number | undefined;
  clearsBlanks: boolean;
  /** Lines of tickets that are cancelled are left out. */
  cancelled?: Cancelled | undefined;
  /** Cells that every line has, where a line may end before its last one; what is not there clears nothing. */
  width?: number | undefined;
  /** Numbers that are days are counted from 1904 on. */
  startsIn1904?: boolean | undefined;
  /** What answers to the event's own questions are judged by. */
  own?: Questions;
  /** Own fields whose answers whoever imports may not see: they neither give them nor find profiles by them. */
  hidden?: ReadonlySet<string>;
}

const OWN = "fields.";
const OWN_LIMIT = 2000;
/** How spreadsheets show long numbers in narrow columns, and save them as CSV: 1.23457E+11. */
const SHORTENED = /^\d[.,]\d+E\+\d{2,3}$/i;
/** Blanks that are not kept as they stand. */
const SPREAD = /\s\s|[^\S ]/;
const inOneLine = (text: string) => (SPREAD.test(text) ? oneLine(text) : text);
/** What stands for bytes that are no letter in the encoding of their file. */
const UNREADABLE = "\ufffd";
const shapeOf = (field: string): { maxLength?: number } => ThingDraft.properties[field as "email"] as object;
const GERMAN_STATUS: Record<string, ThingValues["status"]> = {
  importiert: "imported",
  eingeladen: "invited",
  aktiv: "active",
  gesperrt: "blocked",
};

/** Reads a row, or throws `RowRefused`. */
export function readRow(row: FileRow, reading: Reading): ReadRow {
  const { line, cells, unkept, missing, texts } = row;
  const told: ToldRow = { line, cells, unkept, missing, texts };
  const read: ReadRow = { ...told, id: undefined, values: {}, fields: {}, cleared: [] };
  if (reading.typeId !== undefined) read.values.type_id = reading.typeId;
  const word = totalsWord(row.cells);
  if (word !== undefined) throw refuse("", "totals", { word });
  refuseCancelled(row, reading);
  const problems: RowProblem[] = [];
  for (const { at, field } of reading.columns) {
    if (row.unkept?.includes(at)) {
      problems.push({ field, key: "formulaUnkept", values: { cell: `${letters(at)}${row.line}` } });
      continue;
    }
    const text = plainText(row.cells[at] ?? "").trim();
    const isThere = (at < row.cells.length || reading.width === undefined) && !row.missing?.includes(at);
    if (isErrorText(text) && !row.texts?.includes(at) && !reading.hidden?.has(field)) {
      problems.push({ field, key: "formulaError", values: { text } });
      continue;
    }
    const problem = text !== "" ? take(read, field, text, reading) : isThere ? clear(read, field, reading) : undefined;
    if (problem) problems.push(problem);
  }
  const problem = completeName(read, reading.types);
  if (problem) problems.push(problem);
  if (problems.length > 0) throw new RowRefused(problems);
  return read;
}

function refuseCancelled({ cells }: FileRow, { cancelled, columns }: Reading): void {
  const text = plainText(cells[cancelled?.at ?? -1] ?? "").trim();
  if (!cancelled?.isSaid(text)) return;
  throw refuse(columns.find(({ at }) => at === cancelled.at)?.field ?? "", "cancelled", { text });
}

/** A name beside only the first or only the last one of a person is, or holds, the other one; beside both, it says nothing. */
function completeName(
  { values, id: ofThing, saysType }: ReadRow,
  types: readonly TypeOfEvent[],
): RowProblem | undefined {
  const { name, first_name, last_name, type_id } = values;
  if (!name || (!first_name && !last_name)) return;
  const type = types.find(({ id }) => id === type_id);
  if (first_name && last_name) {
    // An id may be that of a company, whatever the type of the file.
    if (type?.categoryId === PARTICIPANTS && (saysType || !ofThing)) delete values.name;
    return;
  }
  if (type && type.categoryId !== PARTICIPANTS) return;
  const parts = completed(name, { first_name: first_name ?? "", last_name: last_name ?? "" });
  if (!parts) return;
  delete values.name;
  Object.assign(values, parts);
  return tooLongPart(parts);
}

/** What refuses a part of a name. */
export function tooLongPart(parts: Parts): RowProblem | undefined {
  for (const field of ["first_name", "last_name"] as const) {
    const limit = shapeOf(field).maxLength ?? OWN_LIMIT;
    if (parts[field].length > limit) return tooLong(field, parts[field], limit);
  }
  return undefined;
}

function clear(read: ReadRow, field: string, reading: Reading): RowProblem | undefined {
  if (!reading.clearsBlanks) return;
  if (reading.hidden?.has(field)) return notYours(field);
  if (field.startsWith(OWN)) read.cleared.push(field.slice(OWN.length));
  else if (field !== "id" && field !== "type_id" && field !== "status" && field !== "name")
    read.values[field as "email"] = "";
}

/** A column as spreadsheets call it. */
export function letters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last;
}

const notYours = (field: string): RowProblem => ({ field, key: "answer.not_yours" });

function take(read: ReadRow, field: string, text: string, reading: Reading): RowProblem | undefined {
  const { types, hidden, locale, startsIn1904 } = reading;
  if (hidden?.has(field)) return notYours(field);
  if (text.includes(UNREADABLE)) return { field, key: "unreadable", values: { text: short(text) } };
  if (text.includes(SEVERAL) && holdsOne(field, reading)) {
    note(read, { field, key: "several", values: { text: short(text) }, isOnce: true });
    return take(read, field, text.split(SEVERAL)[0]?.trim() ?? "", reading);
  }
  const better = unmixed(text);
  if (better)
    note(read, { field, key: "mixedLetters", values: { text: short(text), better: short(better) }, isOnce: true });
  if (field.startsWith(OWN)) {
    const key = field.slice(OWN.length);
    // Answers to the event's questions are judged as those of a form.
    const asked = reading.own?.fields.find((one) => one.key === key);
    if (!asked && text.length > OWN_LIMIT) return tooLong(field, text, OWN_LIMIT);
    const told = asked?.kind === "number" && toldOf(text, reading.own?.decimal);
    if (told) note(read, { field, key: told });
    const date = (asked?.kind === "date" || asked?.kind === "datetime") && serialDate(text, asked.kind, startsIn1904);
    if (date) {
      note(read, { field, key: "serialDate" });
      read.fields[key] = date;
      return;
    }
    if (asked?.kind !== "number" && SHORTENED.test(text)) {
      // Several ids may look the same when they are shortened.
      if (key === REGISTRATION) return { field, key: "shortenedId", values: { text } };
      note(read, { field, key: "shortened" });
    }
    // Profiles are found by it, as it is kept.
    read.fields[key] = key === REGISTRATION && asked?.kind === "text" ? inOneLine(text) : text;
    return;
  }
  switch (field) {
    case "id":
      if (!/^[1-9]\d{0,14}$/.test(text)) return { field, key: "notAnId", values: { text: short(text) } };
      read.id = Number(text);
      return;
    case "type_id": {
      const type = typeCalled(types, text);
      if (!type)
        return {
          field,
          key: "unknownType",
          values: { text: short(text), known: types.map((one) => nameInEvent(one, locale)).join(", ") },
        };
      read.values.type_id = type.id;
      read.saysType = true;
      return;
    }
    case "status": {
      const status = STATUSES.find((one) => one === text.toLowerCase()) ?? GERMAN_STATUS[text.toLowerCase()];
      if (!status) return { field, key: "unknownStatus", values: { text: short(text), known: reading.statuses } };
      read.values.status = status;
      return;
    }
    case "email":
      return takeEmail(read, text);
    default: {
      const known = field === "country" ? countryCode(text) : undefined;
      if (known) {
        read.values.country = known;
        return;
      }
      // As it is kept: who has no address is found by it again.
      const line = inOneLine(text);
      const limit = shapeOf(field).maxLength ?? OWN_LIMIT;
      if (line.length > limit) return tooLong(field, line, limit);
      read.values[field as "name"] = line;
      if (field === "country") note(read, { field, key: "unknownCountry", values: { text: short(text) } });
      if (field === "name") read.saysName = true;
    }
  }
}

/** What Google Contacts writes between several addresses or telephones of somebody. */
const SEVERAL = " ::: ";
const OF_ONE: ReadonlySet<string> = new Set(["email", "phone", "url"]);

function holdsOne(field: string, { own }: Reading): boolean {
  const asked = own?.fields.find(({ key }) => `${OWN}${key}` === field);
  return OF_ONE.has(asked?.kind ?? field);
}

function note(read: ReadRow, problem: RowProblem): void {
  read.notes = [...(read.notes ?? []), problem];
}

/** An address alone, or as mail programs write it: `Ann Smith <ann@example.org>`. */
function takeEmail(read: ReadRow, text: string): RowProblem | undefined {
  const mailbox = readMailbox(text);
  if (!mailbox) return { field: "email", key: "notAnEmail", values: { text: short(text) } };
  const limit = shapeOf("email").maxLength ?? OWN_LIMIT;
  // Profiles are found by it, as it is kept.
  const address = plainAddress(mailbox.address);
  if (address.length > limit) return tooLong("email", address, limit);
  read.values.email = address;
  const { name, first_name, last_name } = read.values;
  if (mailbox.name && !name && !first_name && !last_name) read.values.name = mailbox.name;
  return undefined;
}

function tooLong(field: string, text: string, limit: number): RowProblem {
  return { field, key: "tooLong", values: { limit, length: text.length } };
}

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** By id, by name, or by what the event calls it; a name that it has everywhere goes before what another is called here. */
export function typeCalled(types: readonly TypeOfEvent[], text: string): TypeOfEvent | undefined {
  const isNamed = ({ id, name }: TypeOfEvent) => String(id) === text || name.toLowerCase() === text.toLowerCase();
  return types.find(isNamed) ?? types.find((one) => isTypeCalled(one, text));
}
