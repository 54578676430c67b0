// How the command line is bundled: one file for everything but the HTTP client, and beside it what V8 compiled while it ran once, so that a
// start compiles nothing. A bundle and its compiled code carry the bundle's hash in their names, and V8 refuses the code of another version.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";

const options = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  minify: true,
  write: false,
  metafile: true,
  logLevel: "warning",
  // TypeBox brings its whole type engine along; only the schemas that it makes are needed.
  alias: { "typebox/type": "./schemas/plainType.ts" },
  define: { "import.meta.url": "__here" },
  banner: { js: 'const __here = require("node:url").pathToFileURL(__filename).href;' },
};

/** The command line's own modules, for who wants to know what they import. */
export const cliOptions = { ...options, entryPoints: ["cli/main.ts", "cli/start.ts"], outdir: "dist/cli" };

/** commander asks for child_process, which brings the network along, only to run commands that are programs of their own; there are none. */
const withoutPrograms = {
  name: "without-programs",
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes("/commander/") || importer.includes("\\commander\\")
        ? { path: "programs", namespace: "without-programs" }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "without-programs" }, () => ({ contents: "module.exports = {};" }));
  },
};

/** The HTTP client is larger than all the rest, and only `api smoke` asks anything. */
const clientApart = {
  name: "client-apart",
  setup(build) {
    build.onResolve({ filter: /^got$/ }, () => ({ path: "./got.cjs", external: true }));
  },
};

/** As Node's own reading of an import wants it: the default is the whole. */
const CLIENT = `const { default: got, RequestError } = require("got");
  module.exports = Object.assign((...asked) => got(...asked), { RequestError });`;

/** Bundles cli/main.ts into dist/cli; answers esbuild's metafile. */
export async function buildCli(root) {
  if (!existsSync(join(root, "cli/main.ts"))) return undefined;
  const folder = join(root, "dist/cli");
  const common = { ...options, absWorkingDir: root };
  const [main, client, start] = await Promise.all([
    esbuild.build({ ...common, entryPoints: ["cli/main.ts"], plugins: [withoutPrograms, clientApart] }),
    esbuild.build({ ...common, stdin: { contents: CLIENT, resolveDir: root } }),
    esbuild.build({ ...common, entryPoints: ["cli/start.ts"], banner: {} }),
  ]);
  const code = main.outputFiles[0].contents;
  const name = `lanyard-${createHash("sha256").update(code).digest("hex").slice(0, 16)}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.cjs`), code);
  writeFileSync(join(folder, "got.cjs"), client.outputFiles[0].contents);
  writeFileSync(join(folder, "main.cjs"), `const bundle = ${JSON.stringify(name)};\n${start.outputFiles[0].text}`);
  keepCompiled(root, folder);
  return main.metafile;
}

/** Runs the commonest command once, so that what it needs is compiled, and keeps that. Without it everything works, a little later. */
function keepCompiled(root, folder) {
  const script = `process.argv.push("nav", "lint"); require(${JSON.stringify(join(folder, "main.cjs"))}).keepCompiled();`;
  spawnSync(process.execPath, ["-e", script], { cwd: root, stdio: "ignore" });
}
