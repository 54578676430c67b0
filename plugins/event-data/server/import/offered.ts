// The reading of lists, for areas that import lists of their own.
import type { ListReader } from "../../offers.ts";
import { line } from "../sheet/csv.ts";
import { fieldOf } from "./columns/columns.ts";
import { type FileRow, inWords, isBlank } from "./read/table.ts";

const LOCALE = "en-gb";

export const offeredReader: ListReader = {
  fieldOf,
  line,
  async *read(bytes, speak) {
    const rows = await inWords(speak, LOCALE, async () => {
      const { openFile } = await import("./read/open.ts");
      return (await openFile(bytes, { format: "csv" })).rows[Symbol.asyncIterator]();
    });
    for (;;) {
      const { value, done } = await inWords<IteratorResult<FileRow>>(speak, LOCALE, () => rows.next());
      if (done) return;
      const { line, cells, problem } = value;
      if (!isBlank(value)) yield { line, cells, isBroken: problem !== undefined };
    }
  },
};
