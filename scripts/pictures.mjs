// `node scripts/pictures.mjs [NAME …]`: makes the pictures of README and docs from the running product on a fresh demo, so
// that they never go stale. Each is one address, what is done there, and the theme.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { ensureChromium } from "./chromium.mjs";
import { freePort } from "./postgres.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, "docs/pictures");
const PASSWORD = "Lanyard#2026";
const LIMIT = 200_000;
const VIEW = { width: 1280, height: 760 };

/** Pictures of states show the page and little else. */
const small = { width: 1024, height: 520 };
const OVERVIEW = "**/1/api/container/1/overview*";
const FAILED = "8f0c2b1e-5d57-4c0e-9d0a-6f2f0f3a7c11";

/** The answer never comes. */
const withoutAnswers = (page) => page.route(OVERVIEW, () => {});

/** The server fails, and says under which number. */
const withFailingServer = (page) =>
  page.route(OVERVIEW, (route) => {
    const error = { code: "unexpected", message: "", requestId: FAILED };
    return route.fulfill({ status: 500, json: { error } });
  });

const inCharts = (page) => page.locator(".chart-drawing").first().waitFor();

const isFailed = (page) => page.getByText(FAILED).waitFor();

/** Wherever the list stands: one that opens with a profile begins at its place. */
const inList = (page) => page.locator("[role=row][row-index]").filter({ visible: true }).nth(2).waitFor();

const PICTURES = {
  login: { path: "/login", anonymous: true },
  overview: { path: "/event-details/1", height: 1240, act: inCharts },
  "overview-dark": { path: "/event-details/1", theme: "dark", act: inCharts },
  insights: { path: "/insights?event=1", act: inCharts },
  "state-empty": { path: "/event-details/3/agenda", eventId: 3, ...small },
  "state-loading": { path: "/event-details/1", before: withoutAnswers, isHeld: true, ...small },
  "state-error": { path: "/event-details/1", before: withFailingServer, act: isFailed, ...small },
  "state-no-permission": { path: "/event-details/1/history", who: "owner", ...small },
  "state-not-on-plan": { path: "/insights", appId: 2, eventId: 0, ...small },
  start: { path: "/main" },
  events: { path: "/event-home", act: inList },
  "app-home": { path: "/event-home?view=glance", height: 1120, act: inCharts },
  setup: { path: "/event-details/1/setup" },
  participants: { path: "/event-data/1/category/1", act: inList },
  profile: { path: "/event-data/1/profile/3", act: inList },
  availability: {
    path: "/event-data/1/profile/80?tab=availability%2FAvailabilityTab&list=category.1",
    height: 860,
    act: inList,
  },
  "participants-dark": { path: "/event-data/1/category/1", theme: "dark", act: inList },
  agenda: { path: "/event-details/1/agenda?view=day" },
  "custom-fields": { path: "/event-details/1/custom-fields?open=2", height: 860 },
  "multi-event-fields": { path: "/app-settings/multi-event-fields" },
  import: { path: "/event-data/1/category/1?open=import", height: 860, act: chooseList },
  chart: { path: "/event-data/1/category/1?chart=type_id", act: inCharts },
  meetings: { path: "/event-data/1/profile/80?tab=networking%2FMeetingsTab&list=category.1", act: inList },
  // What is taken last has something to tell of.
  history: { path: "/event-details/1/history", before: changeSomething, act: inList },
  "api-token": { path: "/app-settings/api-tokens?open=new", height: 860 },
  devices: { path: "/account/devices" },
  "app-configuration": { path: "/app-settings/app-configuration" },
  clashes: { path: "/event-details/1/agenda?view=clashes" },
  palette: { path: "/event-details/1/agenda", act: typeIntoPalette },
  shortcuts: { path: "/event-home", act: (page) => page.keyboard.press("?") },
  groups: { path: "/event-details/1/custom-groups?id=1", act: inList },
  relationships: { path: "/event-details/1/relationships?id=1", act: inList },
  duplicates: { path: "/event-data/1/duplicates" },
  "data-types": { path: "/app-settings/data-types" },
  "data-types-permissions": { path: "/event-details/1/data-types-permissions" },
  "admin-access": { path: "/app-settings/admin-access" },
  "navigation-tool": { path: "/app-settings/side-navigation" },
  "api-documentation": { path: "/app-settings/api-documentation" },
  german: { path: "/event-data/1/category/2", locale: "de", act: inList },
};

