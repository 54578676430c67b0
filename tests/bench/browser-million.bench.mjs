// A list of a million profiles in Chromium: its first rows after the click, what is blank while somebody scrolls, and memory.
// References: the server's answer to the same question in the same page, an answer from the middle, memory before.
// BENCH_MILLION may name a database that has been filled already; it is copied.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { asPerson, openBrowser, openPage, rested } from "./browser.mjs";
import { fillThings } from "./fillThings.mjs";
import { median, scratch, startProduct } from "./product.mjs";

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const RUNS = Number(process.env.BENCH_RUNS ?? 10);
const EVENT = 1;
const LIST = `/event-data/${EVENT}/category/1`;
/** A wheel's notch, and how often somebody in a hurry turns it. */
const NOTCH = { pixels: 120, everyMs: 16 };
const BLANK_MS = 150;
const SCROLLED = 10_000;
const STEPS = 5;

export async function* bench() {
  const { folder, remove } = scratch();
  const database = join(folder, "lanyard.db");
  if (process.env.BENCH_MILLION) copyFileSync(process.env.BENCH_MILLION, database);
  // Makes it, or brings an older one up to this version.
  await (await startProduct(database)).stop();
  if (!process.env.BENCH_MILLION) fillThings(database, ROWS);
  const product = await startProduct(database);
  const browser = await openBrowser({ hasBars: true });
  const stage = { address: product.address, browser };
  try {
    const person = await asPerson(stage.address);
    yield* opened(stage, person);
    yield* scrolled(stage, person);
  } finally {
    await browser.close();
    await product.stop();
    remove();
  }
}

const ms = (value) => `${Math.round(value)} ms`;

/** From the click on the entry of the navigation, in a page that has not shown a list yet, and in one that has. */
async function* opened(stage, person) {
  const first = [];
  const again = [];
  const asked = [];
  for (let run = 0; run < RUNS; run++) {
    const { page, close } = await openPage(stage, { person, eventId: EVENT });
    await page.goto(`${stage.address}/event-details/${EVENT}`);
    await rested(page);
    const closed = page.locator("#side-navigation button[aria-expanded=false]");
    while (await closed.count()) await closed.first().click();
    first.push(await page.evaluate(clickToRows, LIST));
    await rested(page);
    await page.goBack();
    await rested(page);
    again.push(await page.evaluate(clickToRows, LIST));
    asked.push(await answer(person));
    await close();
  }
  const reference = `the server's answer alone ${ms(median(asked))}`;
  yield {
    figure: `click until rows of ${ROWS.toLocaleString("en-GB")} are on the screen, median of ${RUNS}`,
    value: ms(median(first)),
    reference: `${reference}, slowest ${ms(Math.max(...first))}`,
    target: "≤ 500 ms",
    reached: median(first) <= 500,
  };
  yield {
    figure: "the same in a page that has shown the list before",
    value: ms(median(again)),
    reference: `${reference}, slowest ${ms(Math.max(...again))}`,
    target: "≤ 500 ms",
    reached: median(again) <= 500,
  };
}

async function answer(person, offset = 0) {
  const since = performance.now();
  const body = { limit: 100, offset, sort: [{ field: "name", direction: "asc" }], counts: "about" };
  await person.ask(`/1/api/container/${EVENT}/thing/query?category=1`, { method: "POST", body });
  return performance.now() - since;
}

function clickToRows(list) {
  const link = document.querySelector(`#side-navigation a[href="${list}"]`);
  const isThere = () =>
    document.querySelector('.list-outline-row:not(.list-outline-head) [data-text]:not([data-text=""])') ??
    document.querySelector(".ag-center-cols-container .ag-row .ag-cell")?.textContent;
  return window.bench.painted(() => link.click(), isThere);
}

