// Whether a part of the product is built from what stands here now: its stamp lists every file that it is made from, with size and time.
// No hash and no package, for the command line asks this at each start; and CommonJS, which starts sooner.
const { readdirSync, readFileSync, statSync } = require("node:fs");

const PARTS = {
  web: ["src", "schemas", "plugins"],
  server: ["server", "schemas", "plugins"],
  cli: ["cli", "schemas"],
};
const SHARED = [
  "package.json",
  "package-lock.json",
  "esbuild.config.mjs",
  "scripts/project.mjs",
  "scripts/chunks.mjs",
  "scripts/ahead.mjs",
  "scripts/styles.mjs",
  "scripts/door.mjs",
  "scripts/cli.mjs",
];
const SKIP = new Set(["tests", "README.md", "node_modules"]);

/** The names of the parts. */
exports.PART_NAMES = Object.keys(PARTS);

/** The stamp of a part as it would be built now, where it is kept, and whether it was built so. */
exports.stateOf = function stateOf(root, part) {
  // What is built runs on every Node of a kind, and in every folder: neither a patch of Node nor a move asks for another build.
  const lines = [process.version.split(".")[0]];
  for (const name of [...PARTS[part], ...SHARED]) list(root, name, lines);
  const stamp = lines.join("\n");
  const kept = `${root}/dist/${part}.stamp`;
  return { part, stamp, kept, isFresh: readIfThere(kept) === stamp };
};

function list(root, name, lines) {
  const stat = statSync(`${root}/${name}`, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) lines.push(`${name} ${stat.size} ${stat.mtimeMs}`);
  else
    for (const inner of readdirSync(`${root}/${name}`).sort())
      if (!SKIP.has(inner)) list(root, `${name}/${inner}`, lines);
}

function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
