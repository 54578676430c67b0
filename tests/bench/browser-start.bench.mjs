// What the browser is sent, and how soon it can be used: the log-in page, and the shell with its side navigation.
// How soon is judged beside a scan by SQLite alone, as the times of lists are (bareScan.mjs), which tells how fast this machine is.
// Reference: a bare page of React, MobX-State-Tree, react-router and Blueprint's button, made and measured in the same run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { openScan, paced } from "./bareScan.mjs";
import { asPerson, openPage, openStage } from "./browser.mjs";
import { pageServer } from "./pageServer.mjs";
import { median, root, scratch } from "./product.mjs";

const RUNS = Number(process.env.BENCH_RUNS ?? 10);
/** A page that has no screen yet: what is measured is the shell alone. */
const QUIET_PAGE = "/app-settings/mobile-app-setup";

export async function* bench() {
  // Reporting is on: its code is part of what is measured. Nobody listens at the address.
  const stage = await openStage({ SENTRY_DSN: "http://key@127.0.0.1:9/1", ENVIRONMENT: "production" });
  const bare = await barePage();
  const { folder, remove } = scratch();
  const scan = openScan(join(folder, "scan.db"));
  try {
    yield* loginPage(stage, bare);
    yield* shell(stage, bare, scan);
  } finally {
    scan.close();
    remove();
    await bare.close();
    await stage.end();
  }
}

async function* loginPage(stage, bare) {
  const { page, transfer, close } = await openPage(stage);
  await page.goto(`${stage.address}/login`);
  await page.getByLabel("Email").waitFor();
  await page.waitForLoadState("networkidle");
  const files = transfer.files().filter(({ url }) => !isReporting(url));
  const kB = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const allKB = await kBUntilReporting(transfer);
  const shift = await page.evaluate(() => window.bench.shift);
  await close();
  const grid = files.filter(({ url }) => holdsGrid(url));
  yield figure(
    "log-in page, JavaScript + CSS as transferred",
    `${kB.toFixed(1)} kB`,
    "≤ 170 kB",
    kB <= 170,
    `the bare packages ${(await bareKB(stage, bare.address)).toFixed(1)} kB`,
  );
  yield figure("the same, with error reporting, which comes later", `${allKB.toFixed(1)} kB`, "≤ 170 kB", allKB <= 170);
  yield figure("AG Grid in the log-in page", `${grid.length} files`, "none", grid.length === 0);
  yield figure("log-in page, layout shift", shift.toFixed(4), "< 0.02", shift < 0.02);
}

/** Whether a built file holds code of the grid. */
function holdsGrid(url) {
  const { outputs } = JSON.parse(readFileSync(join(root, "dist/web/meta.json"), "utf8"));
  const output = outputs[`dist/web${new URL(url).pathname}`];
  return Object.keys(output?.inputs ?? {}).some((input) => input.includes("ag-grid"));
}

async function* shell(stage, bare, scan) {
  const person = await asPerson(stage.address);
  const storage = await leftByVisit(stage, person);
  const runs = [];
  const again = [];
  const references = [];
  const limits = paced(scan, { ms: 1000 });
  for (let run = 0; run < RUNS; run++) {
    runs.push(await coldShell(stage, { person }));
    again.push(await coldShell(stage, { storage }));
    references.push(await coldBare(stage, bare.address));
  }
  const ms = median(runs.map((run) => run.ms));
  const kB = median(runs.map((run) => run.kB));
  const shift = Math.max(...[...runs, ...again].map((run) => run.shift));
  const kept = median(again.map((run) => run.ms));
  const own = median(again.map((run) => run.ownMs));
  const [first, returned] = [limits({ ms }), limits({ ms: kept })];
  const reference = `bare page of the same packages ${Math.round(median(references))} ms`;
  const allKB = median(runs.map((run) => run.allKB));
  yield figure(
    "shell until the side navigation can be used, JavaScript + CSS",
    `${kB.toFixed(1)} kB`,
    "≤ 260 kB",
    kB <= 260,
  );
  yield figure("the same, with error reporting, which comes later", `${allKB.toFixed(1)} kB`, "≤ 260 kB", allKB <= 260);
  yield figure(
    `the same, cold cache, processor at a quarter, median of ${RUNS}`,
    `${Math.round(ms)} ms`,
    first.target,
    first.reached,
    reference,
  );
  yield figure(
    "the same, of somebody who was here before: the frame that stood last",
    `${Math.round(kept)} ms`,
    returned.target,
    returned.reached,
    `the application's own takes its place after ${Math.round(own)} ms; ${reference}`,
  );
  yield figure("shell, layout shift", shift.toFixed(4), "< 0.02", shift < 0.02);
}

