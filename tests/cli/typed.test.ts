// A password that is asked for at a terminal.
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { typedSecret } from "../../cli/typed.ts";

function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = "";
  output.on("data", (piece) => {
    shown += piece;
  });
  return { input, typed: typedSecret("Password: ", input, output), shown: () => shown };
}

test("a password is taken as it is typed and corrected, and no sign of it is shown", async () => {
  const { input, typed, shown } = terminal();

  for (const key of "Lanyard#2027") input.write(key);
  input.write("\u007f6\r");

  expect(await typed).toBe("Lanyard#2026");
  expect(shown()).toBe("Password: \n");
});

test("Ctrl-C while a password is asked for ends the command", async () => {
  const { input, typed } = terminal();

  input.write("Lany\u0003");

  await expect(typed).rejects.toThrow("nothing was done");
});
