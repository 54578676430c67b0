// Acts on many of a million profiles, one after the other: 20,000 are deactivated and that is undone, then they are taken out and
// come back; and how long the server's event loop was held meanwhile, with pages of the list beside.
// Reference of the same run: the status of as many written by the same SQLite library and nothing else (no history, no way back, no
// order of lists), 500 a transaction.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { asPerson, beside, held, loopNow, number, preloaded, seconds } from "./beside.mjs";
import { fillThings } from "./fillThings.mjs";
import { scratch, startProduct } from "./product.mjs";

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const MANY = Number(process.env.BENCH_MANY ?? 20_000);
const EVENT = "/1/api/container/1";
const BLOCK = 500;
/** As `fillThings` numbers badges. */
const filter = [{ field: "fields.badge", op: "lt", value: 100_000 + MANY }];

export async function* bench() {
  const { folder, remove } = scratch();
  const database = join(folder, "lanyard.db");
  const loopFile = join(folder, "loop.json");
  if (process.env.BENCH_MILLION) copyFileSync(process.env.BENCH_MILLION, database);
  await (await startProduct(database)).stop();
  if (!process.env.BENCH_MILLION) fillThings(database, ROWS);
  const bare = bareRate(database);
  const product = await startProduct(database, preloaded(loopFile));
  try {
    const chief = await asPerson(product, "super");
    const page = () => chief.ask("POST", `${EVENT}/thing/query`, { limit: 100, counts: "about" });
    const watched = (work) => beside(work, page, () => loopNow(product.pid, loopFile));
    const job = async (path, body) => chief.finished((await chief.ask("POST", path, body)).data.job);
    const apply = (act) => job(`${EVENT}/thing/bulk`, { selection: { question: { filter } }, act, mode: "apply" });
    for (let at = 0; at < 20; at++) await page();
    for (const act of [{ do: "deactivate" }, { do: "remove", confirm: MANY }]) {
      const done = await watched(() => apply(act));
      yield* told(`${act.do} of ${number(MANY)} among ${number(ROWS)}`, done, bare);
      const back = await watched(() => job(`${EVENT}/thing/bulk/${done.result.id}/undo`, {}));
      yield* told(`${act.do} undone`, back, bare, done.result.result.changed);
    }
  } finally {
    await product.stop();
    remove();
  }
}

function* told(figure, done, bare, all = MANY) {
  const { changed, unchanged } = done.result.result;
  if (changed + unchanged !== all) throw new Error(`${figure}: ${changed} and ${unchanged} of ${all}`);
  const rate = Math.round(changed / (done.ms / 1000));
  const reference = `${seconds(done.ms)}; bare updates ${number(bare)} /s, ratio ${(rate / bare).toFixed(4)}`;
  yield { figure, value: `${number(rate)} /s`, reference };
  yield held("  event loop during that, longest", done);
}

function bareRate(file) {
  const db = new Database(file);
  const ids = db.prepare("select id from event_data_thing where event_id = 1 order by id limit ?").pluck().all(MANY);
  db.exec("create table bench_bare (id integer primary key, status text)");
  db.exec("insert into bench_bare select id, status from event_data_thing where event_id = 1");
  const update = db.prepare("update bench_bare set status = 'blocked' where id = ?");
  const since = performance.now();
  for (let at = 0; at < ids.length; at += BLOCK)
    db.transaction(() => ids.slice(at, at + BLOCK).forEach((id) => update.run(id)))();
  const rate = Math.round(ids.length / ((performance.now() - since) / 1000));
  db.exec("drop table bench_bare");
  db.close();
  return rate;
}
