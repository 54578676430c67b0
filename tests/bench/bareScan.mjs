// The reference of times of a list: SQLite by itself looks through a million names for a text. The figures that lists have to reach
// were set where that takes 67 ms, the first page of a hundred 0.3 ms; what they are here follows from what it takes here, in the same run.
import Database from "better-sqlite3";
import { FIRST, LAST, seeded } from "./fillThings.mjs";

/** Milliseconds of the scan beside which the figures were set. */
const SCAN_MS = 67;
const ROWS = 1_000_000;
const TIMES = 5;

/** A table of names at `file`; `pace()` answers how many times longer this machine takes now than the one of the figures. */
export function openScan(file) {
  const db = new Database(file);
  db.pragma("journal_mode = off");
  db.pragma("synchronous = off");
  db.exec("create table profile (id integer primary key, event_id integer, name text, email text, company text)");
  const random = seeded(11);
  const pick = (from) => from[Math.floor(random() * from.length)];
  const insert = db.prepare("insert into profile values (?, 1, ?, ?, ?)");
  db.transaction(() => {
    for (let id = 1; id <= ROWS; id++) {
      const [first, last] = [pick(FIRST), pick(LAST)];
      insert.run(id, `${first} ${last}`, `${first}.${last}.${id}@company.example`, `${pick(LAST)} Ltd ${id % 3000}`);
    }
  })();
  const scan = db.prepare("select count(*) from profile where event_id = 1 and name like '%mullerin%'");
  // Of its processor, so that whatever else goes on makes no limit wider.
  const once = () => {
    const since = process.cpuUsage();
    scan.get();
    const { user, system } = process.cpuUsage(since);
    return (user + system) / 1000;
  };
  once();
  return {
    pace: () => Math.min(...Array.from({ length: TIMES }, once)) / SCAN_MS,
    close: () => db.close(),
  };
}

/**
 * Limits in milliseconds as set beside a scan of 67 ms, begun before what they limit: called with what was measured, they answer what
 * it had to reach here, and whether it does. `more` is another limit, and `isMore` whether that is kept.
 */
export function paced(scan, limits = {}) {
  const before = scan.pace();
  return (measured, more, isMore = true) => {
    const pace = (before + scan.pace()) / 2;
    const all = Object.entries(limits);
    if (all.length === 0) return {};
    const here = (limit) => limit * pace;
    const texts = all.map(([name, limit]) => `${name} ≤ ${here(limit).toFixed(1)} ms (${limit} × ${pace.toFixed(2)})`);
    const target = [...(more ? [more] : []), ...texts].join(", ");
    return { target, reached: isMore && all.every(([name, limit]) => measured[name] <= here(limit)) };
  };
}

/** The same for a figure of so many a second: what takes longer here is done less often. */
export function pacedRate(scan, limit) {
  const before = scan.pace();
  return (rate) => {
    const pace = (before + scan.pace()) / 2;
    const here = limit / pace;
    return { target: `≥ ${Math.round(here)} rows/s (${limit} / ${pace.toFixed(2)})`, reached: rate >= here };
  };
}
