// `npm run dev`: the same as start, watching; a change rebuilds what it touches and starts the server anew.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const SETTLE_MS = 150;
let server;
let timer;

function run() {
  const before = server;
  const next = () => {
    server = spawn(process.execPath, [join(root, "scripts/start.mjs")], {
      cwd: root,
      stdio: "inherit",
      env: { ENVIRONMENT: "development", ...process.env },
    });
  };
  if (!before || before.exitCode !== null) return next();
  before.once("exit", next);
  before.kill("SIGTERM");
}

for (const folder of ["src", "server", "schemas", "plugins", "locales"]) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(run, SETTLE_MS);
  });
}
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    server?.once("exit", () => process.exit(0));
    if (!server || server.exitCode !== null) process.exit(0);
    server.kill("SIGTERM");
  });
}
run();
