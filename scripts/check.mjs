// `npm run check`: format, lint, types, generated files, navigation, feature areas, translations, floors. The same steps run in `npm test`.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lanyard = ["bin/lanyard.cjs"];

const steps = [
  { name: "types", args: ["node_modules/typescript/bin/tsc", "-p", ".", "--noEmit", "--checkers", "2"] },
  {
    name: "format and lint",
    args: [
      "node_modules/@biomejs/biome/bin/biome",
      "ci",
      "--colors=off",
      "--diagnostic-level=warn",
      "--max-diagnostics=30",
      ".",
    ],
  },
  { name: "generated files are fresh", args: ["scripts/gen.mjs", "--check"] },
  { name: "nav lint", args: [...lanyard, "nav", "lint"] },
  { name: "nav prove", args: [...lanyard, "nav", "prove"] },
  { name: "plugin lint", args: [...lanyard, "plugin", "lint", "--max-warnings", "0"] },
  { name: "i18n check", args: [...lanyard, "i18n", "check"] },
  // What each package costs is told each time: nobody looks it up once a budget is missed.
  { name: "budgets of the browser", args: ["scripts/budgets.mjs"], isTold: true },
];
const floors = {
  name: "floors",
  args: ["node_modules/vitest/vitest.mjs", "run", "--project", "cli", "tests/architecture/floors.test.ts"],
};

/** Runs every step, some at a time, and answers `{ passed, failed, failures }`, the last being their names; what a failed step said is printed. */
export async function runChecks({ withFloors }) {
  const { build } = await import("./build.mjs");
  await build(["cli"]);
  const waiting = withFloors ? [...steps, floors] : [...steps];
  const tally = { passed: 0, failed: 0, failures: [] };
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { status, output, ms } = await run(step.args);
      tally[status === 0 ? "passed" : "failed"] += 1;
      console.log(`${status === 0 ? "✓" : "✗"} ${step.name} (${(ms / 1000).toFixed(1)} s)`);
      if (status !== 0) tally.failures.push(step.name);
      if (status !== 0 || step.isTold) console.log(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  return tally;
}

function run(args) {
  const since = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", (error) => resolve({ status: 2, output: String(error), ms: 0 }));
    child.once("close", (status) => resolve({ status, output, ms: performance.now() - since }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled(root);
  const { passed, failed } = await runChecks({ withFloors: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
