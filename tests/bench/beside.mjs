// What benchmarks of long jobs share: a person who starts them, pages that are asked beside them, and how long the server's
// event loop was held meanwhile.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { median, percentile, root } from "./product.mjs";

const HELD_MS = 50;

export const number = (value) => value.toLocaleString("en-GB");
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** The settings of a product whose event loop is watched. */
export function preloaded(loopFile) {
  const preload = `--import ${pathToFileURL(join(root, "tests/bench/loopDelay.mjs")).href}`;
  return { NODE_OPTIONS: preload, BENCH_LOOP_FILE: loopFile };
}

export function held(name, { loop, pages }) {
  return {
    figure: name,
    value: `${loop.max.toFixed(0)} ms`,
    reference: `${loop.own.toFixed(0)} ms without waiting for a processor; pages beside: median ${median(pages).toFixed(0)} ms, 99% ${percentile(pages, 0.99).toFixed(0)} ms`,
    target: `≤ ${HELD_MS} ms`,
    reached: loop.max <= HELD_MS,
  };
}

/** Rows a second: each profile's name, read and put into a table with one index, 1,000 a transaction. */
export function bareCopy(file) {
  const db = new Database(file);
  const rows = db.prepare(
    "select id, name_key from event_data_thing where event_id = 1 and id > ? order by id limit 1000",
  );
  db.exec(
    "create table bench_bare (id integer primary key, name text); create index bench_bare_name on bench_bare (name)",
  );
  const insert = db.prepare("insert into bench_bare values (?, ?)");
  const rate = rateOf(db, rows, ({ id, name_key }) => insert.run(id, name_key));
  db.exec("drop table bench_bare");
  db.close();
  return rate;
}

/** Rows a second where `rows` answers those behind an id, some at a time, and `write` writes each in one transaction with these. */
export function rateOf(db, rows, write) {
  const since = performance.now();
  let count = 0;
  for (let some = rows.all(0); some.length > 0; some = rows.all(some.at(-1).id)) {
    db.transaction(() => {
      for (const row of some) write(row);
    })();
    count += some.length;
  }
  return Math.round(count / ((performance.now() - since) / 1000));
}

export async function beside(work, page, loop) {
  await loop();
  const pages = [];
  let isOver = false;
  const since = performance.now();
  const working = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const asked = performance.now();
    await page();
    pages.push(performance.now() - asked);
    await pause(100);
  }
  const result = await working;
  const ms = performance.now() - since;
  return { ms, result, pages, loop: await loop() };
}

export async function asPerson({ address }, name) {
  const json = async (reply) => (await reply).json();
  const login = { method: "POST", headers: { "content-type": "application/json" } };
  const body = JSON.stringify({ email: `${name}@demo.test`, password: "Lanyard#2026" });
  const { data } = await json(fetch(`${address}/1/dashboard/user/login`, { ...login, body }));
  const own = { "x-dashboard-authorization": data.token };
  const { token } = (await json(fetch(`${address}/1/dashboard/application/1`, { headers: own }))).data;
  const headers = { ...own, authorization: `Bearer ${token}` };
  const ask = async (method, path, draft) => {
    const sent =
      draft === undefined
        ? { headers }
        : { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(draft) };
    const reply = await json(fetch(address + path, { method, ...sent }));
    if (reply.error) throw new Error(`${method} ${path}: ${JSON.stringify(reply.error)}`);
    return reply;
  };
  /** What has become of a job, once it has ended. */
  const finished = async ({ id }) => {
    for (;;) {
      const now = (await ask("GET", `/1/api/job/${id}`)).data;
      if (now.state === "done") return now;
      if (!["queued", "running"].includes(now.state)) throw new Error(`${now.kind}: ${now.state} ${now.error ?? ""}`);
      await pause(50);
    }
  };
  const job = async (...asked) => (await finished((await ask(...asked)).data.job)).result;
  return { ask, job, finished };
}

export async function loopNow(pid, file) {
  rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  while (!existsSync(file)) await pause(20);
  return JSON.parse(readFileSync(file, "utf8"));
}
