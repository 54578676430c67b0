// Styles for esbuild: `x.css?url` becomes a stylesheet of its own with its address, and Blueprint's CSS keeps only the
// components that the sources use.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";

/** What a component's classes begin with, where its name in kebab case does not say it. */
const STEMS = {
  Popover: ["popover", "overlay", "portal", "transition-container"],
  PopoverNext: ["popover", "overlay", "portal", "transition-container"],
  Tooltip: ["tooltip", "popover", "overlay", "portal", "transition-container"],
  Dialog: ["dialog", "overlay", "portal"],
  Drawer: ["drawer", "overlay", "portal"],
  Alert: ["alert", "dialog", "overlay", "portal", "button"],
  Overlay2: ["overlay", "portal"],
  MenuItem: ["menu", "submenu", "popover"],
  MenuDivider: ["menu"],
  AnchorButton: ["button"],
  InputGroup: ["input", "input-group", "input-action"],
  NumericInput: ["numeric-input", "input", "control-group", "button"],
  Checkbox: ["control", "checkbox"],
  Radio: ["control", "radio"],
  RadioGroup: ["control", "radio"],
  Switch: ["control", "switch"],
  Tabs: ["tab"],
  Tab: ["tab"],
  TagInput: ["tag-input", "tag", "input"],
  FileInput: ["file-input", "file-upload"],
  HTMLSelect: ["html-select", "select"],
  HTMLTable: ["html-table"],
  Toaster: ["toast", "overlay"],
  OverlayToaster: ["toast", "overlay", "portal", "button"],
};

const KNOWN = (
  "alert breadcrumb button card callout code collapse compound-tag context-menu control dialog divider drawer editable-text elevation " +
  "entity-title file-input file-upload flex-expander focus-style-manager form heading hotkey html-select html-table icon input key link " +
  "menu multistep-dialog navbar multi-select non-ideal-state numeric-input omnibar option overflow-list overlay panel-stack popover portal " +
  "progress-bar query-list radio resize-sensor running-text section segmented-control select skeleton slider spinner submenu suggest switch " +
  "tab table tag timepicker toast tooltip transition-container tree checkbox control-card label text-area listbox blockquote pre list datepicker daterangepicker dateinput"
).split(" ");

/** The class stems of the Blueprint components that the browser's sources import. */
function usedStems(root) {
  const used = new Set();
  const files = ["src", "plugins"]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) => join(root, folder, String(file))),
    );
  for (const file of files.filter((one) => /\.tsx?$/.test(one))) {
    const source = readFileSync(file, "utf8");
    for (const [, names] of source.matchAll(/import \{([^}]*)\} from "@blueprintjs\/core"/g)) {
      for (const name of names.split(",").map((one) => one.trim().split(" ")[0])) {
        if (!/^[A-Z]/.test(name ?? "")) continue;
        const kebab = name.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
        for (const stem of STEMS[name] ?? [kebab]) used.add(stem);
      }
    }
  }
  return used;
}

const stemOf = (name) =>
  KNOWN.filter((stem) => name === stem || name.startsWith(`${stem}-`) || name.startsWith(`${stem}s`)).sort(
    (a, b) => b.length - a.length,
  )[0];

/** Keeps the rules of the used components; rules about no component (variables, modifiers) stay, rules about bare elements go. */
export function trimBlueprint(css, used) {
  const keeps = (selector) => {
    const classes = [...selector.matchAll(/\.bp6-([a-z0-9-]+)/g)].map((match) => match[1]);
    const stems = classes.map(stemOf).filter(Boolean);
    if (stems.length > 0) return stems.every((stem) => used.has(stem));
    return selector.includes(":root") || /^\.bp6-(dark|text-overflow-ellipsis|fill)$/.test(selector.trim());
  };
  return rules(css.replace(/\/\*[\s\S]*?\*\//g, ""))
    .map((rule) => keptRule(rule, keeps))
    .join("\n");
}

function keptRule({ head, body }, keeps) {
  if (body === undefined) return head.startsWith("@charset") ? "" : `${head};`;
  if (head.startsWith("@media") || head.startsWith("@supports")) {
    const inside = rules(body)
      .map((rule) => keptRule(rule, keeps))
      .join("");
    return inside ? `${head}{${inside}}` : "";
  }
  if (head.startsWith("@")) return `${head}{${body}}`;
  const selectors = split(head, ",").filter(keeps);
  return selectors.length > 0 ? `${selectors.join(",")}{${body}}` : "";
}

/** Top-level rules of a stylesheet: what stands before the braces, and in them. */
function rules(css) {
  const found = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (let at = 0; at < css.length; at++) {
    const char = css[at];
    if (char === '"' || char === "'") at = css.indexOf(char, at + 1);
    else if (char === "{" && depth++ === 0) open = at;
    else if (char === "}" && --depth === 0) {
      found.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) });
      start = at + 1;
    } else if (char === ";" && depth === 0) {
      found.push({ head: css.slice(start, at).trim() });
      start = at + 1;
    }
  }
  return found;
}

function split(text, separator) {
  const parts = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
    else if (at === text.length || (text[at] === separator && depth === 0)) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts;
}

/** Both as one esbuild plugin. */
export function stylesForEsbuild(root) {
  const trimmed = {
    name: "blueprint-css",
    setup(build) {
      build.onLoad({ filter: /@blueprintjs\/core\/lib\/css\/blueprint\.css$/ }, ({ path }) => ({
        contents: trimBlueprint(readFileSync(path, "utf8"), usedStems(root)),
        loader: "css",
      }));
    },
  };
  return {
    name: "styles",
    setup(build) {
      trimmed.setup(build);
      build.onResolve({ filter: /\.css\?url$/ }, async ({ path, resolveDir, kind }) => {
        const { path: file, errors } = await build.resolve(path.slice(0, -"?url".length), { resolveDir, kind });
        return { path: file, errors, namespace: "css-url" };
      });
      build.onLoad({ filter: /.*/, namespace: "css-url" }, async ({ path }) => {
        const { outputFiles, metafile } = await esbuild.build({
          absWorkingDir: root,
          entryPoints: [path],
          bundle: true,
          minify: true,
          write: false,
          metafile: true,
          target: build.initialOptions.target,
          loader: { ".woff2": "dataurl", ".svg": "dataurl", ".png": "dataurl" },
          plugins: [trimmed],
        });
        const watchFiles = Object.keys(metafile.inputs).map((file) => join(root, file));
        return { contents: outputFiles[0].contents, loader: "file", watchFiles };
      });
    },
  };
}
