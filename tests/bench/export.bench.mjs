// 100,000 profiles of an event as export.xlsx through the API: from the request until the file is here, and the server's memory:
// the most that the whole process has had since its start, on a database that was there before it. CSV has a server of its own, and so
// has the event loop: what watches it is loaded into every thread, and takes some 20 MB.
// Reference: the sheet of that very file compressed once more and nothing else. Then the same on PostgreSQL where there is one.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { fromBuffer } from "yauzl";
import { startPostgres } from "../../scripts/postgres.mjs";
import { fillThings } from "./fillThings.mjs";
import { logIn, newDatabase } from "./list.bench.mjs";
import { peakMb, residentMb, root, scratch, startProduct } from "./product.mjs";

const ROWS = Number(process.env.BENCH_EXPORT_ROWS ?? 100_000);
const FIELDS =
  "name,first_name,last_name,email,type_id,company_name,job_title,country,status,updated_at,created_at,id,fields.badge,fields.diet".split(
    ",",
  );
const SECONDS = 10;
const MEGABYTES = 200;
const SETTLED_MS = 1500;
/** How often the dashboard looks. */
const LOOK_MS = 250;

export async function* bench() {
  const { folder, remove } = scratch();
  const database = join(folder, "lanyard.db");
  await (await startProduct(database)).stop();
  const { eventId } = fillThings(database, ROWS);
  const loopFile = join(folder, "loop.json");
  const watching = {
    NODE_OPTIONS: `--import ${pathToFileURL(join(root, "tests/bench/loopDelay.mjs")).href}`,
    BENCH_LOOP_FILE: loopFile,
  };
  const onSqlite = (isWatched) => startProduct(database, isWatched ? watching : {});
  yield* exported("SQLite", onSqlite, { eventId, loopFile });
  const postgres = await startPostgres(root, { durable: true });
  if (postgres.url) {
    const url = await newDatabase(postgres.url);
    const lanyard = [join(root, "bin/lanyard.cjs"), "server", "copy", url];
    execFileSync(process.execPath, lanyard, { cwd: root, env: { ...process.env, DATABASE_URL: `sqlite:${database}` } });
    const onPostgres = (isWatched) => startProduct(database, { ...(isWatched && watching), DATABASE_URL: url });
    yield* exported("PostgreSQL", onPostgres, { eventId, loopFile });
    await postgres.stop();
  } else yield { figure: "PostgreSQL", value: "none", reference: postgres.which };
  remove();
}

async function* exported(name, start, { eventId, loopFile }) {
  const product = await start();
  await pause(SETTLED_MS);
  const idle = residentMb(product.pid);
  const headers = await logIn(product.address);
  const { bytes, seconds, most } = await fileOf({ ...product, headers }, eventId, "xlsx");
  await product.stop();
  const sheet = await sheetOf(bytes);
  const rows = sheet.toString("utf8").split("<row ").length - 2;
  if (rows !== ROWS) throw new Error(`The file holds ${rows} rows`);
  const since = performance.now();
  await promisify(deflateRaw)(sheet, { level: 6 });
  const alone = (performance.now() - since) / 1000;
  const many = ROWS.toLocaleString("en-GB");
  yield {
    figure: `${name}: ${many} rows as export.xlsx, until it is here`,
    value: `${seconds.toFixed(1)} s`,
    reference: `its ${Math.round(sheet.length / 1e6)} MB compressed alone ${alone.toFixed(1)} s, ratio ${(seconds / alone).toFixed(1)}`,
    target: `< ${SECONDS} s`,
    reached: seconds < SECONDS,
  };
  yield {
    figure: `${name}: memory of the server meanwhile, at most`,
    value: `${Math.round(most)} MB`,
    reference: `idle after its start ${Math.round(idle)} MB, the file ${(bytes.length / 1e6).toFixed(1)} MB`,
    target: `< ${MEGABYTES} MB`,
    reached: most < MEGABYTES,
  };
  const loop = await loopMeanwhile(await start(true), eventId, loopFile);
  yield {
    figure: `${name}: event loop held meanwhile, longest`,
    value: `${loop.max.toFixed(1)} ms`,
    reference: `${loop.own.toFixed(1)} ms without waiting for a processor`,
    target: "≤ 50 ms",
    reached: loop.max <= 50,
  };
  const other = await start();
  const csv = await fileOf({ ...other, headers: await logIn(other.address) }, eventId, "csv");
  await other.stop();
  yield {
    figure: `${name}: the same as CSV`,
    value: `${csv.seconds.toFixed(1)} s`,
    reference: `memory at most ${Math.round(csv.most)} MB, the file ${(csv.bytes.length / 1e6).toFixed(1)} MB`,
  };
}

async function loopMeanwhile(product, eventId, loopFile) {
  await pause(SETTLED_MS);
  const headers = await logIn(product.address);
  await loopNow(product.pid, loopFile);
  await fileOf({ ...product, headers }, eventId, "xlsx");
  const loop = await loopNow(product.pid, loopFile);
  await product.stop();
  return loop;
}

async function fileOf({ address, pid, headers }, eventId, format) {
  const columns = FIELDS.map((field) => ({ field, title: field }));
  const body = JSON.stringify({ format, columns, sort: [{ field: "name", direction: "asc" }] });
  const since = performance.now();
  const path = `${address}/1/api/container/${eventId}/thing/export`;
  const asked = await fetch(path, { method: "POST", headers, body });
  if (!asked.ok) throw new Error(`The export was answered with ${asked.status}`);
  const { id } = (await asked.json()).data.job;
  for (;;) {
    await pause(LOOK_MS);
    const { data: job } = await (await fetch(`${address}/1/api/job/${id}`, { headers })).json();
    if (job.state === "failed") throw new Error(job.error);
    if (job.state === "done") break;
  }
  const bytes = Buffer.from(await (await fetch(`${address}/1/api/job/${id}/file`, { headers })).arrayBuffer());
  return { bytes, seconds: (performance.now() - since) / 1000, most: peakMb(pid) };
}

/** The sheet as it stands in the workbook, unpacked. */
async function sheetOf(bytes) {
  const zip = await promisify(fromBuffer)(bytes, { lazyEntries: true });
  return new Promise((resolve, reject) => {
    zip.on("error", reject);
    zip.on("entry", (entry) => {
      if (entry.fileName !== "xl/worksheets/sheet1.xml") return zip.readEntry();
      zip.openReadStream(entry, { decompress: false }, (error, stream) => {
        if (error) return reject(error);
        const pieces = [];
        stream.on("data", (piece) => pieces.push(piece));
        stream.on("end", () => resolve(promisify(inflateRaw)(Buffer.concat(pieces))));
      });
    });
    zip.readEntry();
  });
}

async function loopNow(pid, file) {
  process.kill(pid, "SIGUSR2");
  await pause(100);
  return JSON.parse(readFileSync(file, "utf8"));
}
