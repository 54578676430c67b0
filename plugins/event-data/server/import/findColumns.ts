// What the columns of a file are for one event: by what is remembered, by the file itself, and by the profiles that are there.
import type { Field } from "#schemas/fields.ts";
import { LOCALES } from "#schemas/scalars.ts";
import { type JobContext, listTypesOf, type Offers } from "#server";
import { profileColumnsKey } from "../../offers.ts";
import { findMany } from "../bulk/writeMany.ts";
import { type Column, columnsOf, systemIn, withTypes } from "./columns/columns.ts";
import { doubtfulIds, idsIn, withoutOthersIds } from "./columns/ids.ts";
import { wordOf } from "./columns/recall.ts";
import { removedField } from "./gone.ts";
import { rememberedColumns } from "./mapping.ts";
import type { FileRow, Table } from "./read/table.ts";
import { typeCalled } from "./readRow.ts";

interface Facts {
  eventId: number;
  table: Table;
  /** The first rows. */
  first: readonly FileRow[];
  /** The event's fields, and those of them that whoever imports may see. */
  fields: readonly Field[];
  visible: readonly Field[];
  locale: string;
  /** Whether somebody has said that ids are those of profiles. */
  hasIds?: boolean;
}

export async function findColumns(
  { read, dialect, offered, speak }: Pick<JobContext, "read" | "dialect" | "offered" | "speak">,
  { eventId, table, first, fields, visible, locale, hasIds = false }: Facts,
): Promise<Column[]> {
  const remembered = await rememberedColumns(read, eventId, table.headings);
  const rows = first.map(({ cells }) => cells);
  const types = await listTypesOf(read, eventId);
  const isType = (cell: string) => typeCalled(types, cell) !== undefined;
  const isBeside = besideIn(offered, speak);
  const known = columnsOf(table.headings, rows, remembered, systemIn(table), visible, locale, isType, isBeside);
  const columns = withTypes(withoutRemoved(known, fields), fields, visible);
  const doubtful = hasIds ? undefined : doubtfulIds(columns);
  if (!doubtful) return columns;
  const there = await findMany(read, dialect, eventId, "id", idsIn(doubtful, rows));
  return withoutOthersIds(columns, doubtful, rows, there);
}

/** Whether our own files write so above what areas know of profiles, or above pictures: it is changed where it is kept, and by no file. */
function besideIn(offered: Offers, speak: JobContext["speak"]): (word: string) => boolean {
  const titles = [PICTURE, ...offered(profileColumnsKey).flatMap((columns) => columns.map(({ title }) => title))];
  const words = new Set(LOCALES.flatMap((locale) => titles.map((title) => wordOf(speak(locale, title)))));
  return (word) => words.has(word);
}

const PICTURE = "event-data:field.photo";

/** Nobody answers a field that has been removed, and no file: its column is left out, by whatever it was found. */
function withoutRemoved(columns: readonly Column[], fields: readonly Field[]): Column[] {
  return columns.map((one) => (removedField(fields, one.field) ? { ...one, field: null, by: "none" } : one));
}
