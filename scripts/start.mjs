// `npm start`: installs what is missing, builds what is stale, and runs the server in this process.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { ensureInstalled, mayLackPackages } from "./install.mjs";

// A start makes much that is garbage soon after: the young generation need not grow to its full size for it, which the idle
// process would keep (some 15 MB). Under load it grows as ever.
setFlagsFromString("--semi-space-growth-factor=1");

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Lanyard needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(2);
}
const stop = (error) => {
  process.stderr.write(error.errors ? "The build stopped.\n" : `${error.message}\n`);
  process.exit(2);
};
try {
  // What only development needs may have been left out on purpose.
  if (mayLackPackages(root)) ensureInstalled(root, (text) => process.stdout.write(`${text}\n`), { withDev: false });
} catch (error) {
  stop(error);
}
const { build } = await import("./build.mjs");
const built = await build(["web", "server"]).catch(stop);
if (built.length) process.stdout.write(`Built ${built.join(", ")}.\n`);
const release = createHash("sha256")
  .update(readFileSync(join(root, "dist/web.stamp")))
  .digest("hex")
  .slice(0, 12);
const { start } = await import(pathToFileURL(join(root, "dist/server/main.mjs")).href);
await start(root, release);
setFlagsFromString("--semi-space-growth-factor=2");
