// What vitest and Playwright wrote of a run, as `npm test` tells it at its end.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Lines of a page that are told where a story failed on it. */
const SHOWN_LINES = 40;

/** The setting that names where errors outside of all tests are written down: vitest's own report leaves them out. */
export const OUTSIDE = "LANYARD_TEST_OUTSIDE";

/**
 * @param {string} report vitest's report in JSON
 * @param {number} status the exit code of the run that wrote it
 * @param {string} root the folder that files are named from
 * @param {string} [outside] the errors outside of all tests, see `OUTSIDE`
 * @returns {import("./reports.d.mts").Told}
 */
export function readVitest(report, status, root, outside) {
  if (!existsSync(report)) return ended("vitest", status);
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  const brokenFiles = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  const failures = testResults.flatMap((file) => failuresOfFile(file, root));
  const errors = outside && existsSync(outside) ? JSON.parse(readFileSync(outside, "utf8")) : [];
  failures.push(...errors.map((error) => `outside of the tests: ${firstLines(error)}`));
  const failed = numFailedTests + brokenFiles + errors.length;
  const silent = status !== 0 && failed === 0 ? 1 : 0;
  if (silent) failures.push(`vitest ended with ${status}, though no test failed`);
  return { passed: numPassedTests, failed: failed + silent, skipped: numPendingTests, failures, notes: [] };
}

/**
 * @param {string} report Playwright's report in JSON
 * @param {number} status the exit code of the run that wrote it
 * @returns {import("./reports.d.mts").Told}
 */
export function readPlaywright(report, status) {
  if (!existsSync(report)) return ended("Playwright", status);
  const { stats, suites } = JSON.parse(readFileSync(report, "utf8"));
  const silent = status !== 0 && stats.unexpected === 0 ? 1 : 0;
  const failures = storiesOf(suites, "unexpected").map((told) => `story › ${told}`);
  if (silent)
    failures.push(`Playwright ended with ${status}, though no story failed: an error outside of them, told above`);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + silent,
    skipped: stats.skipped,
    failures,
    notes: storiesOf(suites, "flaky").map((told) => `Passed at the second attempt only: ${told}`),
  };
}

function ended(what, status) {
  const failures = [`${what} ended with ${status} and left no report`];
  return { passed: 0, failed: 1, skipped: 0, failures, notes: [] };
}

/** `file › test: first lines of the reason` for each failure of one file of vitest's report. */
function failuresOfFile({ name, message, status, assertionResults }, root) {
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

/** Stories in Playwright's report of one outcome (`flaky` passed at the second attempt, `unexpected` failed), and what the page showed. */
function storiesOf(suites, outcome) {
  return suites.flatMap((suite) => [
    ...suite.specs
      .filter((spec) => spec.tests.some((test) => test.status === outcome))
      .map((spec) => spec.title + pageOf(spec)),
    ...storiesOf(suite.suites ?? [], outcome),
  ]);
}

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
