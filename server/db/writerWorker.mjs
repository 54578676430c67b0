// Runs the statements of jobs on a connection of SQLite that writes, while the thread of the jobs prepares the next ones.
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { runBehindLoop } from "./behindLoop.mjs";

runBehindLoop();
const { path, cacheKb, lastResortPages, manyPages } = workerData;
const db = new Database(path);
db.pragma("journal_mode = WAL");
// What was acknowledged survives a power cut.
db.pragma("synchronous = FULL");
db.pragma("foreign_keys = ON");
db.pragma("busy_timeout = 5000");
// Of each page that a statement changes, SQLite keeps the old one until its end: else in a file that is written page by page.
db.pragma("temp_store = memory");
db.pragma(`cache_size = -${cacheKb}`);
db.pragma(`wal_autocheckpoint = ${lastResortPages}`);

const PREPARED = 300;
const prepared = new Map();

/** Reading the text of a large insert takes longer than running it. */
function statement(sql) {
  const made = prepared.get(sql) ?? db.prepare(sql);
  prepared.delete(sql);
  prepared.set(sql, made);
  if (prepared.size > PREPARED) prepared.delete(prepared.keys().next().value);
  return made;
}

/** Brings what was written into the file once it has become much; the turn is over by then. */
function checkpoint() {
  try {
    const [state] = db.pragma("wal_checkpoint(NOOP)");
    if (state && state.log > manyPages) db.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // Nothing is lost: what was committed stands in the log, and the next turn tries again.
  }
}

/** Whether SQLite itself undid the transaction: what was sent before that was known must not be written without it. */
let undone = false;

function answer(sql, parameters) {
  if (sql === "rollback" && !db.inTransaction) {
    undone = false;
    return { rows: [] };
  }
  if (undone) throw new Error("The transaction was undone");
  const isWithin = db.inTransaction;
  try {
    const one = statement(sql);
    if (one.reader) return { rows: one.all(parameters) };
    const { changes, lastInsertRowid } = one.run(parameters);
    return { rows: [], changes, lastInsertRowid };
  } catch (error) {
    undone = isWithin && !db.inTransaction;
    throw error;
  }
}

parentPort.on("message", ({ sql, parameters }) => {
  if (sql === null) {
    db.close();
    process.exit(0);
  }
  try {
    if (sql === undefined) checkpoint();
    parentPort.postMessage(sql === undefined ? { rows: [] } : answer(sql, parameters));
  } catch (error) {
    parentPort.postMessage({ error: { message: String(error?.message ?? error), code: error?.code } });
  }
});
