// A Chromium on the built product, for benchmarks: logged in, slowed down where asked, with everything counted that is transferred.
import { chromium } from "playwright";
import { ensureChromium } from "../../scripts/chromium.mjs";
import { scratch, startProduct } from "./product.mjs";

export const PASSWORD = "Lanyard#2026";

/** Starts the product on a fresh demo database and a browser beside it; `end` takes both down. */
export async function openStage(env = {}) {
  const { folder, remove } = scratch();
  const product = await startProduct(`${folder}/lanyard.db`, env);
  const browser = await launch();
  const end = async () => {
    await browser.close();
    await product.stop();
    remove();
  };
  /** Another browser before the same product, with flags for V8; whoever asks closes it. */
  const withFlags = async (flags) => ({ address: product.address, browser: await launch(`--js-flags=${flags}`) });
  return { address: product.address, browser, end, withFlags };
}

const launch = (...flags) => openBrowser({ flags });

/** A Chromium of its own; with scroll bars, where they are to be drawn and dragged. */
export async function openBrowser({ hasBars = false, flags = [] } = {}) {
  const rights = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({
    executablePath: await ensureChromium(),
    ignoreDefaultArgs: hasBars ? ["--hide-scrollbars"] : [],
    args: ["--enable-precise-memory-info", ...rights, ...flags],
  });
}

/** Asks the API as a person: `ask(path, { method, body })` answers `data`. */
export async function asPerson(address, email = "super@demo.test") {
  const login = { email, password: PASSWORD };
  const { user, token } = await call(address, "/1/dashboard/user/login", { method: "POST", body: login });
  const stored = { ...user, token };
  const app = await call(address, "/1/dashboard/application/1", { headers: { "x-dashboard-authorization": token } });
  const headers = { "x-dashboard-authorization": token, authorization: `Bearer ${app.token}` };
  const ask = (path, options = {}) => call(address, path, { ...options, headers });
  const events = await ask("/1/api/container?limit=10000000");
  return { stored, events, ask };
}

async function call(address, path, { method = "GET", body, headers = {} } = {}) {
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const options = {
    method,
    headers: { ...headers, ...type },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  const reply = await fetch(`${address}${path}`, options);
  const { data, error } = await reply.json();
  if (!reply.ok) throw new Error(`${method} ${path}: ${error.code} ${error.message}`);
  return data;
}

/**
 * A page of a fresh browser profile, with cold cache; `person` is logged in already, `slow` divides the processor, `storage` is
 * what an earlier visit has left (Playwright's storage state).
 */
export async function openPage(stage, { person, eventId = 0, slow = 1, storage } = {}) {
  const context = await stage.browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    storageState: storage,
  });
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  if (person) {
    await page.addInitScript(
      ([stored, selection]) => {
        localStorage.setItem("userData", JSON.stringify(stored));
        localStorage.setItem("selection", JSON.stringify(selection));
      },
      [person.stored, { userId: person.stored.user_id, appId: 1, eventId }],
    );
  }
  const devtools = await context.newCDPSession(page);
  const transfer = await countTransfer(devtools);
  if (slow > 1) await devtools.send("Emulation.setCPUThrottlingRate", { rate: slow });
  const told = await listenTo(devtools);
  return { page, devtools, transfer, told, stored: () => context.storageState(), close: () => context.close() };
}

/**
 * What the page says with `benchTell(text)`, as a promise. Asking the page again and again would take its time from it: the
 * driver's own script alone is a long task with the processor at a quarter.
 */
async function listenTo(devtools) {
  const told = new Promise((resolve) => devtools.on("Runtime.bindingCalled", ({ payload }) => resolve(payload)));
  await devtools.send("Runtime.enable");
  await devtools.send("Runtime.addBinding", { name: "benchTell" });
  return () => {
    const late = new Promise((_, reject) =>
      setTimeout(() => reject(new Error("The page told nothing")), 60_000).unref(),
    );
    return Promise.race([told, late]);
  };
}

/** Scripts and styles that have arrived, in bytes as transferred, compressed; the headers of the replies are not counted. */
async function countTransfer(devtools) {
  const kinds = new Map();
  const arrived = [];
  devtools.on("Network.responseReceived", ({ requestId, type, response }) =>
    kinds.set(requestId, { type, url: response.url, head: response.encodedDataLength }),
  );
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
    const { type, url, head = 0 } = kinds.get(requestId) ?? {};
    if (type === "Script" || type === "Stylesheet")
      arrived.push({ url, bytes: encodedDataLength - head, at: timestamp });
  });
  await devtools.send("Network.enable");
  return {
    files: () => [...arrived],
    kB: () => arrived.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
  };
}

/**
 * Until a page has come to rest: its heading is there, nothing is asked for, nothing is drawn in place of what comes, for `calm`
 * milliseconds. Playwright's "networkidle" is true for ever once a document has been idle, so it says nothing of a change of page.
 */
export async function rested(page, calm = REST) {
  await page.evaluate((ms) => window.bench.rest(ms), calm);
}

/** Longer than a browser puts down to the press before it what moves. */
const REST = 600;

/** Runs in the page before anything else: what moves, what takes long, how long each interaction waits for its paint. */
function watchPage() {
  window.bench = { shift: 0, long: [], waits: new Map() };
  let asked = 0;
  const ask = window.fetch;
  window.fetch = (...request) => {
    asked += 1;
    return ask(...request).finally(() => {
      asked -= 1;
    });
  };
  const isComing = () =>
    asked > 0 ||
    !document.querySelector("h1") ||
    document.querySelector('.skeleton, .skeleton-line, main [aria-busy="true"], .list-outline-row') !== null;
  window.bench.rest = (calm) =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      let since = begun;
      const look = () => {
        const now = performance.now();
        if (isComing()) since = now;
        if (now - since >= calm) return resolve();
        if (now - begun > 30_000) return reject(new Error("The page did not come to rest within 30 s"));
        setTimeout(look, 50);
      };
      look();
    });
  const observe = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  // Cumulative layout shift: the worst window of at most five seconds without a pause of one.
  const span = { from: 0, to: 0, sum: 0 };
  observe("layout-shift", ({ hadRecentInput, startTime, value }) => {
    if (hadRecentInput) return;
    const isNew = startTime - span.to > 1000 || startTime - span.from > 5000;
    if (isNew) Object.assign(span, { from: startTime, sum: 0 });
    span.to = startTime;
    span.sum += value;
    window.bench.shift = Math.max(window.bench.shift, span.sum);
  });
  observe("longtask", (entry) => window.bench.long.push({ at: entry.startTime, ms: entry.duration }));
  const note = (entry) => {
    if (!entry.interactionId) return;
    const before = window.bench.waits.get(entry.interactionId);
    if (!before || before.ms < entry.duration)
      window.bench.waits.set(entry.interactionId, { ms: entry.duration, name: entry.name });
  };
  observe("event", note, { durationThreshold: 16 });
  /** Milliseconds from now until what `isThere` waits for has been painted. */
  window.bench.painted = (act, isThere) =>
    new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error("Nothing was painted within 10 s")), 10_000);
      const since = performance.now();
      const look = () => {
        if (!isThere()) return;
        observer.disconnect();
        clearTimeout(limit);
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since)));
      };
      const observer = new MutationObserver(look);
      observer.observe(document.documentElement, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
      act();
      look();
    });
}
