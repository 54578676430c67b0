// `npm run build`: builds what is stale. A part is fresh when its stamp names the newest state of all that it was made from.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const PARTS = {
  web: { folders: ["src", "schemas", "plugins"], build: "buildWeb" },
  server: { folders: ["server", "schemas", "plugins"], build: "buildServer" },
  cli: { folders: ["cli", "schemas"], build: "buildCli" },
};
const SHARED = [
  "package.json",
  "package-lock.json",
  "esbuild.config.mjs",
  "scripts/project.mjs",
  "scripts/styles.mjs",
  "scripts/door.mjs",
];
const SKIP = new Set(["tests", "README.md", "node_modules"]);

/** Sizes and times of every file that a part is made from, as one hash. */
function stampOf(folders) {
  const hash = createHash("sha256").update(process.version);
  const visit = (path) => {
    if (!existsSync(path)) return;
    const stat = statSync(path);
    if (!stat.isDirectory()) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
    else for (const name of readdirSync(path).sort()) if (!SKIP.has(name)) visit(join(path, name));
  };
  for (const name of [...folders, ...SHARED]) visit(join(root, name));
  return hash.digest("hex");
}

/** Builds the parts that are stale and answers their names. */
export async function build(parts = Object.keys(PARTS)) {
  const stale = parts
    .map((part) => ({ part, stamp: stampOf(PARTS[part].folders), kept: join(root, "dist", `${part}.stamp`) }))
    .filter(({ stamp, kept }) => !existsSync(kept) || readFileSync(kept, "utf8") !== stamp);
  if (stale.length === 0) return [];
  const tools = await import(pathToFileURL(join(root, "esbuild.config.mjs")).href);
  mkdirSync(join(root, "dist"), { recursive: true });
  for (const { part, stamp, kept } of stale) {
    await tools[PARTS[part].build]();
    writeFileSync(kept, stamp);
  }
  return stale.map(({ part }) => part);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await build(process.argv.slice(2).length ? process.argv.slice(2) : undefined).catch((error) => {
    process.stderr.write(`${error.errors ? "" : `${error.message}\n`}The build stopped.\n`);
    process.exit(1);
  });
  process.stdout.write(built.length ? `Built ${built.join(", ")}.\n` : "Everything is fresh.\n");
}
