// Fewer, larger files. esbuild makes a chunk for every set of screens that shares a module; chunks that always arrive
// together become one file here, by a second pass over what the first one made.
import { createHash } from "node:crypto";
import { basename } from "node:path";
import * as esbuild from "esbuild";

const ASSETS = "/assets/";
const FOLDER = "dist/web/assets";

/**
 * Joins the chunks of the first pass. A group holds what its entries import statically, save the entries themselves and
 * what an earlier group holds; or the chunks of its modules with what those import. Answers the files to write and the
 * metafile that describes them.
 */
export async function joinChunks(first, groups, { target, minify }) {
  const texts = new Map(first.outputFiles.map(({ path, text }) => [basename(path), text]));
  const outputs = new Map(Object.entries(first.metafile.outputs).map(([path, output]) => [basename(path), output]));
  const plan = planOf(outputs, groups);
  const second = await esbuild.build({
    entryPoints: plan.entries.map(({ key, file }) => ({ in: key, out: file.replace(/\.js$/, "") })),
    plugins: [joining(plan, texts, outputs)],
    outdir: FOLDER,
    publicPath: ASSETS,
    bundle: true,
    format: "esm",
    target,
    minify,
    sourcemap: true,
    metafile: true,
    write: false,
    logLevel: "warning",
    logOverride: { "ignored-bare-import": "silent" },
  });
  const others = first.outputFiles.filter(({ path }) => !/\.js(\.map)?$/.test(path));
  const files = [...second.outputFiles, ...others].map(({ path, contents }) => ({ name: basename(path), contents }));
  return { files, metafile: describe(first.metafile, second.metafile, plan, outputs) };
}

/** Which chunk goes where, and what every file is called. */
function planOf(outputs, groups) {
  const groupOf = new Map();
  const members = new Map();
  for (const { name, entries = [], modules = [] } of groups) {
    const tops = entries.map((entry) => nameOfEntry(outputs, entry));
    const shared = modules.map((module) => nameOfChunk(outputs, module));
    const held = [...reach(outputs, [...tops, ...shared])].filter(
      (chunk) => !tops.includes(chunk) && !groupOf.has(chunk),
    );
    for (const chunk of held) groupOf.set(chunk, name);
    members.set(name, held);
  }
  // Groups import each other's files: a kept copy of one that has not changed would bring the old files of those that have, and the
  // page would have two routers. So each is named after all of them.
  const everything = [...members.values()].join();
  const fileOf = new Map([...members.keys()].map((name) => [name, `${name}-${hashOf(name + everything)}.js`]));
  const all = [...fileOf.values()].join();
  const parts = [...outputs.keys()].filter((name) => name.endsWith(".js") && isStillAFile(name));
  // What a file imports has another name now, so its own name changes too: kept copies of it would ask for files that are gone.
  const renamed = new Map(parts.map((name) => [name, name.replace(/-\w+\.js$/, `-${hashOf(name + all)}.js`)]));
  const entries = [
    ...[...fileOf].map(([name, file]) => ({ key: `group:${name}`, file })),
    ...parts.map((name) => ({ key: `${groupOf.has(name) ? "stub" : "part"}:${name}`, file: renamed.get(name) })),
  ];
  return { groupOf, members, fileOf, renamed, entries };

  /** A chunk that is fetched by its own name keeps a file, which leads to the group. */
  function isStillAFile(name) {
    return !groupOf.has(name) || outputs.get(name).entryPoint !== undefined;
  }
}

function nameOfEntry(outputs, entry) {
  const [name] = [...outputs].find(([, output]) => output.entryPoint === entry) ?? [];
  if (!name) throw new Error(`The build has no part made from ${entry}: is it still imported lazily?`);
  return name;
}

/** The chunk that holds a module which several parts share. */
function nameOfChunk(outputs, module) {
  const [name] = [...outputs].find(([name, { inputs }]) => name.endsWith(".js") && module in inputs) ?? [];
  if (!name) throw new Error(`The build has no chunk with ${module}: is it still used?`);
  return name;
}

