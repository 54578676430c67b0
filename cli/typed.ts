// Asks a person for something that nobody beside them should read.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Failure } from "./outcome.ts";

/** What is typed at a terminal, without showing it. */
export async function typedSecret(
  prompt: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<string> {
  output.write(prompt);
  // In this mode the terminal itself shows nothing; what would show it is thrown away.
  const nothing = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input, output: nothing, terminal: true });
  const givenUp = new Promise<never>((_, reject) => {
    lines.once("close", () => reject(new Failure("Nothing was typed, so nothing was done.")));
  });
  try {
    return await Promise.race([lines.question(""), givenUp]);
  } finally {
    lines.close();
    output.write("\n");
  }
}
