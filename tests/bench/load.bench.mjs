// 50 connections at once, 80 % lists, 15 % single rows, 5 % writes, on both databases. With BENCH_DIRECTUS=FOLDER the same
// lists, reads and writes are asked of Directus on the same rows in the same PostgreSQL, in the same run; both reach it by its Unix socket.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { startPostgres } from "../../scripts/postgres.mjs";
import { startDirectus } from "./directus.mjs";
import { fillThings } from "./fillThings.mjs";
import { load } from "./load.mjs";
import { root, scratch, startProduct } from "./product.mjs";

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const DIRECTUS = process.env.BENCH_DIRECTUS;
const SORTS = ["last_name", "name", "email", "company_name", "updated_at", "first_name"];
const COUNTRIES = "DE GB FR ES IT PL US SE NL AT CH BE DK NO FI PT IE CZ HU JP".split(" ");
const STATUSES = ["active", "invited", "imported"];
const COLUMNS =
  "id,type_id,rev,first_name,last_name,name,email,company_name,job_title,country,status,created_at,updated_at";

export async function* bench() {
  const { folder, remove } = scratch();
  const database = join(folder, "lanyard.db");
  await (await startProduct(database)).stop();
  const { eventId } = fillThings(database, ROWS);
  const embedded = await startProduct(database);
  const first = await measure(embedded, eventId, rowsOf(database, eventId));
  await embedded.stop();
  yield* figures("SQLite", first);

  const postgres = await startPostgres(root, { durable: true });
  if (!postgres.url) {
    yield { figure: "PostgreSQL", value: "none", reference: postgres.which, target: "" };
    return remove();
  }
  const cluster = postgres.local ?? postgres.url;
  const url = await newDatabase(cluster);
  // As the copy has them: with the revisions that the first half of the bench has left.
  const rows = rowsOf(database, eventId);
  const lanyard = [join(root, "bin/lanyard.cjs"), "server", "copy", url];
  execFileSync(process.execPath, lanyard, { cwd: root, env: { ...process.env, DATABASE_URL: `sqlite:${database}` } });
  const large = await startProduct(database, { DATABASE_URL: url });
  const second = await measure(large, eventId, rows);
  await large.stop();
  yield* figures("PostgreSQL", second);

  if (DIRECTUS) yield* besideDirectus(first, second, await measureDirectus(cluster, url, eventId, rows));
  await postgres.stop();
  remove();
}

function* figures(name, { rate, share, p50, p99, errors }) {
  yield {
    figure: `mixed load from 50 connections on ${name}, p99`,
    value: `${p99.toFixed(0)} ms`,
    reference: `p50 ${p50.toFixed(0)} ms, ${Math.round(rate)} /s, ${errors.join(", ") || "no errors"}, asking took ${Math.round(100 * share)} % of a processor`,
    target: "p99 < 150 ms, no errors",
    reached: p99 < 150 && errors.length === 0,
  };
}

function* besideDirectus(embedded, postgres, directus) {
  const beside = `Directus ${Math.round(directus.rate)} /s, p99 ${directus.p99.toFixed(0)} ms, ${directus.errors.join(", ") || "no errors"}`;
  for (const [name, ours] of [
    ["SQLite", embedded],
    ["PostgreSQL", postgres],
  ]) {
    yield {
      figure: `requests per second on ${name} beside Directus`,
      value: `${(ours.rate / directus.rate).toFixed(1)} ×`,
      reference: `${Math.round(ours.rate)} /s; ${beside}`,
      target: "≥ 6 ×",
      reached: ours.rate >= 6 * directus.rate,
    };
    yield {
      figure: `p99 on ${name} as a share of Directus's`,
      value: (ours.p99 / directus.p99).toFixed(2),
      reference: `${ours.p99.toFixed(0)} ms; ${beside}`,
      target: "≤ 0.17",
      reached: ours.p99 <= directus.p99 / 6,
    };
  }
}

