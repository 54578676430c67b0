#!/usr/bin/env node
// Starts the CLI: builds it when it is stale, in a checkout; then hands over.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const built = join(home, "dist", "cli", "main.mjs");

try {
  if (existsSync(join(home, "cli"))) {
    const { build } = await import("../scripts/build.mjs");
    await build(["cli"]);
  }
  await import(pathToFileURL(built).href);
} catch (error) {
  process.stderr.write(`lanyard cannot start: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
