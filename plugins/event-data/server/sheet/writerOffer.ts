// The writing of lists as files, for areas that export lists of their own. Types and a key only.
import { offerKey } from "#server";

/** How a list is written: for whom, and how many rows it has, of which a workbook takes only so many. */
export interface WrittenAs {
  format: "csv" | "xlsx";
  locale: string;
  /** On whose clocks its moments are shown. */
  timeZone: string;
  now: Date;
  rows: number;
  say: (key: string, values?: Record<string, unknown>) => string;
}

/** Writes lists of other areas as those of profiles are exported. */
export interface ListWriter {
  /** The file, of this name but for its ending. Texts of the columns that hold `moments` are instants. */
  file(
    name: string,
    list: {
      headings: readonly string[];
      moments?: readonly number[];
      rows: AsyncIterable<readonly (readonly (string | number | null)[])[]>;
    },
    as: WrittenAs,
  ): { name: string; mediaType: string; bytes: AsyncIterable<Buffer> };
}
export const listWriterKey = offerKey<ListWriter>("event-data.list-writer");
