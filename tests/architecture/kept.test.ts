// Browsers keep files for good: what has the same name in two releases is the same file.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { expect, test } from "vitest";
import { joinChunks } from "../../scripts/chunks.mjs";

const GROUPS = [
  { name: "low", entries: [], modules: ["x.js", "y.js"] },
  { name: "high", entries: [], modules: ["z.js"] },
];

/** Screens that share modules: what is `high` takes only one of the two that are in `low`. */
const SOURCES = {
  "main.js": `for (const load of [() => import("./a.js"), () => import("./b.js"), () => import("./c.js"), () => import("./d.js")]) load();`,
  "a.js": `import { x } from "./x.js"; import { z } from "./z.js"; console.log("a", x, z);`,
  "b.js": `import { z } from "./z.js"; console.log("b", z);`,
  "c.js": `import { x } from "./x.js"; import { y } from "./y.js"; console.log("c", x, y);`,
  "d.js": `import { y } from "./y.js"; console.log("d", y);`,
  "x.js": `export const x = { is: "x" };`,
  "z.js": `import { x } from "./x.js"; export const z = { of: x };`,
};

async function release(folder: string, y: string): Promise<Map<string, string>> {
  const sources = { ...SOURCES, "y.js": `export const y = { is: "${y}" };` };
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
  const first = await esbuild.build({
    absWorkingDir: folder,
    entryPoints: ["main.js"],
    outdir: "dist/web/assets",
    publicPath: "/assets/",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    sourcemap: true,
    metafile: true,
    write: false,
  });
  const { files } = await joinChunks(first, GROUPS, { target: "es2022", minify: false });
  const code = files.filter(({ name }) => name.endsWith(".js"));
  return new Map(code.map(({ name, contents }) => [name, Buffer.from(contents).toString()]));
}

test("a file that a browser has kept of an earlier release asks for no file of that release", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-kept-"));
  try {
    const before = await release(folder, "old");
    const after = await release(folder, "new");

    const kept = [...after].filter(([name]) => before.has(name));
    for (const [name, text] of kept) expect({ name, text }).toEqual({ name, text: before.get(name) });
    expect([...after.keys()].some((name) => name.startsWith("high-"))).toBe(true);
    expect([...after.values()].join()).not.toBe([...before.values()].join());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
