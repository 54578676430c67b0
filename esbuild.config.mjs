// How the three parts are bundled: the browser (split by screen), the server and the CLI (one file each, native packages outside).
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import * as esbuild from "esbuild";
import { partsOf } from "./scripts/ahead.mjs";
import { joinChunks } from "./scripts/chunks.mjs";
import { buildCli as bundleCli, cliOptions as optionsOfCli } from "./scripts/cli.mjs";
import { doorForEsbuild } from "./scripts/door.mjs";
import { projectForEsbuild } from "./scripts/project.mjs";
import { stylesForEsbuild } from "./scripts/styles.mjs";

export const root = dirname(fileURLToPath(import.meta.url));
const squeeze = promisify(brotliCompress);
const zip = promisify(gzip);

/** Packages with parts that are not JavaScript, and the driver that looks for an optional one. */
const NATIVE = ["better-sqlite3", "@node-rs/argon2", "pg-native"];

/**
 * Blueprint loads icons by name from a module that holds every outline (225 kB). Screens draw icons with #web's Icon,
 * and Blueprint's own components import theirs one by one, so the loader by name stays out.
 */
const withoutIconsByName = {
  name: "without-icons-by-name",
  setup(build) {
    build.onLoad({ filter: /@blueprintjs\/icons\/lib\/esm\/paths-loaders\/.*\.js$/ }, () => ({
      contents: "const none = async () => []; export { none as allPathsLoader, none as splitPathsBySizeLoader };",
    }));
    build.onLoad({ filter: /@blueprintjs\/icons\/lib\/esm\/next\/pathsLoader\.js$/ }, () => ({
      contents: "export const defaultNextIconPathsLoader = async () => [];",
    }));
    // It makes two names for each of six hundred icons, every time a page begins.
    build.onLoad({ filter: /@blueprintjs\/icons\/lib\/esm\/iconNames\.js$/ }, () => ({
      contents: "export const IconNames = {}; export const IconNamesSet = new Set();",
    }));
    build.onLoad({ filter: /@blueprintjs\/icons\/lib\/esm\/allPaths\.js$/ }, () => ({
      contents:
        "export const getIconPaths = () => []; export const IconSvgPaths16 = {}; export const IconSvgPaths20 = {};",
    }));
  },
};

/**
 * AG Grid's React wrapper brings React's renderer for servers, to tell whether an old kind of cell renderer draws nothing.
 * Cells are components of its page's own tree here, so the question does not arise.
 */
const withoutServerRenderer = {
  name: "without-server-renderer",
  setup(build) {
    build.onResolve({ filter: /^react-dom\/server$/ }, ({ importer }) =>
      importer.includes("@ag-grid-community/react/") ? { path: "none", namespace: "server-renderer" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "server-renderer" }, () => ({
      contents: 'export const renderToStaticMarkup = () => "drawn";',
    }));
  },
};

/**
 * AG Grid draws rows into sixteen containers and tells each at every step of scrolling what it holds. React keeps what it is
 * told until it next draws that part, which for containers that stay empty is never: 1 MB for 5,000 rows scrolled.
 */
const withoutKeptUpdates = {
  name: "without-kept-updates",
  setup(build) {
    build.onLoad({ filter: /@ag-grid-community\/react\/lib\/reactUi\/rows\/rowContainerComp\.mjs$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const told = "setRowCtrls: ({ rowCtrls, useFlushSync }) => {";
      if (!source.includes(told))
        throw new Error(`${path} no longer says what rows it is told in the way that is known`);
      const isStill = "if (rowCtrls.length === 0 && rowCtrlsRef.current.length === 0) return;";
      return { contents: source.replace(told, `${told} ${isStill}`), loader: "js" };
    });
  },
};

/**
 * React's DOM package is one function to a bundler. A browser reads such a function roughly while it arrives, and whole once it is
 * called, on the page's own thread: 130 kB twice. As a module its functions stand side by side, and each is read when it is needed.
 */