async function measure({ address, port }, eventId, rows) {
  const headers = await logIn(address);
  const things = `/1/api/container/${eventId}/thing`;
  const questions = {
    list: (at) => ({ method: "POST", path: `${things}/query`, body: listQuestion(at) }),
    read: ({ id }) => ({ method: "GET", path: `${things}/${id}` }),
    write: ({ id, rev }, last) => ({
      method: "PATCH",
      path: `${things}/${id}`,
      body: { rev: last ? JSON.parse(last).data.rev : rev, job_title: `Moved ${performance.now().toFixed(3)}` },
    }),
  };
  await load({ port, headers, questions, rows: rows.slice(0, 1000), seconds: 2 });
  return load({ port, headers, questions, rows: rows.slice(1000), seconds: SECONDS });
}

function listQuestion(at) {
  const { field, direction, offset, country, status } = page(at);
  return {
    limit: 100,
    offset,
    sort: [{ field, direction }],
    filter: [
      { field: "status", op: "eq", value: status },
      { field: "country", op: "eq", value: country },
    ],
  };
}

async function measureDirectus(cluster, source, eventId, rows) {
  const directus = await startDirectus(DIRECTUS, cluster, source, eventId);
  const questions = {
    list: (at) => {
      const { field, direction, offset, country, status } = page(at);
      const filter = `filter[status][_eq]=${status}&filter[country][_eq]=${country}`;
      const sort = `${direction === "desc" ? "-" : ""}${field}`;
      const slice = `limit=100&offset=${offset}&sort=${sort}`;
      return { method: "GET", path: `/items/profile?${slice}&${filter}&fields=${COLUMNS}&meta=filter_count` };
    },
    read: ({ id }) => ({ method: "GET", path: `/items/profile/${id}` }),
    write: ({ id }) => ({
      method: "PATCH",
      path: `/items/profile/${id}`,
      body: { job_title: `Moved ${performance.now().toFixed(3)}` },
    }),
  };
  const { port, headers } = directus;
  await load({ port, headers, questions, rows: rows.slice(0, 1000), seconds: 2 });
  const measured = await load({ port, headers, questions, rows: rows.slice(1000), seconds: SECONDS });
  await directus.stop();
  return measured;
}

/** One of 2,160 questions for a page; half of the people are active, a sixth is in each of the other states. */
const page = (at) => {
  // Spread, so that neighbours in time ask for different things.
  let rest = Math.imul(at + 1, 2_654_435_761) >>> 0;
  const pick = (count) => {
    const picked = rest % count;
    rest = Math.floor(rest / count);
    return picked;
  };
  return {
    field: SORTS[pick(SORTS.length)],
    direction: pick(2) ? "asc" : "desc",
    offset: pick(3) * 100,
    country: COUNTRIES[pick(COUNTRIES.length)],
    status: STATUSES[pick(STATUSES.length)],
  };
};

function rowsOf(file, eventId) {
  const db = new Database(file, { readonly: true });
  const rows = db
    .prepare("select id, rev from event_data_thing where event_id = ? order by id limit 6000")
    .all(eventId);
  db.close();
  return rows;
}

async function newDatabase(cluster) {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  await client.query("create database lanyard_bench");
  await client.end();
  const url = new URL(cluster);
  url.pathname = "/lanyard_bench";
  return url.href;
}

async function logIn(address) {
  const ask = async (path, options) => (await (await fetch(`${address}${path}`, options)).json()).data;
  const body = JSON.stringify({ email: "matchmaker@demo.test", password: "Lanyard#2026" });
  const headers = { "content-type": "application/json" };
  const { token } = await ask("/1/dashboard/user/login", { method: "POST", headers, body });
  const dashboard = { "x-dashboard-authorization": token };
  const apps = await ask("/1/dashboard/application", { headers: dashboard });
  const { id } = apps.find((app) => app.name === "Northwind Events");
  const app = await ask(`/1/dashboard/application/${id}`, { headers: dashboard });
  return { ...dashboard, authorization: `Bearer ${app.token}` };
}
