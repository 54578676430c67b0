// The close of `npm test`: what real runs of vitest and Playwright wrote is told, and a second attempt that passed is no failure.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "../../scripts/chromium.mjs";
import { OUTSIDE, readPlaywright, readVitest } from "../../scripts/reports.mjs";

const root = join(import.meta.dirname, "../..");

describe("the reports of a run", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "lanyard-reports-"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a tool of `node_modules` in a folder of that name with those files; answers its exit code and its report's place. */
  function ran(name: string, files: Record<string, string>, args: string[]) {
    const place = join(folder, name);
    const report = join(place, "report.json");
    mkdirSync(place);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text);
    const { VITEST: _, NODE_ENV: __, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: place,
      encoding: "utf8",
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, [OUTSIDE]: join(place, "outside.json") },
    });
    return { status: status ?? 1, report, outside: join(place, "outside.json"), said: stdout + stderr };
  }

  test("of Playwright: a story that needed two attempts is told with the page that it failed on, and has passed", async () => {
    const use = { launchOptions: { executablePath: await findChromium(), args: ["--no-sandbox"] } };
    const config = { retries: 1, workers: 1, use, testMatch: "*.spec.mjs" };
    const story = (name: string, shown: string) =>
      `test(${JSON.stringify(name)}, async ({ page }, { retry }) => {
        await page.setContent("<main><h1>" + (${shown}) + "</h1></main>");
        expect(await page.getByRole("heading").innerText()).toBe("Agenda");
      });`;
    const { status, report, said } = ran(
      "stories",
      {
        "playwright.config.mjs": `export default ${JSON.stringify(config)};`,
        "some.spec.mjs": [
          'import { expect, test } from "@playwright/test";',
          story("goes well", '"Agenda"'),
          story("needs two", 'retry ? "Agenda" : "Still loading"'),
          story("never goes", '"Nothing here"'),
        ].join("\n"),
      },
      [join(root, "node_modules/@playwright/test/cli.js"), "test", "--reporter=json"],
    );

    const told = readPlaywright(report, status);

    expect(told, said).toMatchObject({ passed: 2, failed: 1, skipped: 0 });
    expect(told.notes).toEqual([expect.stringMatching(/second attempt only: needs two\n[\s\S]*Still loading/)]);
    expect(told.failures).toEqual([expect.stringMatching(/^story › never goes\n[\s\S]*Nothing here/)]);
  }, 60_000);

  test("of vitest: each test that failed is told with its reason, and so is a file that could not be read", () => {
    const { status, report, said } = ran(
      "tests",
      {
        "vitest.config.mjs": "export default {};",
        "sums.test.mjs": `import { expect, test } from "vitest";
          test("adds", () => expect(1 + 1).toBe(2));
          test("is wrong", () => expect(1 + 1).toBe(3));`,
        "broken.test.mjs": 'import "./nowhere.mjs";',
      },
      [join(root, "node_modules/vitest/vitest.mjs"), "run", "--reporter=json", "--outputFile.json=report.json"],
    );

    const told = readVitest(report, status, join(folder, "tests"));

    expect(told, said).toMatchObject({ passed: 1, failed: 2, notes: [] });
    expect(told.failures.toSorted()).toEqual([
      expect.stringMatching(/^broken\.test\.mjs: [\s\S]*nowhere/),
      expect.stringMatching(/^sums\.test\.mjs › is wrong: [\s\S]*expected 2 to be 3/),
    ]);
  }, 60_000);

  test("of vitest: an error outside of all tests is told with where it came up, and has failed", () => {
    const { status, report, outside, said } = ran(
      "outside",
      {
        "vitest.config.mjs": "export default {};",
        "late.test.mjs": `import { test } from "vitest";
          test("goes well", async () => {
            void Promise.reject(new Error("Nobody waits for this"));
            await new Promise((later) => setTimeout(later, 50));
          });`,
      },
      [
        join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        "--reporter=json",
        `--reporter=${join(root, "scripts/outsideReporter.mjs")}`,
        "--outputFile.json=report.json",
      ],
    );

    const told = readVitest(report, status, join(folder, "outside"), outside);

    expect(told, said).toMatchObject({ passed: 1, failed: 1, notes: [] });
    expect(told.failures).toEqual([
      expect.stringMatching(/^outside of the tests: during .*late\.test\.mjs[\s\S]*Nobody waits for this/),
    ]);
  }, 60_000);

  test("a run that left no report has failed", () => {
    const missing = join(folder, "missing.json");

    expect(readPlaywright(missing, 1)).toMatchObject({
      failed: 1,
      failures: ["Playwright ended with 1 and left no report"],
    });
    expect(readVitest(missing, 137, root)).toMatchObject({
      failed: 1,
      failures: ["vitest ended with 137 and left no report"],
    });
  });
});
