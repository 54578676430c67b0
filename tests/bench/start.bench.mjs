// A warm `npm start`: nothing to install, nothing to build, the database there. Reference: npm starting a bare node:http server.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, median, residentMb, scratch, startProcess, startProduct } from "./product.mjs";

const RUNS = 7;
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

  const product = await startProduct(database);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const memory = residentMb(product.pid);
  await product.stop();
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
  remove();
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
