// `npm test`: installs what is missing, builds, checks, runs every test, and closes with the line `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { OUTSIDE, readPlaywright, readVitest } from "./reports.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), "lanyard-test-"));
/** How folders begin that tests have in memory. */
const QUICK = "lanyard-test-";
const DAY_MS = 86_400_000;
const quick = quickFolder();
const notes = [];
/** What failed, told again at the end: a log is read from there. */
const failures = [];
const total = { passed: 0, failed: 0, skipped: 0 };

try {
  await main();
} catch (error) {
  console.error(error);
  failures.push(error instanceof Error ? error.message : String(error));
  total.failed += 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
  if (quick) rmSync(quick, { recursive: true, force: true });
  closeWithTally();
}

/**
 * In memory, where there is much of it: the tests' databases need not outlive a power cut, and wait for no disk. A run that was
 * killed leaves its folder, which would stay in memory until the machine is started anew: what is a day old goes.
 */
function quickFolder() {
  const memory = "/dev/shm";
  if (process.env.TMPDIR || !existsSync(memory)) return undefined;
  for (const name of readdirSync(memory)) {
    const left = name.startsWith(QUICK) && statSync(join(memory, name), { throwIfNoEntry: false });
    const isOurs = left && left.uid === process.getuid() && left.mtimeMs < Date.now() - DAY_MS;
    if (isOurs) rmSync(join(memory, name), { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < 4 * 2 ** 30) return undefined;
  const folder = mkdtempSync(join(memory, QUICK));
  // PostgreSQL passes through to its own folder there, as another user than root.
  chmodSync(folder, 0o711);
  return folder;
}

async function main() {
  ensureInstalled(root, console.log);
  const { ensureChromium } = await import("./chromium.mjs");
  notes.push(`Chromium: ${await ensureChromium(console.log)}`);
  heading("build");
  if (runNode(["scripts/build.mjs"]) !== 0) throw new Error("The build failed.");

  heading("checks");
  const { runChecks } = await import("./check.mjs");
  const checks = await runChecks({ withFloors: false });
  failures.push(...checks.failures.map((name) => `check › ${name}`));
  add(checks);

  heading("unit, server, command line and architecture tests");
  await runVitest();

  heading("browser tests");
  runPlaywright();
  const shared = existsSync(join(root, "..", "shared", "data"));
  notes.push(`Real files in ../shared: ${shared ? "found" : "not found, so the tests on them were skipped"}`);
}

async function runVitest() {
  const { startPostgres } = await import("./postgres.mjs");
  // A database that is copied for each test file is a thousand files: on a disk that takes six times as long.
  const postgres = await startPostgres(root, { within: quick });
  notes.push(`PostgreSQL: ${postgres.which}`);
  const report = join(reports, "vitest.json");
  const outside = join(reports, "outside.json");
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    // As with stories: a machine under load may miss a wait once. What is broken fails twice.
    "--retry=1",
    "--reporter=dot",
    "--reporter=json",
    "--reporter=./scripts/outsideReporter.mjs",
    `--outputFile.json=${report}`,
  ];
  const status = runNode(args, { [OUTSIDE]: outside, ...(postgres.url && { TEST_DATABASE_URL: postgres.url }) });
  await postgres.stop();
  addTold(readVitest(report, status, root, outside));
}

function runPlaywright() {
  const report = join(reports, "playwright.json");
  const args = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"];
  const status = runNode(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CI: "1" });
  addTold(readPlaywright(report, status));
}

function runNode(args, env = {}) {
  const place = quick ? { TMPDIR: quick } : {};
  return (
    spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...place, ...env } })
      .status ?? 1
  );
}

function addTold(told) {
  failures.push(...told.failures);
  notes.push(...told.notes);
  add(told);
}

function add({ passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

function heading(text) {
  console.log(`\n── ${text}`);
}

function closeWithTally() {
  console.log("");
  for (const failure of failures) console.log(`Failed: ${failure}`);
  for (const note of notes) console.log(note);
  if (total.skipped > 0) console.log(`Skipped: ${total.skipped}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}
