// Which column of a file is which field: as it was chosen before, by its heading, else by what its cells look like. Pure.

import { countryCode } from "#schemas/countryNames.ts";
import type { Field } from "#schemas/fields.ts";
import { fold } from "#server";
import { fieldForType, type ImportColumn } from "../../../contract/import.ts";
import type { Table } from "../read/table.ts";
import { fieldAsked } from "./asked.ts";
import { type Example, fieldsByExample, looksLikeMail } from "./examples.ts";
import { ownColumns } from "./own.ts";
import { NOTHING, type Recall, wordOf } from "./recall.ts";
import { withProfiles, withSecond } from "./second.ts";
import {
  ADDRESSES,
  ALSO_ENGLISH,
  FIRST_OR_WHOLE,
  GERMAN,
  isAbroad,
  isAtHome,
  LEFT_OUT,
  NEITHER,
  SYSTEM_WORDS,
  SYSTEMS,
  type System,
  TITLES,
  WORDS,
} from "./words.ts";

const SIGNS_NEEDED = 3;
const EXAMPLES = 3;
const EXAMPLE_LENGTH = 80;

/** The field for which a heading stands, whatever the others are. */
export function fieldOf(heading: string): string | undefined {
  return WORDS.get(wordOf(heading)) ?? SYSTEM_WORDS.tito.fields.get(wordOf(heading));
}

/** Whether a cell is a heading that says who somebody is. */
export function isHeading(cell: string): boolean {
  const field = fieldOf(cell);
  return field !== undefined && WHO.has(field);
}

const WHO = new Set(["id", "name", "first_name", "last_name", "email", "fields.registration_id"]);

/** Whether a table with these fields says whom its rows are about. */
export function tellsWho(fields: readonly (string | null)[]): boolean {
  return fields.some((field) => field !== null && WHO.has(field));
}

/** The system that wrote these headings, if enough of them are its own. */
export function systemOf(headings: readonly string[]): System | undefined {
  const there = new Set(headings.map(wordOf));
  const counted = SYSTEMS.map((system) => ({
    system,
    count: SYSTEM_WORDS[system].signs.filter((sign) => there.has(sign)).length,
  }));
  const best = counted.reduce((most, one) => (one.count > most.count ? one : most));
  return best.count >= SIGNS_NEEDED ? best.system : undefined;
}

/** The system of a table: what its format says, else its headings. */
export function systemIn({ facts, headings }: Pick<Table, "facts" | "headings">): System | undefined {
  return facts.format === "open-event" || facts.records ? "open-event" : systemOf(headings);
}

/** A column that has been recognised, or has not: then its field is nothing. */
export type Column = ImportColumn;

/** The columns of a table. Of two that stand for the same field the first is taken. */
export function columnsOf(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  remembered: Recall = NOTHING,
  system = systemOf(headings),
  fields: readonly Example[] = [],
  locale = "",
  isType: (cell: string) => boolean = () => true,
  /** What our own files write of profiles and no file brings. */
  isBeside: (word: string) => boolean = () => false,
): Column[] {
  const isEnglish = areAtHome(headings);
  const builtIn = (word: string) =>
    LEFT_OUT.has(word) || (isEnglish && ALSO_ENGLISH.has(word)) ? undefined : builtInOf(word, system);
  const own = ownColumns({ headings, fields, locale, known: remembered.kin, builtIn });
  const cellsOf = (at: number) => rows.map((row) => row[at]?.trim() ?? "");
  const columns = headings.map((title, at): Column => {
    const cells = cellsOf(at).filter(Boolean);
    const isSaid = (field: string) => saysField(field, wordOf(title), cells, { isType, rows: rows.length });
    const examples = [...new Set(cells)].slice(0, EXAMPLES).map((cell) => cell.slice(0, EXAMPLE_LENGTH));
    return { at, title, examples, ...byHeading({ at, title, isSaid, isBeside }, builtIn, remembered, own) };
  });
  const named = withFirstNames(withoutTitles(columns, cellsOf), cellsOf);
  const plain = withProfiles(withQuestions(named), cellsOf, fields);
  return withoutDoubles(withExamples(withSecond(plain, cellsOf, fields), cellsOf, fields));
}

/** With the only data types that have what each column fills, and the fields of that name which others have. */
export function withTypes(
  columns: readonly Column[],
  fields: readonly Pick<Field, "key" | "type_ids">[],
  visible: readonly Pick<Field, "key" | "labels" | "type_ids" | "archived_at">[] = [],
): Column[] {
  const types = new Map(fields.map(({ key, type_ids }) => [`fields.${key}`, type_ids]));
  return columns.map((column) => {
    const type_ids = types.get(column.field ?? "") ?? [];
    if (type_ids.length === 0) return column;
    const word = wordOf(column.title);
    const others = visible
      .filter(({ archived_at, labels }) => !archived_at && Object.values(labels).some((one) => wordOf(one) === word))
      .map((one) => ({ field: `fields.${one.key}`, type_ids: [...one.type_ids] }))
      .filter(({ field }) => field !== column.field);
    return { ...column, type_ids: [...type_ids], ...(others.length > 0 && { others }) };
  });
}

