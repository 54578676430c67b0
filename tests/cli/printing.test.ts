// What is printed where there is no room, or where nobody reads any more.
import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder } from "../support/lanyard.ts";

const bin = join(import.meta.dirname, "../../bin/lanyard.cjs");
const project = folder();

type Where = number | "pipe";

/** Runs `lanyard`; a pipe is closed at its other end before anything is written. */
function run(line: string, [output, complaints]: readonly [Where, Where]) {
  return new Promise<{ status: number | null; stderr: string }>((resolve) => {
    const args = line.split(" ").filter(Boolean);
    const child = spawn(process.execPath, [bin, ...args], { cwd: project, stdio: ["ignore", output, complaints] });
    child.stdout?.destroy();
    let stderr = "";
    child.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    child.once("close", (status) => resolve({ status, stderr }));
  });
}

const CALLS = ["--help", "--version", "help nav lint", "nav lint --help", "nav lint", ""];

describe.runIf(existsSync("/dev/full"))("a full disk", () => {
  test.each(CALLS)("is told in one sentence: %s", async (line) => {
    const full = openSync("/dev/full", "w");

    const { status, stderr } = await run(line, [full, "pipe"]);

    closeSync(full);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^This cannot be printed: ENOSPC[^\n]+\n$/);
  });

  test.each(["nav", "nav bogus", "nav lint --format nope", "nav explain no.nav"])(
    "for complaints changes no exit code: %s",
    async (line) => {
      const full = openSync("/dev/full", "w");

      const { status } = await run(line, ["pipe", full]);

      closeSync(full);
      expect(status).toBe(2);
    },
  );
});

describe("a reader that has left", () => {
  test.each([
    ["--help", 0],
    ["--version", 0],
    ["nav lint --help", 0],
    ["nav lint", 0],
    ["", 2],
  ])("has seen enough: %s", async (line, expected) => {
    const { status, stderr } = await run(line, ["pipe", "pipe"]);

    expect([status, stderr]).toEqual([expected, ""]);
  });
});
