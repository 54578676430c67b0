// Installs what package-lock.json names and node_modules lacks. Uses Node's builtins only, because it runs before there is anything else.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Packages of the lock file that are missing or have another version; optional ones may be missing, and what only development needs, unless it is `withDev`. */
export function missingPackages(root, { withDev = true } = {}) {
  const wanted = lockedPackages(join(root, "package-lock.json"));
  const present = lockedPackages(join(root, "node_modules", ".package-lock.json"));
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== "" && !entry.optional && !entry.link)
    .filter(([, entry]) => withDev || !(entry.dev || entry.devOptional))
    .filter(([path, entry]) => present[path]?.version !== entry.version || !existsSync(join(root, path)))
    .map(([path]) => path.replace(/^node_modules\//, ""));
}

/** Whether the lock file has changed since the last installation, so that something may be missing. Costs two looks, for it is asked at each start. */
export function mayLackPackages(root) {
  const changed = (file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return changed("node_modules/.package-lock.json") <= changed("package-lock.json");
}

function lockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/** Runs `npm ci` when something is missing (see `missingPackages`); throws with one sentence when that fails. */
export function ensureInstalled(root, say = console.error, wanted = {}) {
  const missing = missingPackages(root, wanted);
  if (missing.length === 0) return false;
  say(`Installing ${missing.length} packages …`);
  if (npmCi(root) || (installCompiler(say) && npmCi(root))) return true;
  throw new Error("npm ci failed: its output above says why.");
}

function npmCi(root) {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["ci", "--no-audit", "--no-fund"];
  return spawnSync(npm, args, { cwd: root, stdio: ["ignore", 2, 2], env: installEnv() }).status === 0;
}

/** A package that compiles itself finds Node's own headers, if they came with Node, instead of asking the network for them. */
function installEnv() {
  const prefix = dirname(dirname(process.execPath));
  const known = process.env.npm_config_nodedir || !existsSync(join(prefix, "include", "node", "node.h"));
  return known ? process.env : { ...process.env, npm_config_nodedir: prefix };
}

function installCompiler(say) {
  const tools = ["python3", "make", "g++"].filter((tool) => !findInPath(tool));
  return tools.length > 0 && aptInstall(tools, say);
}

/** Installs packages of the distribution, where that is possible: as root, on Debian and its kin. */
export function aptInstall(packages, say = console.error) {
  if (process.getuid?.() !== 0 || !findInPath("apt-get")) return false;
  say(`Installing ${packages.join(", ")} with apt-get …`);
  const options = { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update", "-q"], options);
  return spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...packages], options).status === 0;
}

/** The full path of a program, or undefined. */
export function findInPath(program) {
  const folders = (process.env.PATH ?? "").split(":").filter(Boolean);
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file));
}
