// `npm test`: installs what is missing, builds, checks, runs every test, and closes with the line `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { ensureInstalled } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), "lanyard-test-"));
const notes = [];
/** What failed, told again at the end: a log is read from there. */
const failures = [];
const total = { passed: 0, failed: 0, skipped: 0 };

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
  closeWithTally();
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
  const postgres = await startPostgres(root);
  notes.push(`PostgreSQL: ${postgres.which}`);
  const report = join(reports, "vitest.json");
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    // As with stories: a machine under load may miss a wait once. What is broken fails twice.
    "--retry=1",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const status = runNode(args, postgres.url ? { TEST_DATABASE_URL: postgres.url } : {});
  await postgres.stop();
  add(countVitest(report, status));
}

function countVitest(report, status) {
  if (!existsSync(report)) return { failed: 1 };
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  const brokenFiles = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  failures.push(...testResults.flatMap(failuresOfFile));
  const failed = numFailedTests + brokenFiles;
  const silent = status !== 0 && failed === 0 ? 1 : 0;
  if (silent)
    failures.push(`vitest ended with ${status}, though no test failed: an error outside of the tests, told above`);
  return { passed: numPassedTests, failed: failed + silent, skipped: numPendingTests };
}

/** `file › test: first lines of the reason` for each failure of one file of vitest's report. */
function failuresOfFile({ name, message, status, assertionResults }) {
  const file = relative(root, name);
  if (status === "failed" && assertionResults.length === 0) return [`${file}: ${firstLines(message)}`];
  return assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => `${file} › ${test.fullName}: ${firstLines(test.failureMessages.join("\n"))}`);
}

function firstLines(text) {
  return stripVTControlCharacters(text ?? "")
    .split("\n")
    .slice(0, 12)
    .join("\n    ")
    .slice(0, 1500);
}

function runPlaywright() {
  const report = join(reports, "playwright.json");
  const args = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"];
  const status = runNode(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CI: "1" });
  if (!existsSync(report)) return add({ failed: 1 });
  const { stats, suites } = JSON.parse(readFileSync(report, "utf8"));
  const silent = status !== 0 && stats.unexpected === 0 ? 1 : 0;
  notes.push(...storiesOf(suites, "flaky").map((told) => `Passed at the second attempt only: ${told}`));
  failures.push(...storiesOf(suites, "unexpected").map((told) => `story › ${told}`));
  return add({ passed: stats.expected + stats.flaky, failed: stats.unexpected + silent, skipped: stats.skipped });
}

/** Stories in Playwright's report of one outcome (`flaky` passed at the second attempt, `unexpected` failed), and what the page showed. */
function storiesOf(suites, outcome) {
  return suites.flatMap((suite) => [
    ...suite.specs
      .filter((spec) => spec.tests.some((test) => test.status === outcome))
      .map((spec) => spec.title + pageOf(spec)),
    ...storiesOf(suite.suites ?? [], outcome),
  ]);
}

const SHOWN_LINES = 40;

/** The main part of the page at the first failure, as Playwright has written it down for readers. */
function pageOf({ tests }) {
  const attachments = tests.flatMap((test) => test.results).flatMap((result) => result.attachments);
  const path = attachments.find(({ name }) => name === "error-context")?.path;
  if (!path || !existsSync(path)) return "";
  const lines = readFileSync(path, "utf8").split("\n");
  const from = lines.findIndex((line) => line.startsWith("- main"));
  if (from < 0) return "";
  const page = lines.slice(from, from + SHOWN_LINES);
  const end = page.findIndex((line) => line.startsWith("```"));
  return `\n    ${page.slice(0, end < 0 ? undefined : end).join("\n    ")}`;
}

function runNode(args, env = {}) {
  return (
    spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1
  );
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
