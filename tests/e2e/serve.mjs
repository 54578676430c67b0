// A server of the browser tests. The first that starts has the demo made; all begin with a copy of it, as after a restart.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const START = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));
const demo = join(process.env.E2E_FOLDER, "demo");
const place = dirname(process.env.DATABASE_URL.replace("sqlite:", ""));

if (!existsSync(demo)) await makeDemo();
cpSync(demo, place, { recursive: true });
await import(START);

/** By a server of its own, which stops as soon as it is there. */
async function makeDemo() {
  const making = `${demo}-making`;
  mkdirSync(making);
  const env = { ...process.env, PORT: "0", DATABASE_URL: `sqlite:${join(making, "lanyard.db")}` };
  const child = spawn(process.execPath, [START], { env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  for await (const chunk of child.stdout) {
    said += chunk;
    if (/ is at http/.test(said)) child.kill("SIGTERM");
  }
  if (!said.includes(" is at http")) throw new Error(`The demo could not be made: ${said}`);
  renameSync(making, demo);
}
