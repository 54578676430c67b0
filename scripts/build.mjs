// `npm run build`: builds what is stale. A part is fresh when its stamp names the newest state of all that it was made from.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PART_NAMES, stateOf } from "./stamp.cjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const BUILDERS = { web: "buildWeb", server: "buildServer", cli: "buildCli" };

/** Facts of a manifest without which nothing can be built; what else is wrong with an area is told by `plugin lint`. */
const MANIFEST_RULES = /^(json\/|plugin\/(shape|id|requires|duplicate-path|flag-source|former-ids|unknown-screen)$)/;

/** Throws what is wrong with the manifests, with file, line and the nearest right word. */
function refuseBrokenManifests(at) {
  const asked = ["dist/cli/main.cjs", "plugin", "lint", "--format", "json"];
  const { stdout } = spawnSync(process.execPath, asked, { cwd: at, encoding: "utf8" });
  if (!stdout) return;
  const broken = JSON.parse(stdout).findings.filter(
    ({ severity, rule, file }) => severity === "error" && file.endsWith("plugin.json") && MANIFEST_RULES.test(rule),
  );
  if (broken.length === 0) return;
  const lines = broken.map(
    ({ file, line, column, message, suggestion }) =>
      `${file}:${line}:${column} ${message}${suggestion ? ` (${suggestion})` : ""}`,
  );
  throw new Error(lines.join("\n"));
}

/** Builds the parts of a project's folder that are stale and answers their names. */
export async function build(parts = PART_NAMES, { at = root, builders } = {}) {
  const stale = parts.map((part) => stateOf(at, part)).filter(({ isFresh }) => !isFresh);
  if (stale.length === 0) return [];
  const tools = builders ?? (await import(pathToFileURL(join(root, "esbuild.config.mjs")).href));
  mkdirSync(join(at, "dist"), { recursive: true });
  const make = async ({ part, stamp, kept }) => {
    // Until it is whole it must not pass for what the stamp says, not even when its sources become again what they were.
    rmSync(kept, { force: true });
    await tools[BUILDERS[part]]();
    writeFileSync(kept, stamp);
  };
  // The command line judges the manifests, so it comes first.
  const judge = stateOf(at, "cli");
  if (!judge.isFresh) await make(judge);
  refuseBrokenManifests(at);
  for (const state of stale.filter(({ part }) => part !== "cli")) await make(state);
  return stale.map(({ part }) => part);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await build(process.argv.slice(2).length ? process.argv.slice(2) : undefined).catch((error) => {
    process.stderr.write(`${error.errors ? "" : `${error.message}\n`}The build stopped.\n`);
    process.exit(1);
  });
  process.stdout.write(built.length ? `Built ${built.join(", ")}.\n` : "Everything is fresh.\n");
}
