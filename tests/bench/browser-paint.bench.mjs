// How soon things are painted: the navigation recomputed, an entry, an event, and the first row of a list.
// References: an empty click painted in the same page, and a bare page of the same AG Grid modules over the same reply.
import { build } from "esbuild";
import { asPerson, openPage, openStage, rested } from "./browser.mjs";
import { pageServer } from "./pageServer.mjs";
import { median, root } from "./product.mjs";

const RUNS = Number(process.env.BENCH_RUNS ?? 20);
const GRID_RUNS = Math.min(RUNS, 10);
const BIG_EVENT = 1;

export async function* bench() {
  const stage = await openStage();
  const person = await asPerson(stage.address);
  try {
    yield* navigation(stage);
    yield* clicks(stage, person);
    yield* firstRow(stage, person);
  } finally {
    await stage.end();
  }
}

const ms = (value) => `${value.toFixed(1)} ms`;

/** `arrange` itself, over 500 entries, as the browser runs it after an event, a flag or the role changed. */
async function* navigation(stage) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { arrange } from "./src/kernel/nav/arrange.ts"; export { catalogueOf } from "./src/kernel/nav/catalogue.ts";`,
      resolveDir: root,
    },
    bundle: true,
    format: "iife",
    globalName: "nav",
    write: false,
    alias: { "typebox/type": "./schemas/plainType.ts" },
    absWorkingDir: root,
  });
  const { page, close } = await openPage(stage);
  const times = await page.evaluate(
    ([code, runs]) => {
      const { arrange, catalogueOf } = new Function(`${code}; return nav;`)();
      const ids = Array.from({ length: 500 }, (_, at) => `area${at % 40}.entry${at}`);
      const access = { all: [{ accessRole: 299 }, { permission: ["things", "sessions"] }] };
      const routes = ids.map((id) => ({
        id: `${id}.main`,
        path: `/${id}/:eventId`,
        screen: "Screen",
        title: "a:b",
        access,
      }));
      const nav = ids.map((id) => ({
        id,
        route: `${id}.main`,
        label: "a:b",
        group: "g",
        enabledWhen: { event: "selected" },
      }));
      const catalogue = catalogueOf([{ manifestVersion: 1, id: "bench", routes, nav }]);
      const groups = Array.from({ length: 20 }, (_, at) => ({
        id: `g${at}`,
        label: "a:b",
        items: ids.slice(at * 25, at * 25 + 25).map((ref) => ({ ref, visibleWhen: { not: { flag: "hidden" } } })),
      }));
      const facts = {
        accessRole: 90,
        permissions: { things: true },
        flags: { hidden: false },
        event: { selected: true },
      };
      const context = {
        appId: 1,
        eventId: 1,
        locale: "en-gb",
        oldDashboardUrl: "",
        apiDocsUrl: "",
        typeCategories: [],
      };
      const taken = [];
      for (let run = 0; run < runs + 5; run++) {
        const since = performance.now();
        for (let turn = 0; turn < 10; turn++)
          arrange({ schemaVersion: 1, groups }, catalogue, facts, { ...context, eventId: run });
        taken.push((performance.now() - since) / 10);
      }
      return taken.slice(5);
    },
    [outputFiles[0].text, RUNS],
  );
  await close();
  const value = median(times);
  yield {
    figure: `navigation of 500 entries recomputed, median of ${RUNS}`,
    value: ms(value),
    target: "< 2 ms",
    reached: value < 2,
  };
}

async function* clicks(stage, person) {
  const { page, close } = await openPage(stage, { person, eventId: BIG_EVENT });
  await page.goto(`${stage.address}/event-details/${BIG_EVENT}/setup`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const entries = {
    setup: `a[href="/event-details/${BIG_EVENT}/setup"]`,
    agenda: `a[href="/event-details/${BIG_EVENT}/agenda"]`,
  };
  for (const entry of [entries.agenda, entries.setup]) {
    await page.locator(`#side-navigation ${entry}`).click();
    await rested(page);
  }
  const empty = await repeated(page, RUNS, () => {
    const mark = document.body.appendChild(document.createElement("i"));
    return window.bench.painted(
      () => mark.setAttribute("data-on", ""),
      () => mark.hasAttribute("data-on"),
    );
  });
  const taken = [];
  for (let run = 0; run < RUNS; run++) {
    const entry = run % 2 ? entries.setup : entries.agenda;
    taken.push(
      await page.evaluate((selector) => {
        const link = document.querySelector(`#side-navigation ${selector}`);
        const before = document.querySelector("main h1")?.textContent;
        const isThere = () => {
          const now = document.querySelector("main h1")?.textContent;
          return now && now !== before;
        };
        return window.bench.painted(() => link.click(), isThere);
      }, entry),
    );
    await rested(page);
  }
  const click = median(taken);
  const reference = `an empty change painted ${ms(median(empty))}`;
  yield {
    figure: `click on an entry, its screen painted, median of ${RUNS}`,
    value: ms(click),
    reference,
    target: "< 100 ms",
    reached: click < 100,
  };

  const switched = [];
  const others = person.events.filter((event) => event.active === 1).map((event) => event.id);
  const other = others.find((id) => id !== BIG_EVENT);
  for (let run = 0; run < RUNS; run++) {
    const name = person.events.find((event) => event.id === (run % 2 ? BIG_EVENT : other)).name;
    await page.getByRole("combobox", { name: "Event" }).click();
    const option = page.getByRole("option", { name: new RegExp(`^${name.replace(/[()]/g, ".")} \\(`) }).first();
    await option.waitFor();
    switched.push(
      await option.evaluate(
        (node, wanted) =>
          window.bench.painted(
            () => node.click(),
            () => document.querySelector(".selected-event")?.textContent === wanted,
          ),
        name,
      ),
    );
    await rested(page);
  }
  await close();
  const event = median(switched);
  yield {
    figure: `switching the event painted, median of ${RUNS}`,
    value: ms(event),
    reference,
    target: "< 200 ms",
    reached: event < 200,
  };
}

