// The bytes of a file as text, piece by piece, so that nothing large is held or worked on at once.
import { isUtf8 } from "node:buffer";
import { refuse } from "./faults.ts";

/** Bytes that are worked on between two looks at the clock. */
const PIECE = 32 * 1024;
const NEWLINE = 10;

/** Refuses what is empty or not UTF-8, with the line of the first wrong byte. */
export function checkUtf8(file: Buffer): void {
  if (file.length === 0) throw refuse(0, "file", "empty");
  if (isUtf8(file)) return;
  let good = 0;
  let bad = file.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    // A character cut in half at the end of the slice is not wrong yet; three bytes of tolerance settle it.
    if (isUtf8(file.subarray(0, middle)) || endsInsideCharacter(file, middle)) good = middle;
    else bad = middle;
  }
  throw refuse(linesIn(file, 0, good) + 1, "file", "not-utf8");
}

function endsInsideCharacter(file: Buffer, end: number): boolean {
  for (let back = 1; back <= 3; back++) if (isUtf8(file.subarray(0, Math.max(0, end - back)))) return true;
  return false;
}

/** How many lines end between two places. */
export function linesIn(file: Buffer, from: number, to: number): number {
  let lines = 0;
  for (let at = file.indexOf(NEWLINE, from); at !== -1 && at < to; at = file.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}

/** The file in pieces, each with the part of the file that is done after it. */
export function* piecesOf(file: Buffer): Generator<{ bytes: Buffer; done: number }> {
  // The mark that some editors put in front of UTF-8 is no part of the text.
  const start = file.length > 2 && file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? 3 : 0;
  for (let at = start; at < file.length; at += PIECE) {
    const end = Math.min(at + PIECE, file.length);
    yield { bytes: file.subarray(at, end), done: end / file.length };
  }
}
