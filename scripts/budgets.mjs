// `node scripts/budgets.mjs`: what the browser is sent before the log-in page and the side navigation can be used, as
// transferred, against its budget; and what each package costs. Part of `npm run check`.
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const kB = 1000;

/** Each stage comes on top of the one before. */
const STAGES = [
  { name: "log-in page", entries: ["src/ahead.ts", "src/main.tsx"], styles: ["main"], budget: 170 * kB },
  {
    name: "shell with its side navigation and error reporting",
    entries: ["src/app/application.tsx", "src/app/shell/Frame.tsx", "src/kernel/report/sentryParts.ts"],
    styles: ["frame", "blueprint"],
    budget: 260 * kB,
  },
  {
    name: "list with its first rows",
    entries: ["plugins/event-data/web/EventDataScreen.tsx"],
    styles: ["eventData"],
    budget: 290 * kB,
  },
];
/** Nothing of these may come before the first rows of a list can be read: they draw what is opened later. */
const LATE = /@ag-grid|codemirror|@blueprintjs\/core|formik/;
const SHOWN = 14;

await build(["web"]);
const { outputs } = JSON.parse(readFileSync(join(root, "dist/web/meta.json"), "utf8"));
const files = new Set();
const findings = [];
for (const { name, entries, styles, budget } of STAGES) {
  for (const entry of entries) reach(outputOf(entry));
  for (const style of styles) files.add(styleOf(style));
  const bytes = [...files].reduce((sum, file) => sum + transferred(file), 0);
  const mark = bytes <= budget ? "✓" : "✗";
  console.log(`${mark} ${name}: ${(bytes / kB).toFixed(1)} kB of ${budget / kB} kB in ${files.size} files`);
  if (bytes > budget) findings.push(`${name} is ${((bytes - budget) / kB).toFixed(1)} kB over its budget`);
}
const costs = costByPackage();
const late = [...costs.keys()].filter((name) => LATE.test(name));
if (late.length > 0) findings.push(`${late.join(", ")} must come later`);
console.log("\nUncompressed, by package:");
for (const [name, bytes] of [...costs].sort(([, a], [, b]) => b - a).slice(0, SHOWN)) {
  console.log(`${(bytes / kB).toFixed(1).padStart(8)} kB  ${name}`);
}
for (const finding of findings) console.log(`✗ ${finding}`);
process.exitCode = findings.length > 0 ? 1 : 0;

function outputOf(entry) {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entry);
  if (!found) throw new Error(`The build has no part made from ${entry}: is it still imported lazily?`);
  return found[0];
}

function styleOf(name) {
  const found = Object.keys(outputs).find((file) => new RegExp(`/${name}-[A-Z0-9]+\\.css$`).test(file));
  if (!found) throw new Error(`The build has no stylesheet called ${name}`);
  return found;
}

function reach(file) {
  if (files.has(file) || !outputs[file]) return;
  files.add(file);
  for (const { path, kind } of outputs[file].imports) if (kind === "import-statement") reach(path);
}

function transferred(file) {
  return statSync(join(root, `${file}.br`)).size;
}

function costByPackage() {
  const costs = new Map();
  for (const file of files) {
    for (const [input, { bytesInOutput }] of Object.entries(outputs[file].inputs)) {
      const name = packageOf(input);
      costs.set(name, (costs.get(name) ?? 0) + bytesInOutput);
    }
  }
  return costs;
}

function packageOf(input) {
  if (input.startsWith("css-url:")) return "stylesheets";
  const [, inside] = input.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
  return inside ?? input.split("/").slice(0, 2).join("/");
}
