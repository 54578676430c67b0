// A warm `npm start`: nothing to install, nothing to build, the database there. Reference: npm starting a bare node:http server.
// The same on a database of a million profiles, whose file BENCH_MILLION may name: it is filled if it is not there, and stays.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillThings } from "./fillThings.mjs";
import { freePort, median, residentMb, scratch, startProcess, startProduct } from "./product.mjs";

const RUNS = 7;
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const BARE = `require("node:http").createServer((_, reply) => reply.end("{}")).listen(process.env.PORT, "127.0.0.1")`;

export async function* bench() {
  const { folder, remove } = scratch();
  const database = join(folder, "lanyard.db");
  await (await startProduct(database)).stop();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start: "node bare.cjs" } }));
  writeFileSync(join(folder, "bare.cjs"), BARE);

  const ours = [];
  const bare = [];
  for (let run = 0; run < RUNS; run++) {
    ours.push(await warmStart(["npm", "start", "--silent"], { DATABASE_URL: `sqlite:${database}` }));
    bare.push(await warmStart(["npm", "start", "--silent", "--prefix", folder], {}));
  }
  const [start, reference] = [median(ours), median(bare)];
  yield {
    figure: "npm start until /ready, warm, median of 7",
    value: `${Math.round(start)} ms`,
    reference: `bare node:http by npm ${Math.round(reference)} ms, ratio ${(start / reference).toFixed(2)}`,
    target: "≤ 1500 ms",
    reached: start <= 1500,
  };

  const memory = await idleMemory(database);
  const server = await startProcess([process.execPath, join(folder, "bare.cjs")], await port());
  const bareMemory = residentMb(server.pid);
  await server.stop();
  yield {
    figure: "resident memory, idle for 3 s",
    value: `${Math.round(memory)} MB`,
    reference: `bare node:http ${Math.round(bareMemory)} MB`,
    target: "< 150 MB",
    reached: memory < 150,
  };

  const large = await filled(process.env.BENCH_MILLION ?? join(folder, "million.db"));
  const starts = [];
  for (let run = 0; run < RUNS; run++) starts.push((await timed(large)).ms);
  const many = ROWS.toLocaleString("en-GB");
  yield {
    figure: `start until /ready over ${many} profiles, median of 7`,
    value: `${Math.round(median(starts))} ms`,
    reference: `slowest ${Math.round(Math.max(...starts))} ms`,
    target: "< 1000 ms",
    reached: median(starts) < 1000,
  };
  const idle = await idleMemory(large);
  yield {
    figure: `resident memory over ${many} profiles, idle for 3 s`,
    value: `${Math.round(idle)} MB`,
    reference: `bare node:http ${Math.round(bareMemory)} MB`,
    target: "< 150 MB",
    reached: idle < 150,
  };
  remove();
}

async function filled(file) {
  const isThere = existsSync(file);
  // Brings an older one up to this version.
  await timed(file);
  if (!isThere) fillThings(file, ROWS);
  return file;
}

async function timed(file) {
  const product = await startProduct(file);
  await product.stop();
  return product;
}

async function idleMemory(file) {
  const product = await startProduct(file);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const memory = residentMb(product.pid);
  await product.stop();
  return memory;
}

async function port() {
  const free = await freePort();
  return { port: free, env: { PORT: String(free) } };
}

async function warmStart(command, env) {
  const at = await port();
  const started = await startProcess(command, { port: at.port, env: { ...at.env, ...env, LOG_LEVEL: "error" } });
  await started.stop();
  return started.ms;
}
