// `npm run bench [NAME …]`: runs every *.bench.mjs here, or those whose names contain one of the words, and prints each
// figure beside the reference that the same run measured.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureInstalled } from "../../scripts/install.mjs";

const here = dirname(fileURLToPath(import.meta.url));
/** What a bench says whose reference is not on this machine. */
const UNASKED = "not asked";
const words = process.argv.slice(2);
const files = readdirSync(here)
  .filter((name) => name.endsWith(".bench.mjs") && (words.length === 0 || words.some((word) => name.includes(word))))
  .sort();

ensureInstalled(join(here, "../.."));
const { build } = await import("../../scripts/build.mjs");
await build();
let missed = 0;
let unasked = 0;
for (const file of files) {
  process.stdout.write(`\n${file.replace(".bench.mjs", "")}\n`);
  const { bench } = await import(pathToFileURL(join(here, file)).href);
  for await (const { figure, value, reference, target, reached } of bench()) {
    if (reached === false) missed++;
    if (value === UNASKED) unasked++;
    const mark = reached === undefined ? " " : reached ? "✓" : "✗";
    const beside = [reference && `reference ${reference}`, target && `target ${target}`].filter(Boolean).join(" · ");
    process.stdout.write(`  ${mark} ${figure.padEnd(58)} ${String(value).padStart(12)}   ${beside}\n`);
  }
}
process.stdout.write(missed ? `\n${missed} figures missed.` : "\nAll figures that were asked for are reached.");
process.stdout.write(unasked ? ` ${unasked} not asked for: their lines say what they want.\n` : "\n");
process.exit(missed ? 1 : 0);
