#!/usr/bin/env node
// Starts the CLI: builds it when it is stale, in a checkout; then hands over. CommonJS, which starts sooner.
const { existsSync } = require("node:fs");
const { dirname } = require("node:path");

const home = dirname(__dirname);

function start() {
  require("../dist/cli/main.cjs");
}

function fail(error) {
  process.stderr.write(`lanyard cannot start: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}

try {
  if (!existsSync(`${home}/cli`) || require("../scripts/stamp.cjs").stateOf(home, "cli").isFresh) start();
  else
    import("../scripts/build.mjs")
      .then(({ build }) => build(["cli"]))
      .then(start)
      .catch(fail);
} catch (error) {
  fail(error);
}
