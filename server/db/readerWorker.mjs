// Runs SELECTs on a read-only SQLite connection in a thread of its own, so that a long one never holds the event loop.
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";

const db = new Database(workerData.path, { readonly: true });
db.pragma("busy_timeout = 5000");
db.pragma("cache_size = -16000");
// Address space, not memory: pages of the file are shared with its cache.
db.pragma("mmap_size = 2147418112");

const PREPARED = 200;
const prepared = new Map();

function statement(sql) {
  const known = prepared.get(sql);
  if (known) return known;
  if (prepared.size >= PREPARED) prepared.delete(prepared.keys().next().value);
  const made = db.prepare(sql);
  prepared.set(sql, made);
  return made;
}

/** The bytes among the values, which are handed over instead of copied. */
function bytesOf(rows) {
  const found = [];
  for (const row of rows) {
    for (const key in row) if (row[key] instanceof Uint8Array) found.push(row[key].buffer);
  }
  return found;
}

let writer;

/** A commit meanwhile does not wait for this, and this does not wait for anybody. */
function checkpoint() {
  try {
    writer ??= new Database(workerData.path, { fileMustExist: true });
    writer.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // Somebody else is at it, or the disk is full: the next commit asks again.
  }
}

parentPort.on("message", ({ id, sql, parameters, checkpoint: isAsked }) => {
  if (isAsked) return checkpoint();
  if (sql === null) {
    writer?.close();
    db.close();
    process.exit(0);
  }
  try {
    const rows = statement(sql).all(parameters);
    parentPort.postMessage({ id, rows }, bytesOf(rows));
  } catch (error) {
    parentPort.postMessage({ id, error: { message: String(error?.message ?? error), code: error?.code } });
  }
});
