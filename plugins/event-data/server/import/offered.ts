// The reading of lists, for areas that import lists of their own.
import type { ListReader } from "../../offers.ts";
import { line } from "../sheet/csv.ts";
import { fieldOf } from "./columns/columns.ts";
import { type Bytes, type FileRow, inWords, isBlank } from "./read/table.ts";

const LOCALE = "en-gb";

export const offeredReader: ListReader = {
  fieldOf,
  line,
  async *read(bytes, speak, takesWorkbooks = false) {
    const rows = await inWords(speak, LOCALE, async () => {
      const { openFile } = await import("./read/open.ts");
      const format = takesWorkbooks && (await isZip(bytes)) ? "xlsx" : "csv";
      return (await openFile(bytes, { format })).rows[Symbol.asyncIterator]();
    });
    for (;;) {
      const { value, done } = await inWords<IteratorResult<FileRow>>(speak, LOCALE, () => rows.next());
      if (done) return;
      const { line, cells, problem } = value;
      if (!isBlank(value)) yield { line, cells, isBroken: problem !== undefined };
    }
  },
};

async function isZip(bytes: Bytes): Promise<boolean> {
  for await (const piece of bytes()) return piece.subarray(0, 4).toString("latin1") === "PK\u0003\u0004";
  return false;
}
