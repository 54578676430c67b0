// Whether a password is known from a leak, by a file that the operator keeps: one SHA-1 in hexadecimal on each line, in order,
// each perhaps with how often it was seen, which is the form in which Have I Been Pwned hands its list out (40 GB).
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** A line is `HASH`, or `HASH:COUNT`. */
const HASH_CHARACTERS = 40;
const LONGEST_LINE = 64;

/** Whether a file looks like such a list. Throws what the file system says. */
export function isLeakList(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const start = Buffer.alloc(LONGEST_LINE);
    return /^[0-9A-Fa-f]{40}(?::\d+)?\r?(?:\n|$)/.test(start.toString("latin1", 0, readSync(file, start)));
  } finally {
    closeSync(file);
  }
}

/** Whether the list holds the password; without a list none is. Some forty short reads, however long the list is. */
export async function isLeaked(path: string, password: string): Promise<boolean> {
  if (path === "") return false;
  const wanted = createHash("sha1").update(password).digest("hex").toUpperCase();
  const file = await open(path, "r");
  try {
    // What is looked for begins at or after `low` and before `high`.
    let low = 0;
    let high = (await file.stat()).size;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const { hash, begins, ends } = await lineAt(file, middle);
      if (hash === wanted) return true;
      if (hash !== "" && hash < wanted) low = ends;
      else high = begins;
    }
    return false;
  } finally {
    await file.close();
  }
}

/** The line that covers a place, with where it begins and where the next one does. */
async function lineAt(file: FileHandle, place: number): Promise<{ hash: string; begins: number; ends: number }> {
  const from = Math.max(0, place - LONGEST_LINE);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(3 * LONGEST_LINE), 0, 3 * LONGEST_LINE, from);
  const text = buffer.toString("latin1", 0, bytesRead);
  const here = place - from;
  // A line break belongs to the line that it ends.
  const begins = here === 0 ? 0 : text.lastIndexOf("\n", here - 1) + 1;
  const end = text.indexOf("\n", here);
  return {
    hash: text.slice(begins, begins + HASH_CHARACTERS).toUpperCase(),
    begins: from + begins,
    ends: end < 0 ? from + bytesRead : from + end + 1,
  };
}
