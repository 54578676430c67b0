// The command line as people call it: a process of its own, in a folder, with its output and exit code.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const bin = join(import.meta.dirname, "..", "..", "bin", "lanyard.cjs");

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `lanyard` with arguments in a folder. */
export function lanyard(
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<Ran> {
  const { LANYARD_TOKEN: _, ...outer } = process.env;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd, env: { ...outer, ...env } });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}

const folders: string[] = [];

// Said while the file is read: what is said inside of a test comes too late.
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

/** A folder of its own that goes away after the file's tests; with `base`, a copy of the small sound project. */
export function folder(kind: "empty" | "base" = "base"): string {
  const made = mkdtempSync(join(tmpdir(), "lanyard-cli-"));
  if (kind === "base") cpSync(join(import.meta.dirname, "..", "cli", "base"), made, { recursive: true });
  folders.push(made);
  return made;
}
