// The browser tests: for each worker the built server on a free port, with a copy of the demo of its own in a folder that goes away
// afterwards, so that no story meets what another one is just changing. A second server stands by for each: once a story has
// failed, its second attempt and all later ones meet nothing that the first has left behind.
import { mkdtempSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/chromium.mjs";
import { freePort } from "./scripts/postgres.mjs";

const workers = Math.min(2, availableParallelism());

// Workers read this file again; what was chosen once reaches them through the environment.
process.env.E2E_FOLDER ??= mkdtempSync(join(tmpdir(), "lanyard-e2e-"));
process.env.E2E_PORTS ??= (await Promise.all(Array.from({ length: 2 * workers }, freePort))).join(",");

const ports = process.env.E2E_PORTS.split(",");
const origins = ports.map((port) => `http://127.0.0.1:${port}`);
/** Playwright starts a new worker after each failure; those that it began with have the lowest numbers. */
const { TEST_WORKER_INDEX = 0, TEST_PARALLEL_INDEX = 0 } = process.env;
const place = (Number(TEST_PARALLEL_INDEX) % workers) + (Number(TEST_WORKER_INDEX) < workers ? 0 : workers);
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  testIgnore: ["plugins/_*/**", "**/node_modules/**"],
  testMatch: ["tests/e2e/**/*.spec.ts", "plugins/*/tests/**/*.spec.ts"],
  outputDir: "test-results",
  globalTeardown: "./tests/e2e/teardown.ts",
  workers,
  // A machine under load may miss a wait once; `npm test` names each story that needed its second attempt.
  retries: 1,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    baseURL: origins[place],
    locale: "en-GB",
    timezoneId: "Europe/London",
    // A press that lands while a dialog is still growing is a press beside its button where frames are dropped. What moves, and for
    // how long, is asked by stories of its own (room.spec.ts).
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1280, height: 800 },
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: await findChromium(), args: asRoot ? ["--no-sandbox"] : [] },
  },
  webServer: ports.map((port, index) => ({
    command: "node tests/e2e/serve.mjs",
    url: `${origins[index]}/ready`,
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 10_000 },
    stdout: "pipe" as const,
    stderr: "pipe" as const,
    env: {
      PORT: port,
      DATABASE_URL: `sqlite:${join(process.env.E2E_FOLDER as string, String(index), "lanyard.db")}`,
      ENVIRONMENT: "development",
      // Where log-in links lead; the stories answer for it themselves.
      PUBLIC_NETWORKING_URL: "https://networking.test",
      // The provider of the single sign-on story is on this machine.
      ALLOW_PRIVATE_ADDRESSES: "1",
      DEMO: "1",
    },
  })),
});