/** What a visit of this page leaves in the browser's storage. */
async function leftByVisit(stage, person) {
  const { page, stored, close } = await openPage(stage, { person });
  await page.goto(`${stage.address}${QUIET_PAGE}`);
  await page.waitForFunction(() => localStorage.getItem("lastFrame") !== null);
  const storage = await stored();
  await close();
  return storage;
}

/** `ms` until the first side navigation with links has been painted, `ownMs` until the application's own has. */
async function coldShell(stage, options) {
  const { page, transfer, told, close } = await openPage(stage, { ...options, slow: 4 });
  await page.addInitScript(() => {
    const items = (where) => `${where} #side-navigation :is(a, button)[data-nav-item]`;
    let first;
    const painted = () =>
      new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))));
    const look = () => {
      if (!document.querySelector(items(""))) return;
      first ??= painted();
      if (!document.querySelector(items("#root"))) return;
      observer.disconnect();
      void Promise.all([first, painted()]).then((times) => window.benchTell(times.join(" ")));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${stage.address}${QUIET_PAGE}`, { waitUntil: "commit" });
  const [ms, ownMs] = (await told()).split(" ").map(Number);
  const kB = transfer.kB();
  const allKB = await kBUntilReporting(transfer);
  const shift = await page.evaluate(() => window.bench.shift);
  await close();
  return { ms, ownMs, shift, kB, allKB };
}

/** Error reporting arrives when the page has come to rest: all that has arrived by then. */
async function kBUntilReporting(transfer) {
  for (let wait = 0; wait < 100; wait++) {
    const files = transfer.files();
    const last = files.findIndex(({ url }) => isReporting(url));
    if (last >= 0) return files.slice(0, last + 1).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("Error reporting did not arrive");
}

const isReporting = (url) => url.includes("sentryParts");

async function coldBare(stage, address) {
  const { page, told, close } = await openPage(stage, { slow: 4 });
  await page.goto(address, { waitUntil: "commit" });
  const ms = Number(await told());
  await close();
  return ms;
}

async function bareKB(stage, address) {
  const { page, transfer, told, close } = await openPage(stage);
  await page.goto(address, { waitUntil: "commit" });
  await told();
  await close();
  return transfer.kB();
}

const BARE = `
import { createElement as h } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider, Link } from "react-router-dom";
import { types } from "mobx-state-tree";
import { observer } from "mobx-react-lite";
import i18next from "i18next";
import { Button } from "@blueprintjs/core";
const store = types.model({ rows: 60 }).create({});
const List = observer(() => h("nav", null, h(Button, null, "Menu"), Array.from({ length: store.rows }, (_, at) => h(Link, { key: at, to: "/" + at }, "Entry " + at))));
void i18next.init({ lng: "en", resources: {} }).then(() => {
  createRoot(document.body).render(h(RouterProvider, { router: createBrowserRouter([{ path: "*", element: h(List) }]) }));
  const look = () => document.querySelector("nav a") ? requestAnimationFrame(() => setTimeout(() => window.benchTell(String(performance.now())))) : setTimeout(look, 4);
  look();
});`;

/** A page with nothing but the packages, compressed and split like ours. */
async function barePage() {
  const { outputFiles } = await build({
    stdin: { contents: BARE, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
  });
  return pageServer('<body><script type="module" src="/bare.js"></script>', {
    "/bare.js": ["text/javascript", outputFiles[0].contents],
  });
}

function figure(name, value, target, reached, reference) {
  return { figure: name, value, target, reached, reference };
}
