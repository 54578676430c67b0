#!/usr/bin/env node
// Starts the CLI: builds it when it is stale, in a checkout; then hands over. CommonJS, which starts sooner.
const { existsSync, writeSync } = require("node:fs");
const { dirname } = require("node:path");

const home = dirname(__dirname);

function start() {
  require("../dist/cli/main.cjs");
}

function fail(error) {
  process.exitCode = 2;
  try {
    writeSync(2, `lanyard cannot start: ${error instanceof Error ? error.message : error}\n`);
  } catch {
    // The exit code says it.
  }
}

try {
  if (!existsSync(`${home}/cli`) || require("../scripts/stamp.cjs").stateOf(home, "cli").isFresh) start();
  else
    import("../scripts/install.mjs")
      .then(({ ensureInstalled, mayLackPackages }) => mayLackPackages(home) && ensureInstalled(home))
      .then(() => import("../scripts/build.mjs"))
      .then(({ build }) => build(["cli"]))
      .then(start)
      .catch(fail);
} catch (error) {
  fail(error);
}
