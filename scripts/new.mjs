// `npm run new -- NAME`: a new working feature area.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);
const args = [join(root, "bin", "lanyard.cjs"), "plugin", "new", ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 2;
