// A field of an event becomes one of another kind and comes back: the look at every answer, the change, the undoing; and how long
// the server's event loop was held meanwhile, with pages of the list beside. Then the same on PostgreSQL where there is one.
// References of the same run: the same answers read, changed and written by the same SQLite library and nothing else (no history,
// no way back, no order of lists); and the event loop with the same pages beside and no job.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { startPostgres } from "../../scripts/postgres.mjs";
import { asPerson, beside, held, loopNow, number, preloaded, rateOf, seconds } from "./beside.mjs";
import { fillThings } from "./fillThings.mjs";
import { newDatabase } from "./list.bench.mjs";
import { root, scratch, startProduct } from "./product.mjs";

const ROWS = Number(process.env.BENCH_KIND_ROWS ?? 100_000);
const WHERE = (process.env.BENCH_KIND_ON ?? "SQLite PostgreSQL").split(" ");
const EVENT = "/1/api/container/1";
const IDLE_MS = 10_000;
const RATE = 10_000;

export async function* bench() {
  const { folder, remove } = scratch();
  const database = join(folder, "lanyard.db");
  const loopFile = join(folder, "loop.json");
  await (await startProduct(database)).stop();
  fillThings(database, ROWS);
  const bare = bareRewrite(database);
  try {
    const postgres = WHERE.includes("PostgreSQL") ? await startPostgres(root, { durable: true }) : {};
    const url = postgres.url && (await copied(database, postgres.url));
    if (WHERE.includes("SQLite"))
      yield* changed("SQLite", await startProduct(database, preloaded(loopFile)), loopFile, bare);
    if (url) {
      const env = { ...preloaded(loopFile), DATABASE_URL: url };
      yield* changed("PostgreSQL", await startProduct(database, env), loopFile, bare);
    } else if (postgres.which) yield { figure: "PostgreSQL", value: "none", reference: postgres.which };
    await postgres.stop?.();
  } finally {
    remove();
  }
}

async function copied(database, server) {
  const url = await newDatabase(server);
  const lanyard = [join(root, "bin/lanyard.cjs"), "server", "copy", url];
  execFileSync(process.execPath, lanyard, { cwd: root, env: { ...process.env, DATABASE_URL: `sqlite:${database}` } });
  return url;
}

async function* changed(name, product, loopFile, bare) {
  try {
    const [matchmaker, chief] = [await asPerson(product, "matchmaker"), await asPerson(product, "super")];
    const page = () => matchmaker.ask("POST", `${EVENT}/thing/query`, { limit: 100, counts: "about" });
    const loop = () => loopNow(product.pid, loopFile);
    const watched = (work) => beside(work, page, loop);
    const badge = async () => (await chief.ask("GET", `${EVENT}/field`)).data.find(({ key }) => key === "badge");
    const start = async (path, body) => chief.finished((await chief.ask("POST", path, body)).data.job);
    const { id, kind: former } = await badge();
    const change = async (kind, mode) => start(`${EVENT}/field/${id}/kind`, { kind, mode, rev: (await badge()).rev });
    // Shapes become code, and threads begin, when they are first asked for.
    for (let at = 0; at < 20; at++) await page();
    await pause(1000);

    const idle = await watched(() => pause(IDLE_MS));
    yield { ...held(`${name}: event loop, no job, longest`, idle), target: undefined, reached: undefined };

    const tried = await watched(() => change("text", "dry-run"));
    yield figure(`${name}: dry run, ${number(tried.result.result.answers)} answers`, tried, bare);
    yield held(`${name}: event loop during that, longest`, tried);

    const applied = await watched(() => change("text", "apply"));
    const { changed: written } = applied.result.result;
    yield figure(`${name}: ${former} becomes text, ${number(written)} answers`, applied, bare, written, name);
    yield held(`${name}: event loop during that, longest`, applied);

    const undone = await watched(() => start(`${EVENT}/field/${id}/kind-job/${applied.result.id}/undo`));
    const back = undone.result.result.changed;
    yield figure(`${name}: undone, ${number(back)} answers`, undone, bare, back, name);
    yield held(`${name}: event loop during that, longest`, undone);
    const { counts } = (await chief.ask("POST", `${EVENT}/thing/query`, sortedBy("fields.badge"))).data;
    if ((await badge()).kind !== former || written !== ROWS || back !== ROWS) throw new Error(`Not whole: ${counts}`);
  } finally {
    await product.stop();
  }
}

const sortedBy = (field) => ({ limit: 100, sort: [{ field, direction: "asc" }] });

/** Of SQLite so many answers a second are wanted. */
function figure(name, { ms }, bareRate, rows = ROWS, where = "") {
  const rate = Math.round((rows / ms) * 1000);
  const isWanted = where === "SQLite";
  return {
    figure: name,
    value: `${number(rate)} /s`,
    reference: `${seconds(ms)}; bare answers ${number(bareRate)}/s, ratio ${(rate / bareRate).toFixed(3)}`,
    ...(isWanted && { target: `≥ ${number(RATE)} /s`, reached: rate >= RATE }),
  };
}

/** Answers a second: each profile's own fields read, one answer changed, and written, 1,000 a transaction. */
function bareRewrite(file) {
  const db = new Database(file);
  db.exec(`create table bench_bare as select id, fields from event_data_thing where event_id = 1;
    create unique index bench_bare_id on bench_bare (id)`);
  const rows = db.prepare("select id, fields from bench_bare where id > ? order by id limit 1000");
  const write = db.prepare("update bench_bare set fields = ? where id = ?");
  const rate = rateOf(db, rows, ({ id, fields }) => {
    const own = JSON.parse(fields);
    write.run(JSON.stringify({ ...own, badge: String(own.badge) }), id);
  });
  db.exec("drop table bench_bare");
  db.close();
  return rate;
}