async function* scrolled(stage, person) {
  const { page, devtools, close } = await openPage(stage, { person, eventId: EVENT });
  await page.goto(`${stage.address}${LIST}`);
  await page.locator(".ag-row .ag-cell[col-id=name]").first().waitFor();
  await rested(page);
  await page.evaluate(watchBlanks);
  const body = await page.locator(".ag-body-viewport").boundingBox();
  await page.mouse.move(body.x + body.width / 2, body.y + body.height / 2);

  // Memory is measured once the grid holds as many blocks as it keeps: the browser compiles what is used often for good.
  await turnWheel(page, SCROLLED / STEPS);
  const before = await heap(devtools);
  const each = [];
  let wheel = { longest: 0, share: 0 };
  for (let step = 0; step < STEPS; step++) {
    await page.evaluate(() => window.blanks.begin());
    await turnWheel(page, SCROLLED / STEPS);
    const seen = await page.evaluate(() => window.blanks.end());
    wheel = { longest: Math.max(wheel.longest, seen.longest), share: wheel.share + seen.share / STEPS };
    each.push(await heap(devtools));
  }
  yield blank(`wheel of ${speed()} rows a second, longest time without a row`, wheel);

  const row = await page.evaluate(() => window.blanks.rows());
  const after = each.at(-1);
  const growth = (after.mb - before.mb) / before.mb;
  yield {
    figure: `memory after ${SCROLLED.toLocaleString("en-GB")} more rows have been scrolled, at the ${row.toLocaleString("en-GB")}th`,
    value: `${after.mb.toFixed(1)} MB, ${growth < 0 ? "" : "+"}${(100 * growth).toFixed(1)} %`,
    reference: `before ${before.mb.toFixed(1)} MB; on the way ${each.map(({ mb }) => mb.toFixed(1)).join(", ")} MB; nodes ${before.nodes} → ${after.nodes}`,
    target: "flat (≤ +10 %)",
    reached: growth <= 0.1,
  };

  // A press of a key at a time, then the bar: to a place, and along its whole length.
  await page.locator(".ag-row .ag-cell[col-id=name]").first().focus();
  await page.evaluate(() => window.blanks.begin());
  for (let press = 0; press < 40; press++) await page.keyboard.press("PageDown", { delay: 50 });
  yield blank("page after page by the keyboard", await page.evaluate(() => window.blanks.end()));

  const jumps = [];
  for (let at = 1; at < 20; at++) {
    await page.evaluate(() => window.blanks.begin());
    await page.evaluate((share) => window.blanks.goTo(share), ((at * 7) % 20) / 20);
    await settled(page);
    jumps.push(await page.evaluate(() => window.blanks.end()));
  }
  const deep = [];
  for (let at = 1; at < 10; at++) deep.push(await answer(person, Math.round((ROWS * at) / 10)));
  yield {
    ...blank("19 jumps all over the list, longest", {
      longest: Math.max(...jumps.map(({ longest }) => longest)),
      shown: 1,
    }),
    reference: `rows of the place after ${ms(median(jumps.map(({ late }) => late)))} in the median, at the latest ${ms(Math.max(...jumps.map(({ late }) => late)))}; the server's answer alone ${ms(median(deep))} and ${ms(Math.max(...deep))}`,
  };

  const bar = await page.evaluate(() => window.blanks.bar());
  await page.mouse.move(bar.x, bar.top);
  await page.evaluate(() => window.blanks.begin());
  await page.mouse.down();
  await page.waitForTimeout(2000);
  await page.mouse.up();
  await settled(page);
  yield blank("bar held beside its thumb, page after page", await page.evaluate(() => window.blanks.end()));

  await page.evaluate(() => window.blanks.goTo(0));
  await settled(page);
  await page.mouse.down();
  await page.evaluate(() => window.blanks.begin());
  for (let step = 1; step <= 120; step++) {
    await page.mouse.move(bar.x, bar.top + ((bar.bottom - bar.top) * step) / 120);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  await settled(page);
  yield blank("bar dragged from end to end in two seconds", await page.evaluate(() => window.blanks.end()));
  await close();
}

const speed = () => Math.round((NOTCH.pixels * 1000) / NOTCH.everyMs / 36);

function blank(figure, { longest, share }) {
  return {
    figure,
    value: `${longest.toFixed(1)} ms`,
    reference: share === undefined ? undefined : `blank in ${(100 * share).toFixed(1)} % of the frames`,
    target: `≤ ${BLANK_MS} ms`,
    reached: longest <= BLANK_MS,
  };
}

async function turnWheel(page, rows) {
  const way = Math.sign(rows);
  for (let left = Math.abs(rows) * 36; left > 0; left -= NOTCH.pixels) {
    const since = performance.now();
    await page.mouse.wheel(0, way * NOTCH.pixels);
    await page.waitForTimeout(Math.max(0, NOTCH.everyMs - (performance.now() - since)));
  }
  await settled(page);
}

async function settled(page) {
  await page.waitForTimeout(60);
  await page.waitForFunction(() => !window.blanks.isBlank() && !window.blanks.isBefore());
}

/** In the page: at each frame, whether a row that can be seen has no text. */
function watchBlanks() {
  const body = document.querySelector(".ag-body-viewport");
  const isBlank = () => {
    const { left, width, top, bottom } = body.getBoundingClientRect();
    for (let y = top + 18; y < bottom; y += 36) {
      const row = document.elementFromPoint(left + width / 2, y)?.closest(".ag-row");
      if (!row || row.classList.contains("ag-row-loading") || row.querySelector(".list-loading")) return true;
      if (!row.textContent) return true;
    }
    return false;
  };
  // Rows that were seen before, while those of the place are awaited.
  const isBefore = () => document.querySelector(".list-still") !== null;
  let seen;
  const look = (now) => {
    if (!seen) return;
    const blank = isBlank();
    seen.frames++;
    if (blank || isBefore()) seen.late = now - seen.begun;
    if (blank) {
      seen.blank++;
      seen.since ??= now;
      seen.longest = Math.max(seen.longest, now - seen.since);
    } else if (seen.since !== undefined) {
      seen.longest = Math.max(seen.longest, now - seen.since);
      seen.since = undefined;
    }
    requestAnimationFrame(look);
  };
  const bar = document.querySelector(".ag-body-vertical-scroll-viewport");
  window.blanks = {
    isBlank,
    isBefore,
    begin() {
      seen = { frames: 0, blank: 0, longest: 0, late: 0, begun: performance.now() };
      requestAnimationFrame(look);
    },
    end() {
      const { frames, blank, longest, late } = seen;
      seen = undefined;
      return { longest, late, share: blank / frames };
    },
    rows: () =>
      Number(document.querySelector(".ag-center-cols-container .ag-row:last-child").getAttribute("row-index")),
    goTo(share) {
      body.scrollTop = share * (body.scrollHeight - body.clientHeight);
    },
    bar() {
      const { left, width, top, bottom } = bar.getBoundingClientRect();
      return { x: left + width / 2, top: top + 26, bottom: bottom - 26 };
    },
  };
}

async function heap(devtools) {
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  const { nodes } = await devtools.send("Memory.getDOMCounters");
  return { mb: usedSize / 1e6, nodes };
}
