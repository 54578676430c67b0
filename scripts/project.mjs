// The virtual modules "#project" and "#project/server": what is in plugins/, as code. Used by esbuild and vitest alike.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders of feature areas, in the order of their names. A leading underscore keeps a folder out. */
export function areaFolders(root) {
  const plugins = join(root, "plugins");
  if (!existsSync(plugins)) return [];
  return readdirSync(plugins, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
    .map((entry) => entry.name)
    .filter((name) => existsSync(join(plugins, name, "plugin.json")))
    .sort();
}

/** Source of a virtual module: manifests inline, faces imported. `side` is "web" or "server". */
export function projectSource(root, side) {
  const names = areaFolders(root);
  const lines = [];
  const faces = [];
  names.forEach((name, at) => {
    const face = join(root, "plugins", name, side, "index.ts");
    if (!existsSync(face)) return;
    lines.push(`import face${at} from ${JSON.stringify(face)};`);
    faces.push(`face${at}`);
  });
  const manifests = names.map((name) => {
    const { $schema, ...manifest } = JSON.parse(readFileSync(join(root, "plugins", name, "plugin.json"), "utf8"));
    return manifest;
  });
  lines.push(`export const manifests = ${JSON.stringify(manifests)};`, `export const faces = [${faces.join(", ")}];`);
  return lines.join("\n");
}

const sides = { "#project": "web", "#project/server": "server" };

/** The modules as an esbuild plugin. */
export function projectForEsbuild(root) {
  return {
    name: "project",
    setup(build) {
      build.onResolve({ filter: /^#project(\/server)?$/ }, (args) => ({ path: args.path, namespace: "project" }));
      build.onLoad({ filter: /.*/, namespace: "project" }, (args) => ({
        contents: projectSource(root, sides[args.path]),
        loader: "ts",
        resolveDir: root,
      }));
    },
  };
}

/** The modules as a vite plugin. */
export function projectForVite(root) {
  return {
    name: "project",
    enforce: "pre",
    resolveId: (id) => (id in sides ? `\0${id}` : undefined),
    load: (id) => (id.startsWith("\0#project") ? projectSource(root, sides[id.slice(1)]) : undefined),
  };
}
