// Writes what a command makes: all of it, or nothing and one sentence that says why.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { Failure } from "./outcome.ts";

/** Writes texts by their path from a folder. Where one cannot be written, those before it become what they were. */
export function writeAll(root: string, texts: ReadonlyMap<string, string>): void {
  const before = new Map<string, Buffer | undefined>();
  for (const [file, text] of texts) {
    const path = resolve(root, file);
    try {
      before.set(path, existsSync(path) ? readFileSync(path) : undefined);
      writeFileSync(path, text);
    } catch (error) {
      putBack(before);
      throw new Failure(`${file} cannot be written, so nothing was: ${(error as Error).message}`);
    }
  }
}

function putBack(before: ReadonlyMap<string, Buffer | undefined>): void {
  for (const [path, bytes] of before) {
    try {
      if (bytes) writeFileSync(path, bytes);
      else rmSync(path, { force: true });
    } catch {
      // It is the one that could not be written.
    }
  }
}
