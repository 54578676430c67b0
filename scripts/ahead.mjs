// What the page's first code is told: which built files the frame needs, and which each route.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { reach } from "./chunks.mjs";
import { areaFolders } from "./project.mjs";

const FRAME = ["src/app/application.tsx", "src/app/shell/Frame.tsx"];
const FRAME_STYLES = ["blueprint", "frame"];
const LIST = "src/kernel/grid/ListGrid.tsx";
const DRAWS_LISTS = "src/kernel/grid/DataGrid.tsx";

/**
 * From the metafile of the build: `{ files, frame, routes }`, the routes with the most literal addresses first, each with its
 * files, those that draw its list once its first rows can be read, the namespaces of its texts and what its screen asks first.
 */
export function partsOf(metafile, root) {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const files = [];
  const numbered = (names) =>
    [...new Set(names)].map((name) => {
      const at = files.indexOf(name);
      return at >= 0 ? at : files.push(name) - 1;
    });
  const ofEntry = (entry) => {
    const [name] = [...outputs].find(([, output]) => output.entryPoint === entry) ?? [];
    return name ? [...reach(outputs, [name])] : [];
  };
  const stylesOf = (test) =>
    [...outputs.keys()].filter((name) => name.endsWith(".css") && test(name, outputs.get(name)));
  const first = new Set(ofEntry("src/main.tsx"));
  const frame = [
    ...stylesOf((name) => FRAME_STYLES.some((style) => name.startsWith(`${style}-`))),
    ...FRAME.flatMap(ofEntry).filter((name) => !first.has(name)),
  ];
  const list = [...ofEntry(LIST), ...stylesOf((name) => name.startsWith("grid-"))];

  function screen(area, name) {
    const [, { entryPoint }] = [...outputs].find(
      ([, output]) =>
        output.entryPoint?.startsWith(`plugins/${area}/web/`) && output.entryPoint.endsWith(`/${name}.tsx`),
    ) ?? [undefined, {}];
    if (!entryPoint) return { names: [], later: [], texts: [] };
    const own = ofEntry(entryPoint);
    const isAtOnce = (style) => [`plugins/${area}/web/index.ts`, entryPoint].some((from) => readsModule(from, style));
    const styles = stylesOf((_, { inputs: made }) =>
      Object.keys(made).some((one) => one.includes(`plugins/${area}/`) && isAtOnce(one)),
    );
    const drawsList = readsModule(entryPoint, DRAWS_LISTS);
    const later = drawsList ? list.filter((one) => !own.includes(one)) : [];
    return { names: [...own, ...styles], later, texts: [area, ...(drawsList ? ["grid"] : [])] };
  }

  /** Whether a module imports another statically, however far away. */
  function readsModule(from, wanted, seen = new Set()) {
    if (from === wanted) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    const imports = metafile.inputs[from]?.imports ?? [];
    return imports.some(({ path, kind }) => kind === "import-statement" && readsModule(path, wanted, seen));
  }

  const isNew = (name) => !first.has(name) && !frame.includes(name);
  const main = { path: "/main", bare: true, texts: [], names: ofEntry("src/app/main/MainScreen.tsx"), later: [] };
  const ofAreas = areaFolders(root).flatMap((area) => {
    const manifest = JSON.parse(readFileSync(join(root, "plugins", area, "plugin.json"), "utf8"));
    return (manifest.routes ?? []).map(({ path, screen: name, asks, screenMode = "normal" }) => ({
      path,
      bare: screenMode !== "normal" || undefined,
      asks,
      ...screen(area, name),
    }));
  });
  const frameAt = numbered(frame);
  const routes = [main, ...ofAreas]
    .sort((a, b) => variables(a.path) - variables(b.path))
    .map(({ names, later, ...route }) => ({
      ...route,
      files: numbered(names.filter(isNew)),
      later: numbered(later.filter(isNew)),
    }));
  return { files: files.map((name) => `/assets/${name}`), frame: frameAt, routes };
}

function variables(path) {
  return (path.match(/:|\*/g) ?? []).length;
}
