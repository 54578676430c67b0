// The rows of a CSV file as an import reads them, in small pieces.
import { openCsv } from "../server/import/read/csv.ts";

export async function* inPieces(file: Buffer) {
  for (let at = 0; at < file.length; at += 7) yield file.subarray(at, at + 7);
}
export const rowsOf = async (file: string | Buffer) => {
  const rows = [];
  const { rows: read } = await openCsv(() => inPieces(Buffer.from(file)));
  for await (const row of read) rows.push(row);
  return rows;
};
