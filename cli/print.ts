// Prints with plain writes: Node's own stream brings the network along, which costs more than a whole check.
import { fstatSync, statSync, writeSync } from "node:fs";
import { Failure } from "./outcome.ts";

/** Whether somebody looks at the output. What is thrown away (/dev/null) is a character device, too. */
export function isTerminal(): boolean {
  const output = fstatSync(1);
  if (!output.isCharacterDevice() || output.rdev === statSync("/dev/null", { throwIfNoEntry: false })?.rdev)
    return false;
  return process.stdout.isTTY;
}

/** Prints all of a text. A reader that has left (`| head`) has seen enough. */
export function print(text: string): void {
  const bytes = Buffer.from(text);
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw new Failure(`This cannot be printed: ${(error as Error).message}`);
      process.stdout.once("error", () => undefined).write(bytes.subarray(at));
      return;
    }
  }
}

/** Says to the standard error what went wrong. Where that cannot be written either, the exit code has to say it. */
export function complain(text: string): void {
  try {
    writeSync(2, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") process.stderr.once("error", () => undefined).write(text);
  }
}
