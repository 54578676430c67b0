// What is settled before the first line of an import: which column is which field, and how the cells are read.
import type { ImportContext, TypeOfEvent } from "#server";
import { STATUSES } from "../../contract.ts";
import { questionsOfEvent } from "../fields/questions.ts";
import { visibleTo } from "../fields/sight.ts";
import { peek } from "./blocks.ts";
import { cancelledIn } from "./columns/cancelled.ts";
import { type Column, settled, tellsWho } from "./columns/columns.ts";
import { refuseWithoutMail } from "./columns/withoutMail.ts";
import { decimalOf } from "./decimals.ts";
import { Elsewhere } from "./elsewhere.ts";
import { findColumns } from "./findColumns.ts";
import { refuseGone } from "./gone.ts";
import { mendedRows } from "./mended.ts";
import { asNumbers } from "./numbers.ts";
import type { ImportOptions } from "./options.ts";
import { type FileRow, refused, type Table } from "./read/table.ts";
import type { Reading } from "./readRow.ts";
import { typeOfRecords } from "./typeOfRecords.ts";

export type Context = Omit<ImportContext, "format" | "typeId" | "mode">;

const LOOKED_AT = 200;

export interface Prepared {
  reading: Reading;
  rows: AsyncIterable<FileRow>;
  /** The columns that nobody has chosen. */
  left: readonly Column[];
  /** Where people are looked up who come from other events. */
  elsewhere: Elsewhere | undefined;
}

/** Throws why the whole file is refused. */
export async function prepared(
  context: Context,
  options: ImportOptions,
  types: readonly TypeOfEvent[],
  table: Table,
): Promise<Prepared> {
  const { first, rows } = await peek(table.rows, LOOKED_AT);
  const own = await questionsOfEvent(context.read, context.appId, context.eventId, context.who);
  const visible = visibleTo(own.fields, context.who.accessRole);
  const { eventId } = context;
  const { locale, key, write, typeId = typeOfRecords(table.facts, types) } = options;
  const hasIds = key === "id" || write === "known";
  const about = { eventId, table, first, fields: own.fields, visible, locale, hasIds };
  const columns = settled(await findColumns(context, about), options.columns, typeId);
  const there = { types, headings: table.headings, fields: own.fields };
  refuseGone(options, there, context.kept !== undefined);
  const isEmpty = table.headings.length === 0;
  const fields = columns.map(({ field }) => field);
  const type = types.find(({ id }) => id === typeId);
  refuseWithoutMail(table.headings, fields, type);
  if (!isEmpty && !tellsWho(fields)) {
    const words = table.headings.slice(0, 20).join(", ");
    throw refused("tellsNobody", { words });
  }
  const filling = columns.flatMap(({ at, field }) => (field === null ? [] : [{ at, field }]));
  const decimal = decimalOf(table, first, filling, own.fields);
  const reading: Reading = {
    columns: filling,
    types,
    locale,
    statuses: STATUSES.map((one) => context.speak(locale, `event-data:status.${one}`)).join(", "),
    typeId,
    clearsBlanks: options.clearsBlanks,
    cancelled: options.takesCancelled ? undefined : cancelledIn(table),
    width: table.facts.format === "csv" ? table.headings.findLastIndex(Boolean) + 1 : undefined,
    startsIn1904: table.facts.startsIn1904,
    own: { ...own, decimal },
    hidden: new Set(own.fields.filter((field) => !visible.includes(field)).map(({ key }) => `fields.${key}`)),
  };
  const left = columns.filter(({ at }) => !options.columns?.some((one) => one.at === at));
  const taken = asNumbers(options.mended ? mendedRows(rows, options, table.facts) : rows, reading);
  const elsewhere = write === "known" ? await Elsewhere.begin(context, eventId, key, reading) : undefined;
  return { reading, rows: taken, left, elsewhere };
}
