// The browser tests: the built server on a free port, with a demo database of its own in a folder that goes away afterwards.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/chromium.mjs";
import { freePort } from "./scripts/postgres.mjs";

// Workers read this file again; what was chosen once reaches them through the environment.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_FOLDER ??= mkdtempSync(join(tmpdir(), "lanyard-e2e-"));

const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  testIgnore: ["plugins/_*/**", "**/node_modules/**"],
  testMatch: ["tests/e2e/**/*.spec.ts", "plugins/*/tests/**/*.spec.ts"],
  outputDir: "test-results",
  globalTeardown: "./tests/e2e/teardown.ts",
  workers: 1,
  // A machine under load may miss a wait once; `npm test` names each story that needed its second attempt.
  retries: 1,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    baseURL,
    locale: "en-GB",
    timezoneId: "Europe/London",
    viewport: { width: 1280, height: 800 },
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: await findChromium(), args: asRoot ? ["--no-sandbox"] : [] },
  },
  webServer: {
    command: "node scripts/start.mjs",
    url: `${baseURL}/ready`,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    stdout: "pipe",
    stderr: "pipe",
    env: {
      PORT: process.env.E2E_PORT,
      DATABASE_URL: `sqlite:${join(process.env.E2E_FOLDER, "lanyard.db")}`,
      ENVIRONMENT: "development",
      // The provider of the single sign-on story is on this machine.
      ALLOW_PRIVATE_ADDRESSES: "1",
      DEMO: "1",
    },
  },
});
