// Lists as files: of profiles, and of other areas that export lists of their own.
import { problem } from "#server";
import { tagOf } from "../exportCells.ts";
import type { Cell, Sheet } from "./cell.ts";
import { Clocks } from "./clocks.ts";
import { separatorIn, writeCsv } from "./csv.ts";
import type { ListWriter, WrittenAs } from "./writerOffer.ts";
import { writeXlsx, XLSX_ROWS } from "./xlsx.ts";

const MEDIA = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;

export function sheetFile(
  name: string,
  sheet: Sheet,
  { format, locale, now }: Omit<WrittenAs, "timeZone" | "rows" | "say">,
) {
  const bytes = format === "xlsx" ? writeXlsx(sheet, now) : writeCsv(sheet, separatorIn(locale));
  return { name: `${name}.${format}`, mediaType: MEDIA[format], bytes };
}

/** Of more rows than a workbook has room for none is written. */
export function refuseTooMany(
  { format, rows, say }: Pick<WrittenAs, "format" | "rows" | "say">,
  room = XLSX_ROWS,
): void {
  if (format === "xlsx" && rows > room)
    throw problem("invalid", { message: say("event-data:export.tooMany", { most: room, number: rows }) });
}

export const offeredWriter: ListWriter = {
  file: (name, { headings, moments = [], rows }, as) => {
    refuseTooMany(as);
    const clocks = new Clocks(tagOf(as.locale), as.timeZone);
    const shown = new Set(moments);
    const cellOf = (value: string | number | null, at: number): Cell =>
      shown.has(at) ? (clocks.moment(String(value)) ?? null) : value;
    async function* cells() {
      for await (const block of rows) yield block.map((row) => row.map(cellOf));
    }
    return sheetFile(name, { name: "Export", headings, rows: cells(), formats: clocks.formats }, as);
  },
};