async function typeIntoPalette(page) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and go to" }).pressSequentially("lind", { delay: 20 });
  await page.getByRole("group", { name: "Participants, companies and items" }).waitFor();
}

async function chooseList(page) {
  const lines = [
    "First name,Last name,Email,Company,Job title",
    "Ada,Quist,ada.quist@example.com,Quist Labs,Head of research",
  ];
  lines.push("Ben,Okoro,not an address,Okoro & Sons,Buyer", "Cleo,Marsh,cleo.marsh@example.com,Marsh AG,Engineer");
  const file = { name: "guests.csv", mimeType: "text/csv", buffer: Buffer.from(`${lines.join("\n")}\n`) };
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByRole("button", { name: "See what it would do" }).waitFor();
}

/** A profile is renamed and back, by the person whose picture it is. */
async function changeSomething(page) {
  const { address } = product;
  await page.goto(`${address}/event-data/1/profile/3`);
  for (const title of ["Managing Partner", "Managing Director"]) {
    await page.getByLabel("Job title", { exact: true }).fill(title);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("1 change", { exact: true }).waitFor({ state: "detached" });
  }
}

const wanted = process.argv.slice(2);
const names = Object.keys(PICTURES).filter((name) => wanted.length === 0 || wanted.includes(name));
const product = await startProduct();
const executablePath = await ensureChromium();
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
mkdirSync(target, { recursive: true });
let tooLarge = 0;
try {
  const people = new Map();
  const personOf = async (who) => {
    if (!people.has(who)) people.set(who, await logIn(product.address, who));
    return people.get(who);
  };
  for (const name of names) {
    const bytes = await picture(name, PICTURES[name], personOf);
    if (bytes > LIMIT) tooLarge += 1;
    console.log(`${bytes > LIMIT ? "✗" : "✓"} docs/pictures/${name}.png (${Math.round(bytes / 1000)} kB)`);
  }
} finally {
  await browser.close();
  await product.stop();
}
process.exitCode = tooLarge > 0 ? 1 : 0;

async function picture(name, one, personOf) {
  const { path, act, before, isHeld = false, anonymous = false, theme = "light", locale = "en-gb" } = one;
  const { who = "super", appId = 1, eventId = 1, width = VIEW.width, height = VIEW.height } = one;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  if (!anonymous) {
    const person = await personOf(who);
    await page.addInitScript(comeBack, [person, { userId: person.user_id, appId, eventId }, locale]);
  }
  await before?.(page);
  const settled = () => (isHeld ? page.locator(".skeleton").first().waitFor() : page.waitForLoadState("networkidle"));
  await page.goto(`${product.address}${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled();
  await act?.(page);
  await settled();
  await page.waitForTimeout(600);
  const file = join(target, `${name}.png`);
  await page.screenshot({ path: file, caret: "hide" });
  await context.close();
  return statSync(file).size;
}

function comeBack([person, selection, locale]) {
  localStorage.setItem("userData", JSON.stringify(person));
  localStorage.setItem("selection", JSON.stringify(selection));
  localStorage.setItem("lang", locale);
}

async function logIn(address, who) {
  const body = JSON.stringify({ email: `${who}@demo.test`, password: PASSWORD });
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${address}/1/dashboard/user/login`, { method: "POST", headers, body });
  const { user, token } = (await reply.json()).data;
  return { ...user, token };
}

/** The built product on a database that is thrown away. */
async function startProduct() {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-pictures-"));
  const port = await freePort();
  const settings = {
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(folder, "lanyard.db")}`,
    LOG_LEVEL: "error",
    // Where participants are let in; nobody is sent there.
    PUBLIC_NETWORKING_URL: "https://networking.example",
    DEMO: "1",
  };
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const address = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${address}/ready`).catch(() => undefined))?.ok)
    await new Promise((done) => setTimeout(done, 100));
  const stop = async () => {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, stop };
}
