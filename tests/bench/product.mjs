// The built product as a process of its own on a throw-away database, for benchmarks.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** A port that nobody listens on. */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A folder that is removed by `remove`. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-bench-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Milliseconds until the address answers 200; throws where the process that is to answer has ended. */
export async function untilAnswers(address, since, child) {
  for (;;) {
    const ended = child?.exitCode ?? child?.signalCode ?? undefined;
    if (ended !== undefined) throw new Error(`The process for ${address} ended with ${ended}`);
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return performance.now() - since;
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}

/** What runs in sessions of its own: an interrupt of the terminal does not reach it. */
const running = new Set();
/** With all that it has started: npm ends its shell, which leaves the product behind. */
const end = ({ pid }) => process.kill(-pid, "SIGTERM");
process.on("exit", () => {
  for (const child of running) end(child);
});
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.on(signal, () => process.exit(code));

/**
 * Starts a command and waits until it answers at `path`; answers how long that took and how to stop it. It has a session of its
 * own, as a service has: Linux shares processors out among sessions, and what asks and measures would use up the share of what
 * is measured, which then waits for the database's.
 */
export async function startProcess(command, { env, port, path = "/ready" }) {
  const since = performance.now();
  const surroundings = { cwd: root, env: { ...process.env, ...env }, detached: true };
  const child = spawn(command[0], command.slice(1), { ...surroundings, stdio: "ignore" });
  running.add(child);
  child.once("exit", () => running.delete(child));
  const ms = await untilAnswers(`http://127.0.0.1:${port}${path}`, since, child);
  const stop = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      end(child);
    });
  return { ms, pid: child.pid, stop };
}

const [, ...START] = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts.start.split(" ");

/** Starts the product as `npm start` does, in one process. */
export async function startProduct(database, env = {}) {
  const port = await freePort();
  const settings = { PORT: String(port), DATABASE_URL: `sqlite:${database}`, LOG_LEVEL: "error", ...env };
  const started = await startProcess([process.execPath, ...START], { env: settings, port });
  return { ...started, port, address: `http://127.0.0.1:${port}` };
}

/** Resident memory of a process in megabytes. */
export function residentMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

/** The most resident memory that a process has had since its start, in megabytes. */
export function peakMb(pid) {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