/**
 * The columns as they were chosen, and the others as they were found: but for fields that a chosen one fills, and for those
 * that profiles of the type do not have, where all lines get one type. Nobody has put those there, and every line would be refused for them.
 */
export function settled(
  columns: readonly Column[],
  chosen: readonly Pick<Column, "at" | "field">[] = [],
  typeId?: number,
): Column[] {
  const byHand = new Map(chosen.map(({ at, field }) => [at, field]));
  const given = new Set(byHand.values());
  const all = columns.map((one) => {
    if (byHand.has(one.at)) return { ...one, field: byHand.get(one.at) ?? null };
    return one.field !== null && given.has(one.field) ? { ...one, field: null, by: "double" as const } : one;
  });
  if (!typeId || all.some(({ field }) => field === "type_id")) return all;
  const taken = new Set(all.map(({ field }) => field));
  return all.map((one) => {
    const field = byHand.has(one.at) || one.field === null ? one.field : fieldForType(one, typeId, taken);
    taken.add(field);
    return field === null && one.field !== null ? { ...one, field, by: "otherType" as const } : { ...one, field };
  });
}

/** Whether headings are German: more of them are than are of another language alone. */
export function isGerman(headings: readonly string[], fields: readonly Pick<Field, "labels">[]): boolean {
  const labels = fields.flatMap((field) => Object.entries(field.labels));
  const isOne = (word: string) => {
    const of = new Set(labels.flatMap(([locale, label]) => (wordOf(label) === word ? [locale.startsWith("de")] : [])));
    if (of.size === 1) return of.has(true);
    return GERMAN.has(word) || (WORDS.has(word) && !NEITHER.has(word) ? false : undefined);
  };
  const known = headings.map((title) => isOne(wordOf(title)));
  return known.filter((one) => one === true).length > known.filter((one) => one === false).length;
}

/** The field of a profile for which a heading stands everywhere, or in the files of a system. */
function builtInOf(word: string, system: System | undefined): string | undefined {
  return (system && SYSTEM_WORDS[system].fields.get(word)) ?? WORDS.get(word);
}

function byHeading(
  {
    at,
    title,
    isSaid,
    isBeside,
  }: Pick<Column, "at" | "title"> & Record<"isSaid" | "isBeside", (one: string) => boolean>,
  builtIn: (word: string) => string | undefined,
  { kin, other }: Recall,
  own: ReadonlyMap<number, string>,
): Pick<Column, "field" | "by"> {
  const word = wordOf(title);
  const chosen = kin.get(at);
  if (chosen !== undefined) return { field: chosen, by: "remembered" };
  const asked = own.get(at);
  if (asked) return { field: asked, by: "name" };
  if (LEFT_OUT.has(word)) return { field: null, by: "name" };
  const known = builtIn(word);
  if (known && isSaid(known)) return { field: known, by: "name" };
  if (isBeside(word)) return { field: null, by: "beside" };
  const elsewhere = other.get(at);
  if (elsewhere !== undefined) return { field: elsewhere, by: "remembered" };
  return { field: null, by: "none" };
}

/** Whether other headings are English or German, and none is of another language alone. */
function areAtHome(headings: readonly string[]): boolean {
  const words = headings.map(wordOf);
  return words.some((word) => isAtHome(word) && !NEITHER.has(word)) && !words.some(isAbroad);
}

/** Headings that mean a data type where most lines name one, and else whatever they hold, such as VIP. */
const ANY_TYPE = new Set(["type", "typ", "attendeetype", "teilnehmertyp"]);

/** Fields whose values have letters. */
const WORDED = new Set(["first_name", "last_name", "name", "job_title"]);

/** Whether the cells may be what the heading says: a state or a data type is one of a few words. */
function saysField(
  field: string,
  word: string,
  cells: readonly string[],
  { isType, rows }: { isType: (cell: string) => boolean; rows: number },
): boolean {
  // “Nombre” is a number as well, “poste” an extension, “position” a place in a queue.
  if (WORDED.has(field)) return cells.length === 0 || cells.some((cell) => /\p{L}/u.test(cell));
  if (field === "country" && ALSO_ENGLISH.has(word))
    return cells.length === 0 || cells.some((cell) => countryCode(cell) !== undefined);
  if (field === "status") return cells.length === 0 || cells.some(isStatus);
  if (field !== "type_id" || !ANY_TYPE.has(word)) return true;
  // A few that are none are mistakes, which are told with their lines.
  return cells.length * 2 <= rows || cells.some(isType);
}

