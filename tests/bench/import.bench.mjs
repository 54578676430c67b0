// A CSV file of participants imported through the API, with validation, look-ups, search words and a line of history each.
// Into the demo's event, and into one with a million profiles (filled at its start, or copied from BENCH_MILLION).
// How many a second is judged beside a scan by SQLite alone, as the times of lists are (bareScan.mjs).
// Reference: the same columns put into the same two tables by prepared inserts of the same SQLite library, 1,000 a transaction and
// nothing else: once with every index and trigger of profiles that the product has, once with none of them.
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { openScan, pacedRate } from "./bareScan.mjs";
import { COUNTRIES, FIRST, fillThings, fold, JOBS, LAST, seeded } from "./fillThings.mjs";
import { residentMb, root, scratch, startProduct } from "./product.mjs";

const ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 50_000);
const MANY = Number(process.env.BENCH_IMPORT_MANY ?? 200_000);
const MILLION = 1_000_000;
const BLOCK = 1000;
const TARGET = 10_000;

export async function* bench() {
  const { folder, remove } = scratch();
  const database = join(folder, "lanyard.db");
  await (await startProduct(database)).stop();
  const scan = openScan(join(folder, "scan.db"));
  const bare = join(folder, "bare.db");
  copyFileSync(database, bare);
  yield* imports({ folder, database, bare, scan, where: "" });
  const large = join(folder, "million.db");
  if (process.env.BENCH_MILLION) copyFileSync(process.env.BENCH_MILLION, large);
  await (await startProduct(large)).stop();
  if (!process.env.BENCH_MILLION) fillThings(large, MILLION);
  copyFileSync(large, bare);
  yield* imports({ folder, database: large, bare, scan, where: ` into an event with ${number(MILLION)}` });
  scan.close();
  remove();
}

const number = (value) => value.toLocaleString("en-GB");

async function* imports({ folder, database, bare, scan, where }) {
  const loopFile = join(folder, "loop.json");
  const preload = `--import ${pathToFileURL(join(root, "tests/bench/loopDelay.mjs")).href}`;
  const ours = await startProduct(database, { NODE_OPTIONS: preload, BENCH_LOOP_FILE: loopFile });
  const headers = await logIn(ours.address);
  const place = await placeOf(ours.address, headers);
  const send = (rows, word) => importFile(ours.address, headers, { ...place, pid: ours.pid }, fileOf(rows, word));

  await send(2000, "warm");
  await loopNow(ours.pid, loopFile);
  const firstLimit = pacedRate(scan, TARGET);
  const { seconds, result } = await send(ROWS, "first");
  const rate = Math.round(result.created / seconds);
  const first = firstLimit(rate);
  const loop = await loopNow(ours.pid, loopFile);
  const kept = without(bare, false);
  const reference = bareRate(bare, place, ROWS);
  without(bare, true);
  const plain = bareRate(bare, place, ROWS);
  yield {
    figure: `import of ${number(ROWS)} new participants${where}, history included`,
    value: `${number(rate)} rows/s`,
    reference: `bare inserts with the same ${kept} ${number(reference)} rows/s, ratio ${(rate / reference).toFixed(2)}; without them ${number(plain)} rows/s`,
    ...first,
  };
  yield heldBy(`import of ${number(ROWS)}`, loop);
  const again = await send(ROWS, "first");
  yield {
    figure: "the same file again, which changes nothing",
    value: `${number(Math.round(again.result.unchanged / again.seconds))} rows/s`,
  };
  const before = residentMb(ours.pid);
  await loopNow(ours.pid, loopFile);
  const manyLimit = pacedRate(scan, TARGET);
  const many = await send(MANY, "many");
  const manyRate = Math.round(many.result.created / many.seconds);
  const judged = manyLimit(manyRate);
  const ordered = await untilOrdered(database);
  yield {
    figure: `import of ${number(MANY)}${where}`,
    value: `${number(manyRate)} rows/s`,
    reference: `memory at most ${Math.round(many.most)} MB, ${Math.round(before)} MB before; orders within countries hold them ${ordered.toFixed(1)} s later`,
    ...judged,
  };
  yield heldBy(`import of ${number(MANY)}`, await loopNow(ours.pid, loopFile));
  await ours.stop();
}

function heldBy(what, { max }) {
  return {
    figure: `event loop held by the ${what}, longest`,
    value: `${max.toFixed(1)} ms`,
    target: "≤ 50 ms",
    reached: max <= 50,
  };
}

/** Seconds until the job that follows imports has put all profiles into their orders. */
async function untilOrdered(file) {
  const db = new Database(file, { readonly: true });
  const late = db.prepare("select exists (select 1 from event_data_thing where ordered = 0)").pluck();
  const since = performance.now();
  while (late.get()) await pause(50);
  db.close();
  return (performance.now() - since) / 1000;
}

/** People with names, companies and countries of many kinds: their profiles lie on other pages of each index. */
function* people(count, word) {
  const random = seeded(count);
  const pick = (from) => from[Math.floor(random() * from.length)];
  for (let at = 0; at < count; at++) {
    const first = pick(FIRST);
    const last = `${pick(LAST)}${at % 5 === 0 ? `-${pick(LAST)}` : ""}`;
    const company = Math.floor(random() * 3000);
    yield {
      first,
      last,
      email: `${fold(first)}.${fold(last)}.${word}.${at}@company${company}.example`,
      company: `${pick(LAST)} & ${pick(LAST)} ${company}`,
      job: pick(JOBS),
      country: pick(COUNTRIES),
    };
  }
}