/** The chunks that some files import statically, each after those that it needs. */
export function reach(outputs, from, found = new Set(), seen = new Set()) {
  for (const name of from) {
    if (seen.has(name) || !outputs.has(name)) continue;
    seen.add(name);
    const needs = outputs.get(name).imports.filter(({ kind }) => kind === "import-statement");
    reach(
      outputs,
      needs.map(({ path }) => basename(path)),
      found,
      seen,
    );
    found.add(name);
  }
  return found;
}

/** The second pass: chunks of a group are read together, all others find what they want in its file. */
function joining({ groupOf, members, fileOf, renamed }, texts, outputs) {
  const alias = (chunk, name) => `c${members.get(groupOf.get(chunk)).indexOf(chunk)}_${name}`;
  const exportsOf = (chunk) => outputs.get(chunk).exports;
  const leadingToGroup = (chunk) => {
    const names = exportsOf(chunk).map((name) => `${alias(chunk, name)} as ${name}`);
    return `export {${names.join()}} from "${ASSETS}${fileOf.get(groupOf.get(chunk))}";`;
  };
  return {
    name: "joining",
    setup(build) {
      build.onResolve({ filter: /^(group|part|stub):/ }, ({ path }) => {
        const [namespace, name] = path.split(":");
        return { path: name, namespace };
      });
      build.onResolve({ filter: /^\/assets\// }, ({ path, kind, importer, namespace }) => {
        const chunk = basename(path);
        const group = groupOf.get(chunk);
        const here = namespace === "group" ? importer : namespace === "part" ? groupOf.get(importer) : undefined;
        const isTaken = namespace === "shim" || namespace === "stub";
        if (isTaken || kind === "dynamic-import" || !group)
          return { path: `${ASSETS}${renamed.get(chunk) ?? chunk}`, external: true };
        return here === group
          ? { path: chunk, namespace: "part" }
          : { path: chunk, namespace: "shim", sideEffects: false };
      });
      build.onLoad({ filter: /.*/, namespace: "group" }, ({ path }) => ({
        contents: members
          .get(path)
          .map((chunk) => {
            const names = exportsOf(chunk).map((name) => `${name} as ${alias(chunk, name)}`);
            return names.length > 0
              ? `export {${names.join()}} from "${ASSETS}${chunk}";`
              : `import "${ASSETS}${chunk}";`;
          })
          .join("\n"),
      }));
      build.onLoad({ filter: /.*/, namespace: "shim" }, ({ path }) => ({ contents: leadingToGroup(path) }));
      build.onLoad({ filter: /.*/, namespace: "stub" }, ({ path }) => ({ contents: leadingToGroup(path) }));
      build.onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => {
        const map = Buffer.from(texts.get(`${path}.map`)).toString("base64");
        const code = texts.get(path).replace(/\n\/\/# sourceMappingURL=.*\s*$/, "");
        return { contents: `${code}\n//# sourceMappingURL=data:application/json;base64,${map}\n` };
      });
    },
  };
}

/** The first pass knows the sources and the entries, the second the files. */
function describe(before, { outputs: after }, { groupOf, members, fileOf, renamed }, outputs) {
  const made = Object.entries(before.outputs).filter(([path]) => !/\.js(\.map)?$/.test(path));
  const origin = new Map([
    ...[...renamed].map(([chunk, file]) => [file, groupOf.has(chunk) ? [] : [chunk]]),
    ...[...fileOf].map(([name, file]) => [file, members.get(name)]),
  ]);
  const entryOf = new Map([...renamed].map(([chunk, file]) => [file, outputs.get(chunk)]));
  for (const [path, { bytes, imports }] of Object.entries(after).filter(([path]) => path.endsWith(".js"))) {
    const file = basename(path);
    const { entryPoint, cssBundle } = entryOf.get(file) ?? {};
    const inputs = Object.assign({}, ...origin.get(file).map((chunk) => outputs.get(chunk).inputs));
    const needs = imports.map(({ path: to, kind }) => ({ path: `${FOLDER}/${basename(to)}`, kind }));
    const entry = entryPoint ? { entryPoint } : {};
    made.push([`${FOLDER}/${file}`, { bytes, inputs, imports: needs, ...entry, ...(cssBundle ? { cssBundle } : {}) }]);
  }
  return { inputs: before.inputs, outputs: Object.fromEntries(made) };
}

function hashOf(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();
}
