// Our list of 5,000 beside react-admin's list page over the same rows: what is sent, how soon the first row stands, memory.
// Only with BENCH_REACT_ADMIN, the folder of reactAdmin.mjs. What each side does: ours checks the session, asks for the app,
// its permissions and its navigation, and draws the whole frame; react-admin has no log-in here, one resource, and its rows
// lie compressed as a file.
import { asPerson, openPage, openStage } from "./browser.mjs";
import { median } from "./product.mjs";
import { FIRST_CELL, startReactAdmin } from "./reactAdmin.mjs";

const FOLDER = process.env.BENCH_REACT_ADMIN;
const RUNS = Math.min(Number(process.env.BENCH_RUNS ?? 10), 10);
const EVENT = 1;
const OUR_CELL = ".ag-center-cols-container .ag-row .ag-cell";
/** What is written where the grid will be, until it is. */
const OUR_ROW = `${OUR_CELL}, .list-outline-row:not(.list-outline-head) [data-text]:not([data-text=""])`;

export async function* bench() {
  if (!FOLDER) {
    yield {
      figure: "react-admin's list page",
      value: "not asked",
      reference: "BENCH_REACT_ADMIN names a folder for it",
    };
    return;
  }
  const stage = await openStage();
  try {
    const person = await asPerson(stage.address);
    const path = `/1/api/container/${EVENT}/thing/query?category=1`;
    const other = await startReactAdmin(FOLDER, await person.ask(path, { method: "POST", body: { limit: 100 } }));
    const list = `${stage.address}/event-data/${EVENT}/category/1`;
    const [readable, ours, theirs] = [[], [], []];
    for (let run = 0; run < RUNS; run++) {
      readable.push(await coldList(stage, list, OUR_ROW, person));
      ours.push(await coldList(stage, list, OUR_CELL, person));
      theirs.push(await coldList(stage, other.address, FIRST_CELL));
    }
    await other.close();
    yield row("list, JavaScript + CSS until its first row", "kB", ours, theirs, (one) => one.kB);
    const slowly = `cold, processor at a quarter, median of ${RUNS}`;
    yield row(`list, first row can be read, ${slowly}`, "ms", readable, theirs, (one) => one.ms);
    yield row(`list, first row of the grid, ${slowly}`, "ms", ours, theirs, (one) => one.ms);
    yield row("list, memory of its code and data once the row stands", "MB", ours, theirs, (one) => one.mb);
  } finally {
    await stage.end();
  }
}

function row(figure, unit, ours, theirs, of) {
  const [value, reference] = [median(ours.map(of)), median(theirs.map(of))];
  const shown = (number) => `${number.toFixed(unit === "MB" ? 1 : 0)} ${unit}`;
  return { figure, value: shown(value), reference: `react-admin ${shown(reference)}` };
}

async function coldList(stage, address, cell, person) {
  const { page, devtools, transfer, told, close } = await openPage(stage, { person, eventId: EVENT, slow: 4 });
  await page.addInitScript((wanted) => {
    const look = () => {
      const row = document.querySelector(wanted);
      if (!row?.textContent && !row?.dataset.text) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => window.benchTell(String(performance.now()))));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  }, cell);
  await page.goto(address, { waitUntil: "commit" });
  const ms = Number(await told());
  const kB = transfer.kB();
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  await close();
  return { ms, kB, mb: usedSize / 1e6 };
}