function fileOf(rows, word) {
  const lines = ["First name,Last name,Email,Company,Job title,Country,Diet"];
  for (const { first, last, email, company, job, country } of people(rows, word)) {
    lines.push(`${first},${last},${email},${company},${job},${country},vegan`);
  }
  return `${lines.join("\n")}\n`;
}

async function importFile(address, headers, { eventId, typeId, pid }, body) {
  // A connection that the server has closed while bare inserts held this loop is heard of first, and not used again.
  await pause(50);
  const since = performance.now();
  const query = `kind=thing&format=csv&mode=apply&type=${typeId}`;
  const sent = await fetch(`${address}/1/api/container/${eventId}/import?${query}`, {
    method: "POST",
    headers: { ...headers, "content-type": "text/csv" },
    body,
  });
  const { id } = (await sent.json()).data.job;
  let most = 0;
  for (;;) {
    await pause(50);
    if (pid) most = Math.max(most, residentMb(pid));
    const { data: job } = await (await fetch(`${address}/1/api/job/${id}`, { headers })).json();
    if (job.state === "done") return { seconds: (performance.now() - since) / 1000, result: job.result, most };
    if (job.state === "failed") throw new Error(job.error);
  }
}

/** What of the profiles' table is kept true by the database beside the rows; `takes` it away. */
function without(file, takes) {
  const db = new Database(file);
  const kept = db
    .prepare(
      "select type, name from sqlite_master where tbl_name = 'event_data_thing' and type <> 'table' and sql not null",
    )
    .all();
  // Those of changes and removals cost an insert nothing.
  const added = kept.filter(({ type, name }) => type === "trigger" && name.endsWith("_added"));
  const indexes = kept.filter(({ type }) => type === "index");
  if (takes) for (const { type, name } of [...added, ...indexes]) db.exec(`drop ${type} ${name}`);
  db.close();
  return `${indexes.length} indexes and the triggers of a new profile (search, answers, tally and what other areas keep), those of the block's end included`;
}

/** What somebody would write by hand: blocks of prepared inserts, the history's hashes, one connection. */
function bareRate(file, { eventId, typeId }, count) {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  const names = ["first_name", "last_name", "name", "email", "company_name", "job_title", "country"];
  const columns = [
    "event_id",
    "type_id",
    "status",
    "created_at",
    "updated_at",
    "fields",
    "search",
    ...names,
    ...names.map((name) => `${name}_key`),
  ];
  const marks = (list) => list.map(() => "?");
  const insert = db.prepare(`insert into event_data_thing (${columns}) values (${marks(columns)})`);
  const facts = [
    "at",
    "app_id",
    "event_id",
    "actor_kind",
    "actor_id",
    "actor_label",
    "action",
    "object_type",
    "object_id",
    "object_label",
    "after",
    "request_id",
    "previous_hash",
    "hash",
  ];
  const settle = db.prepare("update event_data_version set version = version + 1 where event_id = ?");
  const tell = db.prepare(`insert into core_audit (${facts}) values (${marks(facts)})`);
  const at = "2026-01-01T00:00:00.000Z";
  let hash = "";
  const rows = people(count, "bare");
  const since = performance.now();
  for (let from = 0; from < count; from += BLOCK) {
    db.transaction(() => {
      for (let row = from; row < Math.min(count, from + BLOCK); row++) {
        const { first, last, email, company, job, country } = rows.next().value;
        const values = [first, last, `${first} ${last}`, email, company, job, country];
        const keys = values.map(fold);
        const words = `${keys[2]} ${keys[3]} ${keys[4]}`.replace(/[^a-z0-9]+/g, " ");
        const { lastInsertRowid } = insert.run(
          eventId,
          typeId,
          "imported",
          at,
          at,
          '{"diet":"vegan"}',
          words,
          ...values,
          ...keys,
        );
        const line = [
          at,
          1,
          eventId,
          "job",
          1,
          "Somebody",
          "import",
          "event-data.thing",
          String(lastInsertRowid),
          values[2],
          JSON.stringify(values),
          "bench",
          hash,
        ];
        hash = createHash("sha256").update(JSON.stringify(line)).digest("hex");
        tell.run(...line, hash);
      }
      // What the triggers leave for the end of a block.
      settle.run(eventId);
    })();
  }
  const rate = Math.round((count * 1000) / (performance.now() - since));
  db.close();
  return rate;
}

async function logIn(address) {
  const json = { "content-type": "application/json" };
  const body = JSON.stringify({ email: "super@demo.test", password: "Lanyard#2026" });
  const login = await (
    await fetch(`${address}/1/dashboard/user/login`, { method: "POST", headers: json, body })
  ).json();
  const dashboard = { "x-dashboard-authorization": login.data.token };
  const apps = await (await fetch(`${address}/1/dashboard/application`, { headers: dashboard })).json();
  const { id } = apps.data.find((app) => app.name === "Northwind Events");
  const app = await (await fetch(`${address}/1/dashboard/application/${id}`, { headers: dashboard })).json();
  return { ...dashboard, authorization: `Bearer ${app.data.token}` };
}

async function placeOf(address, headers) {
  const events = await (await fetch(`${address}/1/api/container`, { headers })).json();
  const { id: eventId } = events.data.find(({ name }) => name === "Northwind Summit");
  const path = `${address}/1/api/container/${eventId}/type-category`;
  const categories = await (await fetch(path, { headers })).json();
  return { eventId, typeId: categories.data.find(({ id }) => id === 1).types[0].id };
}

async function loopNow(pid, file) {
  process.kill(pid, "SIGUSR2");
  await pause(100);
  return JSON.parse(readFileSync(file, "utf8"));
}
