// `node scripts/budgets.mjs`: what the browser is sent before the log-in page and the side navigation can be used, as
// transferred, against its budget; and what each package costs. Part of `npm run check`.
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const kB = 1000;
/** Smaller ones are told together. */
const LEAST = 0.25 * kB;

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
/** What comes when it is first wanted, each on top of a list with its first rows. */
const LATER = [
  { name: "the grid itself", entries: ["src/kernel/grid/ListGrid.tsx"], styles: ["grid"], budget: 350 * kB },
  { name: "dialogs and menus", entries: ["src/kernel/ui/layers.ts"], styles: [], budget: 60 * kB },
  { name: "rules of forms", entries: ["src/kernel/form/schemaErrors.ts"], styles: [], budget: 35 * kB },
  { name: "charts", entries: ["src/kernel/chart/ChartView.tsx"], styles: ["chart"], budget: 28 * kB },
  { name: "the editor of drafts", entries: ["plugins/nav-tool/web/NavToolScreen.tsx"], styles: [], budget: 130 * kB },
];
/** Nothing of these may come before the first rows of a list can be read: they draw what is opened later. */
const LATE = /@ag-grid|codemirror|@blueprintjs\/core|formik/;

await build(["web"]);
const { outputs } = JSON.parse(readFileSync(join(root, "dist/web/meta.json"), "utf8"));
let files = new Set();
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
console.log("\nUp to the first rows of a list, by package:");
print(costs);
const start = files;
for (const { name, entries, styles, budget } of LATER) {
  files = new Set(start);
  for (const entry of entries) reach(outputOf(entry));
  for (const style of styles) files.add(styleOf(style));
  for (const file of start) files.delete(file);
  const bytes = [...files].reduce((sum, file) => sum + transferred(file), 0);
  console.log(`\n${bytes <= budget ? "✓" : "✗"} ${name}: ${(bytes / kB).toFixed(1)} kB of ${budget / kB} kB, later`);
  if (bytes > budget) findings.push(`${name}: ${((bytes - budget) / kB).toFixed(1)} kB over its budget`);
  print(costByPackage());
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

/** As sent, a package's share of a file is that of its uncompressed code: compression knows no packages. */
function costByPackage() {
  const costs = new Map();
  for (const file of files) {
    const inputs = Object.entries(outputs[file].inputs);
    const all = inputs.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
    for (const [input, { bytesInOutput }] of inputs) {
      const name = packageOf(input);
      const { plain, sent } = costs.get(name) ?? { plain: 0, sent: 0 };
      costs.set(name, { plain: plain + bytesInOutput, sent: sent + (bytesInOutput / (all || 1)) * transferred(file) });
    }
  }
  return costs;
}

function print(costs) {
  const figure = (bytes) => (bytes / kB).toFixed(1).padStart(8);
  const rows = [...costs].sort(([, a], [, b]) => b.sent - a.sent);
  const told = rows.filter(([, { sent }]) => sent >= LEAST);
  const small = rows.slice(told.length).map(([, cost]) => cost);
  const sum = (of) => small.reduce((all, cost) => all + cost[of], 0);
  if (small.length > 0) told.push([`${small.length} smaller ones`, { plain: sum("plain"), sent: sum("sent") }]);
  for (const [name, { plain, sent }] of told) console.log(`${figure(sent)} kB sent ${figure(plain)} kB plain  ${name}`);
}

function packageOf(input) {
  if (input.startsWith("css-url:")) return "stylesheets";
  const [, inside] = input.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
  if (input.startsWith("schemas/")) return "schemas";
  return inside ?? input.split("/").slice(0, 2).join("/");
}