async function repeated(page, runs, act) {
  const taken = [];
  for (let run = 0; run < runs; run++) taken.push(await page.evaluate(act));
  return taken;
}

/** Tells when a row of the list can be read, and when the grid itself has drawn one. */
const FIRST_ROW = (isGrid) => {
  const read = () =>
    document.querySelector('.list-outline-row:not(.list-outline-head) [data-text]:not([data-text=""])');
  const drawn = () => document.querySelector(".ag-center-cols-container .ag-row .ag-cell")?.textContent;
  const look = () => {
    if (!drawn() && (isGrid || !read())) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => window.benchTell(String(performance.now()))));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
};

async function* firstRow(stage, person) {
  const rows = await person.ask(`/1/api/container/${BIG_EVENT}/thing/query`, { method: "POST", body: { limit: 100 } });
  const bare = await bareGrid(rows);
  const readable = [];
  const drawn = [];
  const theirs = [];
  const list = `${stage.address}/event-data/${BIG_EVENT}/category/1`;
  for (let run = 0; run < GRID_RUNS; run++) {
    readable.push(await coldRow(stage, list, { person }));
    theirs.push(await coldRow(stage, bare.address, { isGrid: true }));
    drawn.push(await coldRow(stage, list, { person, isGrid: true }));
  }
  await bare.close();
  const reference = median(theirs);
  const beside = (value) =>
    `bare page of the same modules, without log-in, navigation or texts: ${Math.round(reference)} ms, ratio ${(value / reference).toFixed(2)}`;
  yield {
    figure: `first row of 5,000 can be read, cold cache, median of ${GRID_RUNS}`,
    value: `${Math.round(median(readable))} ms`,
    reference: beside(median(readable)),
    target: "≤ 1.5 ×",
    reached: median(readable) <= 1.5 * reference,
  };
  yield {
    figure: "first row drawn by the grid itself",
    value: `${Math.round(median(drawn))} ms`,
    reference: beside(median(drawn)),
    target: "≤ 1.5 ×",
    reached: median(drawn) <= 1.5 * reference,
  };
}

async function coldRow(stage, address, { person, isGrid = false }) {
  const { page, told, close } = await openPage(stage, { person, eventId: BIG_EVENT });
  await page.addInitScript(FIRST_ROW, isGrid);
  await page.goto(address, { waitUntil: "commit" });
  const taken = Number(await told());
  await close();
  return taken;
}

const BARE = `
import { createElement as h } from "react";
import { createRoot } from "react-dom/client";
import { AgGridReact } from "@ag-grid-community/react";
import { prepareAgGrid } from "./src/kernel/grid/agGrid.ts";
prepareAgGrid("");
const fields = ["name", "last_name", "email", "company_name", "job_title", "country", "status"];
const ask = { getRows: (params) => fetch("/rows.json").then((reply) => reply.json()).then(({ rows, total }) => params.success({ rowData: rows, rowCount: total })) };
createRoot(document.getElementById("grid")).render(h(AgGridReact, { rowModelType: "serverSide", serverSideDatasource: ask, columnDefs: fields.map((field) => ({ field })) }));`;

/** The same modules and styles on a page of their own, with the same rows. */
async function bareGrid(rows) {
  const { stylesForEsbuild } = await import("../../scripts/styles.mjs");
  const { outputFiles } = await build({
    stdin: { contents: `import "./src/kernel/grid/grid.css"; ${BARE}`, resolveDir: root, loader: "jsx" },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    outdir: "out",
    absWorkingDir: root,
    publicPath: "/",
    plugins: [stylesForEsbuild(root)],
    loader: { ".woff2": "file", ".css": "css" },
    define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
  });
  const of = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).contents;
  return pageServer(
    '<html><link rel="stylesheet" href="/bare.css"><body><div id="grid" class="ag-theme-quartz" style="height:600px"></div><script type="module" src="/bare.js"></script>',
    {
      "/bare.js": ["text/javascript", of("stdin.js")],
      "/bare.css": ["text/css", of("stdin.css")],
      "/rows.json": ["application/json", JSON.stringify(rows)],
    },
  );
}
