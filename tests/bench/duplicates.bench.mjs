// Doubles among many profiles, and a data type that becomes another: the search for pairs, the first page of the queue, whose
// answers differ, the merge of types; and how long the server's event loop was held meanwhile, with pages of the list beside.
// References of the same run: the table's rows read and written by the same SQLite library and nothing else, and a page of profiles.
import { join } from "node:path";
import Database from "better-sqlite3";
import { asPerson, bareCopy, beside, held, loopNow, number, preloaded, seconds } from "./beside.mjs";
import { fillThings } from "./fillThings.mjs";
import { median, scratch, startProduct } from "./product.mjs";

const ROWS = Number(process.env.BENCH_DUPLICATES_ROWS ?? 100_000);
/** Of so many profiles one is another's double. */
const EACH = 100;
const EVENT = "/1/api/container/1";

export async function* bench() {
  const { folder, remove } = scratch();
  const database = join(folder, "lanyard.db");
  await (await startProduct(database)).stop();
  fillThings(database, ROWS);
  makeDoubles(database);
  const bare = bareCopy(database);
  const loopFile = join(folder, "loop.json");
  const product = await startProduct(database, preloaded(loopFile));
  try {
    const [matchmaker, chief] = [await asPerson(product, "matchmaker"), await asPerson(product, "super")];
    const page = () => matchmaker.ask("POST", `${EVENT}/thing/query`, { limit: 100, counts: "about" });
    // Shapes become code when they are first asked for.
    for (const path of ["", "/query"])
      await matchmaker.ask(path ? "POST" : "GET", `${EVENT}/duplicate${path}`, path ? {} : undefined);
    for (let at = 0; at < 20; at++) await page();
    const watched = (work) => beside(work, page, () => loopNow(product.pid, loopFile));

    const first = await watched(() => matchmaker.job("POST", `${EVENT}/duplicate/search`));
    yield figure(`search for pairs among ${number(ROWS)}, all new`, first, bare);
    yield held("event loop during the search, longest", first);
    const again = await watched(() => matchmaker.job("POST", `${EVENT}/duplicate/search`));
    yield {
      figure: "search again, nothing new",
      value: seconds(again.ms),
      reference: `the first ${seconds(first.ms)}`,
    };

    const pageMs = await middle(page);
    const queueMs = await middle(() => matchmaker.ask("POST", `${EVENT}/duplicate/query`, { limit: 100 }));
    yield {
      figure: `first page of the queue, ${number(first.result.pairs)} pairs, median`,
      value: `${queueMs.toFixed(1)} ms`,
      reference: `a page of profiles ${pageMs.toFixed(1)} ms, ratio ${(queueMs / pageMs).toFixed(1)}`,
    };

    const field = (
      await chief.ask("POST", "/1/api/field", { key: "bench_seat", labels: { "en-gb": "Seat" }, kind: "text" })
    ).data;
    const differingMs = await middle(() => chief.ask("GET", `/1/api/field/${field.id}/differing`));
    yield {
      figure: "whose answers differ between events, median",
      value: `${differingMs.toFixed(1)} ms`,
      reference: `a page of profiles ${pageMs.toFixed(1)} ms`,
    };

    const [from, into] = (await chief.ask("GET", "/1/api/type/detail")).data.filter(
      (type) => type.type_category_id === 1,
    );
    const merged = await watched(() =>
      chief.job("POST", `/1/api/type/${from.id}/merge`, { into: into.id, rev: from.rev }),
    );
    yield figure(
      `data type of ${number(merged.result.moved)} profiles becomes another`,
      merged,
      bare,
      merged.result.moved,
    );
    yield held("event loop during that, longest", merged);
  } finally {
    await product.stop();
    remove();
  }
}

function figure(name, { ms }, bareRate, rows = ROWS) {
  const rate = Math.round((rows / ms) * 1000);
  return {
    figure: name,
    value: seconds(ms),
    reference: `${number(rate)} profiles/s; bare rows with one index ${number(bareRate)}/s, ratio ${(rate / bareRate).toFixed(3)}`,
  };
}

/** Each hundredth profile is the one before it once more, with a tag in its address. */
function makeDoubles(file) {
  const db = new Database(file);
  const same = ["first_name", "last_name", "name", "company_name", "type_id"];
  const keys = same.slice(0, 4).map((name) => `${name}_key`);
  const tagged = (name) => `${name} = replace(p.${name}, '@', '+again@')`;
  db.exec(`update event_data_thing as t set ${[...same, ...keys].map((name) => `${name} = p.${name}`)}, ${tagged("email")}, ${tagged("email_key")}
    from event_data_thing as p where t.event_id = 1 and p.event_id = 1 and t.id % ${EACH} = 0 and p.id = t.id - 1`);
  db.close();
}

async function middle(work, times = 15) {
  const took = [];
  for (let at = 0; at < times; at++) {
    const since = performance.now();
    await work();
    took.push(performance.now() - since);
  }
  return median(took.slice(3));
}