/**
 * A name beside the last one is the first one, where the language says both in one word: “Nombre; Apellidos”. Unless most cells
 * hold the last name as well.
 */
function withFirstNames(columns: readonly Column[], cellsOf: (at: number) => string[]): Column[] {
  const last = columns.find(({ field }) => field === "last_name");
  const one = columns.find(({ title, field, by }) => {
    return field === "name" && by === "name" && FIRST_OR_WHOLE.has(wordOf(title));
  });
  if (!one || !last || columns.some(({ field }) => field === "first_name")) return [...columns];
  const lastNames = cellsOf(last.at);
  const pairs = cellsOf(one.at).flatMap((name, row) =>
    name && lastNames[row] ? [[name, lastNames[row]] as const] : [],
  );
  const whole = pairs.filter(([name, known]) => {
    const words = fold(name).split(/\s+/);
    const parts = fold(known).split(/\s+/);
    return words.length > parts.length && parts.every((part) => words.includes(part));
  });
  if (whole.length * 2 > pairs.length) return [...columns];
  return columns.map((column) => (column === one ? { ...column, field: "first_name" } : column));
}

/** A column “Title” is the job title, unless another one is, or its cells say how people are addressed. */
function withoutTitles(columns: readonly Column[], cellsOf: (at: number) => string[]): Column[] {
  const isTitle = ({ title, field, by }: Column) => field === "job_title" && by === "name" && TITLES.has(wordOf(title));
  const hasBetter = columns.some((column) => column.field === "job_title" && !isTitle(column));
  return columns.map((column) => {
    if (!isTitle(column) || (!hasBetter && !areAddresses(cellsOf(column.at).filter(Boolean)))) return column;
    return { ...column, field: null, by: "none" as const };
  });
}

/** Questions of forms, where no plain heading stands for the same. */
function withQuestions(columns: readonly Column[]): Column[] {
  const taken = new Set(columns.map(({ field }) => field));
  return columns.map((column) => {
    const field = column.by === "none" ? fieldAsked(column.title) : undefined;
    if (!field || taken.has(field)) return column;
    taken.add(field);
    return { ...column, field, by: "name" as const };
  });
}

/** Whether most cells hold nothing but how people are addressed. */
function areAddresses(cells: readonly string[]): boolean {
  const words = (cell: string) => fold(cell).match(/\p{L}+/gu) ?? [""];
  return cells.filter((cell) => words(cell).every((word) => ADDRESSES.has(word))).length * 2 > cells.length;
}

/** Columns of which the heading says nothing, by their cells: a field that no other column fills, else one of their own. */
function withExamples(
  columns: readonly Column[],
  cellsOf: (at: number) => string[],
  fields: readonly Example[],
): Column[] {
  const taken = new Set(columns.map(({ field }) => field));
  const guessed = new Map<number, string>();
  const guess = ({ at, title, by }: Column, mails: readonly string[]) => {
    if (by !== "none" || guessed.has(at)) return;
    const field = fieldsByExample({ title, cells: cellsOf(at), mails }, fields).find((one) => !taken.has(one));
    if (!field) return;
    taken.add(field);
    guessed.set(at, field);
  };
  const mailsOf = () => {
    const at = columns.find((one) => (guessed.get(one.at) ?? one.field) === "email")?.at;
    return at === undefined ? [] : cellsOf(at);
  };
  // The address comes first: names are known by it.
  for (const column of columns) if (looksLikeMail(cellsOf(column.at))) guess(column, []);
  const mails = mailsOf();
  for (const column of columns) guess(column, mails);
  return columns.map((column) => {
    if (column.by !== "none") return column;
    const field = guessed.get(column.at);
    if (field) return { ...column, field, by: "example" };
    const key = keyOf(column.title);
    return { ...column, field: key ? `fields.${key}` : null, by: key ? "own" : "none" };
  });
}

/** The key of an own field that a heading would get. */
export function keyOf(title: string): string {
  return fold(title)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 64);
}

const isStatus = (cell: string) =>
  /^(imported|invited|active|blocked|importiert|eingeladen|aktiv|gesperrt)$/i.test(cell);

/** The first of the strongest reason stands; the others become fields of their own, or are left out. */
function withoutDoubles(columns: readonly Column[]): Column[] {
  const strength = {
    remembered: 3,
    name: 2,
    example: 1,
    own: 0,
    double: 0,
    beside: 0,
    otherType: 0,
    otherIds: 0,
    none: 0,
  };
  const taken = new Map<string, Column>();
  for (const column of columns) {
    const before = column.field === null ? undefined : taken.get(column.field);
    if (column.field !== null && (!before || strength[column.by] > strength[before.by]))
      taken.set(column.field, column);
  }
  return columns.map((column) => {
    if (column.field === null || taken.get(column.field) === column) return column;
    return { ...column, field: null, by: "double" as const };
  });
}