const reactDomAsModule = {
  name: "react-dom-as-module",
  setup(build) {
    build.onLoad({ filter: /[\\/]react-dom[\\/]index\.js$/ }, ({ path }) => {
      const file = join(dirname(path), "cjs/react-dom.production.min.js");
      const needed = [];
      const source = readFileSync(file, "utf8").replace(
        /\brequire\("([\w-]+)"\)/g,
        (_, name) => `needed${needed.push(name) - 1}`,
      );
      const imports = needed.map((name, at) => `import * as needed${at} from "${name}";`);
      const names = [...new Set(source.match(/(?<=\bexports\.)\w+(?==)/g))];
      if (needed.length === 0 || names.length === 0) throw new Error(`${file} is not written in the way that is known`);
      return {
        contents: `${imports.join("")}const exports={};${source}\nexport default exports;export const {${names.join()}}=exports;`,
      };
    });
    build.onLoad({ filter: /[\\/]react-dom[\\/]client\.js$/ }, () => ({
      contents: 'export { createRoot, hydrateRoot } from "react-dom";',
    }));
  },
};

/**
 * What contracts say in words is for the page about the API, which asks the server: the browser is sent the shapes. Only texts that
 * stand alone are left out; anything put together would be a mistake that the bundler tells.
 */
const withoutProse = {
  name: "without-prose",
  setup(build) {
    build.onLoad(
      { filter: /[\\/](?:plugins[\\/][^\\/]+[\\/]contract(?:[\\/].+)?|schemas[\\/]\w+)\.ts$/ },
      ({ path }) => {
        const source = readFileSync(path, "utf8");
        if (!source.includes("endpoint({")) return undefined;
        return { contents: source.replace(/\b(?:summary|description):\s*"(?:[^"\\\n]|\\.)*",?/g, ""), loader: "ts" };
      },
    );
  },
};

export const webOptions = {
  absWorkingDir: root,
  entryPoints: { main: "src/main.tsx" },
  outdir: "dist/web/assets",
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["chrome120", "firefox120", "safari17"],
  jsx: "automatic",
  minify: true,
  sourcemap: true,
  metafile: true,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".woff2": "file", ".svg": "file", ".png": "file" },
  define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
  publicPath: "/assets/",
  // TypeBox brings its whole type engine along; the browser only needs the schemas that it makes.
  // The router names its development build for bundlers; its production build says the same without the warnings.
  alias: {
    "typebox/type": "./schemas/plainType.ts",
    "react-router/dom": "./node_modules/react-router/dist/production/dom-export.mjs",
    "react-router": "./node_modules/react-router/dist/production/index.mjs",
  },
  plugins: [
    projectForEsbuild(root),
    doorForEsbuild(root),
    reactDomAsModule,
    withoutProse,
    withoutIconsByName,
    withoutServerRenderer,
    withoutKeptUpdates,
    stylesForEsbuild(root),
  ],
  logLevel: "warning",
};

/** Parts that arrive together, each without what stands before it. */
const TOGETHER = [
  { name: "base", entries: ["src/main.tsx"] },
  { name: "shell", entries: ["src/app/application.tsx", "src/app/shell/Frame.tsx"] },
  {
    name: "parts",
    entries: ["src/kernel/grid/ListGrid.tsx"],
    modules: [
      "src/kernel/ui/Panel.tsx",
      "src/kernel/grid/DataGrid.tsx",
      "src/kernel/ui/Avatar.tsx",
      "src/kernel/ui/Tabs.tsx",
      "src/kernel/ui/Dialog.tsx",
      "src/kernel/ui/Confirm.tsx",
      "src/kernel/ui/MenuButton.tsx",
      "src/kernel/ui/ProgressBar.tsx",
      "src/kernel/ui/whenIdle.ts",
      "src/kernel/ui/Listed.tsx",
      "src/kernel/ui/download.ts",
      "src/kernel/form/answers.ts",
      "src/kernel/form/Choice.tsx",
      "src/kernel/grid/selection.ts",
      "src/kernel/i18n/words.ts",
      "src/kernel/nav/useNavPlace.ts",
      "src/kernel/store/jobs.ts",
      "src/kernel/store/stale.ts",
      "src/kernel/store/useTold.ts",
      "src/kernel/store/waiting.ts",
      "src/kernel/ui/Breakable.tsx",
      "src/kernel/ui/GonePanel.tsx",
      "src/kernel/ui/NarrowBox.tsx",
      "src/kernel/ui/Running.tsx",
      "src/kernel/ui/TakeOut.tsx",
      "src/kernel/ui/useLastSeen.ts",
      "plugins/event-data/contract/status.ts",
      "schemas/fieldList.ts",
      "schemas/time.ts",
      "src/kernel/i18n/countries.ts",
    ],
  },
  {
    name: "form",
    modules: [
      "src/kernel/form/FormPanel.tsx",
      "src/kernel/form/validateWith.ts",
      "src/kernel/form/fields.tsx",
      "src/kernel/form/AnswerFields.tsx",
    ],
  },
];

const nodeOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  external: NATIVE,
  // Packages written for require() need one.
  banner: {
    js: 'import { createRequire as __makeRequire } from "node:module"; const require = __makeRequire(import.meta.url);',
  },
  sourcemap: true,
  metafile: true,
  logLevel: "warning",
};

export const serverOptions = {
  ...nodeOptions,
  entryPoints: {
    main: "server/main.ts",
    admin: "server/admin.ts",
    jobWorker: "server/jobWorker.ts",
    readerWorker: "server/db/readerWorker.mjs",
    writerWorker: "server/db/writerWorker.mjs",
  },
  outdir: "dist/server",
  outExtension: { ".js": ".mjs" },
  splitting: true,
  chunkNames: "chunk-[hash]",
  plugins: [projectForEsbuild(root)],
};

/** Builds the browser part, its page and the compressed forms of every file. Answers esbuild's metafile. */
export async function buildWeb(options = {}) {
  const first = await esbuild.build({ ...webOptions, ...options, write: false });
  const { files, metafile } = await joinChunks(first, TOGETHER, { ...webOptions, ...options });
  const ahead = await buildAhead(metafile);
  Object.assign(metafile.outputs, ahead.outputs);
  const main = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === "src/main.tsx");
  const address = (path) => path.replace(/^dist\/web/, "");
  const styles = main[1].cssBundle ? `<link rel="stylesheet" href="${address(main[1].cssBundle)}">` : "";
  const needed = main[1].imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => address(path));
  const preloads = [...new Set(needed)].map((path) => `<link rel="modulepreload" href="${path}">`).join("");
  const page = readFileSync(join(root, "src/index.html"), "utf8")
    .replace("<!-- ahead -->", `<script async fetchpriority="high" src="${address(ahead.file)}"></script>`)
    .replace("<!-- styles -->", styles + preloads)
    .replace("<!-- script -->", `<script type="module" src="${address(main[0])}"></script>`);
  // What stands there goes only now that there is something to take its place.
  rmSync(join(root, "dist/web"), { recursive: true, force: true });
  mkdirSync(join(root, "dist/web/assets"), { recursive: true });
  for (const { name, contents } of [...files, ...ahead.files])
    writeFileSync(join(root, "dist/web/assets", name), contents);
  writeFileSync(join(root, "dist/web/index.html"), page);
  const names = Object.keys(metafile.outputs).filter((path) => !path.endsWith(".map"));
  await Promise.all(names.map((path) => compress(join(root, path))));
  writeFileSync(join(root, "dist/web/meta.json"), JSON.stringify(metafile));
  return metafile;
}

/** The page's first code, which knows what the build has made. */
async function buildAhead(metafile) {
  const { metafile: own, outputFiles } = await esbuild.build({
    ...webOptions,
    entryPoints: { ahead: "src/ahead.ts" },
    splitting: false,
    format: "iife",
    define: { __PARTS__: JSON.stringify(partsOf(metafile, root)) },
    plugins: [],
    write: false,
  });
  const [file] = Object.entries(own.outputs).find(([, output]) => output.entryPoint);
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  return { outputs: own.outputs, file, files };
}

async function compress(path) {
  const bytes = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([squeeze(bytes, { params }), zip(bytes, { level: 9 })]);
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, gz);
}

export async function buildServer() {
  const { metafile, outputFiles } = await esbuild.build({ ...serverOptions, write: false });
  rmSync(join(root, "dist/server"), { recursive: true, force: true });
  mkdirSync(join(root, serverOptions.outdir), { recursive: true });
  for (const { path, text } of outputFiles) writeFileSync(path, path.endsWith(".map") ? text : inPlainSigns(text));
  return metafile;
}

/** One sign beyond Latin 1, in a pattern or a comment, and V8 keeps the text of the whole file in twice the memory, in each thread. */
function inPlainSigns(code) {
  return code.replace(/[\u0100-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export const cliOptions = { ...optionsOfCli, absWorkingDir: root };

export const buildCli = () => bundleCli(root);

/** Names a build by what went into it. */
export function releaseOf(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
