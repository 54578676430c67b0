// Finds a Chromium for the browser tests: Playwright's own, else the system's, else the distribution's package. The one without
// windows comes first: the same engine, with a third less to compute.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { aptInstall, findInPath } from "./install.mjs";

const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** The path of a Chromium, or undefined where there is none. */
export async function findChromium() {
  const { chromium } = await import("playwright");
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  return names.map(findInPath).find(Boolean);
}

/** The path of a Chromium, installed if need be; throws with one sentence where none can be had. */
export async function ensureChromium(say = console.error) {
  const found = await findChromium();
  if (found) return found;
  if (!aptInstall(["chromium-headless-shell"], say) && !aptInstall(["chromium"], say)) downloadOwn(say);
  const installed = await findChromium();
  if (installed) return installed;
  throw new Error("No Chromium found: install one (apt-get install chromium, or npx playwright install chromium).");
}

function downloadOwn(say) {
  say("Downloading Playwright's Chromium …");
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright/package.json")), "cli.js");
  spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: ["ignore", 2, 2] });
}
