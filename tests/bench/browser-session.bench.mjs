// A scripted half hour: interaction to next paint, long tasks, what jumps, and memory over 500 navigations, each page of which
// has come to rest before the next deed. References: an empty change painted in the same page, memory before.
// BENCH_SESSION_SECONDS makes it shorter.
import { asPerson, openPage, openStage, rested } from "./browser.mjs";
import { DEEDS, EVENT, openGroups, PAGES } from "./deeds.mjs";
import { percentile } from "./product.mjs";
import { noted, tellLongest } from "./tasks.mjs";

const SECONDS = Number(process.env.BENCH_SESSION_SECONDS ?? 1800);
const NAVIGATIONS = Number(process.env.BENCH_NAVIGATIONS ?? 500);
const ROUNDS = 5;

export async function* bench() {
  const stage = await openStage();
  try {
    const person = await asPerson(stage.address);
    yield* session(stage, person);
    yield* memory(stage, person);
  } finally {
    await stage.end();
  }
}

async function* session(stage, person) {
  const { page, close } = await openPage(stage, { person, eventId: EVENT });
  await page.goto(`${stage.address}${PAGES[0]}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await rested(page);
  await openGroups(page);
  const empty = await page.evaluate(() => {
    const mark = document.body.appendChild(document.createElement("i"));
    return window.bench.painted(
      () => mark.setAttribute("data-on", ""),
      () => mark.hasAttribute("data-on"),
    );
  });
  const started = await page.evaluate(() => performance.now());
  const until = Date.now() + SECONDS * 1000;
  const all = Object.entries(DEEDS);
  const deeds = [];
  while (Date.now() < until) {
    const [name, deed] = all[deeds.length % all.length];
    deeds.push(await noted(stage.browser, page, name, deed));
  }
  const found = await page.evaluate(() => {
    const { shift, long, waits } = window.bench;
    const { timeOrigin } = performance;
    return { timeOrigin, shift, long, waits: [...waits.values()] };
  });
  await close();
  // The browser tells of interactions from 16 ms on; quicker ones count as one frame.
  const waits = found.waits.map((one) => one.ms);
  const slowest = percentile(waits, 0.95);
  const long = found.long.filter((one) => one.at > started);
  const longest = Math.max(0, ...long.map((one) => one.ms));
  yield {
    figure: `interaction to next paint, 95th percentile of ${waits.length} in ${SECONDS} s`,
    value: `${Math.round(slowest)} ms`,
    reference: `an empty change painted ${Math.round(empty)} ms; slowest ${Math.round(Math.max(...waits))} ms; ${deeds.length} deeds`,
    target: "≤ 100 ms",
    reached: slowest <= 100,
  };
  yield {
    figure: "longest task after the start",
    value: `${Math.round(longest)} ms`,
    reference: tellLongest(
      long.map(({ at, ms }) => ({ at: found.timeOrigin + at, ms })),
      deeds,
    ),
    target: "≤ 200 ms",
    reached: longest <= 200,
  };
  yield {
    figure: "cumulative layout shift of the session",
    value: found.shift.toFixed(4),
    target: "< 0.02",
    reached: found.shift < 0.02,
  };
}

async function* memory(stage, person) {
  // Whole rounds, so that every measurement is made on the same page.
  const round = Math.ceil(NAVIGATIONS / ROUNDS / PAGES.length) * PAGES.length;
  const whole = await heapOverRounds(stage, person, round);
  yield growthOf(`memory after ${ROUNDS * round} navigations`, whole, round, 0.1);
  // The same without V8's optimising compilers: what is left is what the page itself keeps.
  const plain = await stage.withFlags("--no-opt --no-maglev --no-sparkplug");
  try {
    const kept = await heapOverRounds(plain, person, round);
    yield growthOf("of that kept by the page, without compiled code", kept, round, 0.01);
  } finally {
    await plain.browser.close();
  }
}

/** The heap after each round, and the browser's count of nodes. */
async function heapOverRounds(stage, person, round) {
  const { page, devtools, close } = await openPage(stage, { person, eventId: EVENT });
  // The tools would keep what has been transferred.
  await devtools.send("Network.disable");
  await page.goto(`${stage.address}${PAGES[0]}`);
  await rested(page);
  await openGroups(page);
  const found = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    await goAround(page, round);
    found.push(await heap(page, devtools));
  }
  await close();
  return found;
}

/** Since the second round: before that the browser is still compiling. */
function growthOf(figure, found, round, limit) {
  const [, before] = found;
  const after = found.at(-1);
  const growth = (after.mb - before.mb) / before.mb;
  const each = found.map(({ mb }) => mb.toFixed(2)).join(", ");
  return {
    figure,
    value: `${after.mb.toFixed(1)} MB, ${growth < 0 ? "" : "+"}${(100 * growth).toFixed(1)} % since the ${2 * round}th`,
    reference: `after each ${round}: ${each} MB; nodes ${before.nodes} → ${after.nodes}`,
    target: `flat (≤ +${100 * limit} %)`,
    reached: growth <= limit,
  };
}

async function goAround(page, times) {
  for (let turn = 0; turn < times; turn++) {
    const address = PAGES[turn % PAGES.length];
    const link = page.locator(`#side-navigation a[href="${address}"]`).first();
    if (!(await link.isVisible())) await openGroups(page);
    await link.evaluate((one) => one.click());
    await page.waitForURL(`**${address}`);
    await rested(page, 100);
  }
}

/** What is in use once nothing comes or goes any more. */
async function heap(page, devtools) {
  let nodes = 0;
  for (let same = 0; same < 4; ) {
    await page.waitForTimeout(250);
    await devtools.send("HeapProfiler.collectGarbage");
    const now = (await devtools.send("Memory.getDOMCounters")).nodes;
    same = now === nodes ? same + 1 : 0;
    nodes = now;
  }
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return { mb: usedSize / 1e6, nodes };
}
