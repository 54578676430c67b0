// `npm run dev`: the same as start, watching; a change rebuilds what it touches and starts the server anew.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { restarts } from "./restarts.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const SETTLE_MS = 150;
let timer;

const server = restarts(() =>
  spawn(process.execPath, [join(root, "scripts/start.mjs")], {
    cwd: root,
    stdio: "inherit",
    env: { ENVIRONMENT: "development", ...process.env },
  }),
);

for (const folder of ["src", "server", "schemas", "plugins", "locales"]) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => server.restart(), SETTLE_MS);
  });
}
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.end(() => process.exit(0)));
server.restart();
