import { basename } from "node:path";
import { build, type Plugin } from "esbuild";
import { describe, expect, test } from "vitest";
import { serverOptions } from "../../esbuild.config.mjs";
import { joinChunks } from "../../scripts/chunks.mjs";
import { behindTheDoor, ledPastTheDoor } from "../../scripts/door.mjs";
import { trimBlueprint } from "../../scripts/styles.mjs";

describe("the build", () => {
  test("imports through the door are led to the modules behind it, lines kept", () => {
    const homes = behindTheDoor('export { a, type T, b as c } from "./x.ts";\nexport * as icons from "./i.ts";');
    const source =
      'import {\n  c,\n  type T,\n} from "#web";\nimport { icons } from "#web";\nimport type { T } from "#web";\nlast';
    expect(ledPastTheDoor(source, homes, (from: string) => from)).toBe(
      'import { b as c } from "./x.ts";\n\n\n\nimport * as icons from "./i.ts";\n\nlast',
    );
  });

  test("Blueprint's styles keep only the components in use", () => {
    const css =
      '@charset "UTF-8";:root{--a:1}html{color:red}.bp6-button,.bp6-tag{b:1}.bp6-dark .bp6-tag{c:1}@media print{.bp6-button{d:1}}';
    expect(trimBlueprint(css, new Set(["button"])).replace(/\s/g, "")).toBe(
      ":root{--a:1}.bp6-button{b:1}@mediaprint{.bp6-button{d:1}}",
    );
  });
});

test("what the bundled server loads later has the names that are taken from it", async () => {
  const { outputFiles } = await build({ ...serverOptions, write: false, sourcemap: false });
  const chunks = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const taken = [...chunks.values()].flatMap((text) =>
    [...text.matchAll(/const \{([^}]*)\} = await import\("\.\/([^"]+)"\)/g)].map(([, names = "", chunk = ""]) => ({
      chunk,
      names: names.split(",").map((each) => each.split(":")[0]?.trim() as string),
    })),
  );
  expect(taken.length).toBeGreaterThan(2);
  for (const { chunk, names } of taken) {
    const exported = /^export (default)|^export \{([^}]*)\}/gm;
    const given = [...(chunks.get(chunk) ?? "").matchAll(exported)].flatMap(([, alone, list = ""]) =>
      alone ? [alone] : list.split(",").map((each) => each.trim().split(" as ").at(-1)),
    );
    for (const name of names) expect(given, `${name} of ${chunk}`).toContain(name);
  }
});

describe("chunks that arrive together", () => {
  const files: Record<string, string> = {
    "/main.js":
      'import { a } from "/a.js"; import { both } from "/both.js"; console.log(a, both); import("/one.js"); import("/two.js");',
    "/one.js":
      'import { a } from "/a.js"; import { both } from "/both.js"; import { shared } from "/shared.js"; export const one = [a, both, shared];',
    "/two.js": 'import { both } from "/both.js"; import { shared } from "/shared.js"; export default [both, shared];',
    "/a.js": "export const a = 'in main and one';",
    "/both.js": "export const both = 'everywhere'; globalThis.ran = (globalThis.ran ?? 0) + 1;",
    "/shared.js": "export const shared = 'in one and two';",
  };
  const virtual: Plugin = {
    name: "virtual",
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path }) => ({ path, namespace: "v" }));
      build.onLoad({ filter: /.*/, namespace: "v" }, ({ path }) => ({ contents: files[path] as string }));
    },
  };

  test("become one file, whose importers find everything in it, and whose name is part of theirs", async () => {
    const options = { target: ["chrome120"], minify: true };
    const first = await build({
      entryPoints: ["/main.js"],
      ...options,
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: "dist/web/assets",
      publicPath: "/assets/",
      entryNames: "[name]-[hash]",
      chunkNames: "[name]-[hash]",
      plugins: [virtual],
      write: false,
      metafile: true,
      sourcemap: true,
    });
    const { files: made, metafile } = await joinChunks(first, [{ name: "base", entries: ["v:/main.js"] }], options);
    const names = made.map(({ name }) => name.replace(/-\w{8}\./, ".")).filter((name) => name.endsWith(".js"));

    expect(names.sort()).toEqual(["base.js", "chunk.js", "main.js", "one.js", "two.js"]);
    const text = (start: string) => {
      const found = made.find(({ name }) => name.startsWith(start) && name.endsWith(".js"));
      return Buffer.from(found?.contents ?? "").toString();
    };
    const base = made.find(({ name }) => name.startsWith("base-") && name.endsWith(".js"))?.name as string;
    expect(text("base-")).toContain("everywhere");
    expect(text("base-")).not.toContain("in one and two");
    for (const part of ["main-", "one-", "two-"]) expect(text(part)).toContain(`from"/assets/${base}"`);
    const asked = [...text("main-").matchAll(/import\("\/assets\/([^"]+)"\)/g)].map(([, name]) => name);
    expect(asked.every((name) => made.some((one) => one.name === name))).toBe(true);
    const main = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === "v:/main.js");
    expect(main?.imports.map(({ path }) => path)).toContain(`dist/web/assets/${base}`);
  });
});
