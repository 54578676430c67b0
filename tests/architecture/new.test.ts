// Adding an area is one command, removing it is deleting its folder: in a copy of the project, which is built and served.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../scripts/postgres.mjs";
import { root } from "./graph.ts";

const name = `area-${Math.random().toString(36).slice(2, 7)}-2`;
const parts = [
  "bin",
  "cli",
  "locales",
  "plugins",
  "schemas",
  "scripts",
  "server",
  "src",
  "tests/support",
  "tests/e2e",
  "tests/architecture",
];
const files = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "biome.json",
  "nav.config.json",
  "esbuild.config.mjs",
  "vitest.config.ts",
];
const extras = readdirSync(root).filter((file) => /\.(?:d\.ts|html)$/.test(file));

let copy = "";
let server: ChildProcess | undefined;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "lanyard-new-"));
  for (const part of [...parts, ...files, ...extras]) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => {
  server?.kill("SIGKILL");
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
});

function run(args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

/** Builds the server, starts it, and answers what it describes and which texts every page gets. */
async function described(): Promise<string> {
  expect(run(["scripts/build.mjs", "server"]).output).toContain("Built");
  const port = await freePort();
  const start = `import(${JSON.stringify(pathToFileURL(join(copy, "dist/server/main.mjs")).href)}).then((main) => main.start(${JSON.stringify(copy)}, "test"))`;
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(copy, "test.db")}`,
    DEMO: "0",
    LOG_LEVEL: "silent",
  };
  server = spawn(process.execPath, ["-e", start], { cwd: copy, env, stdio: "ignore" });
  const address = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${address}/ready`).then(
          (reply) => reply.status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(200);
  const paths = ["openapi.json", "i18n/en-gb/shell.json"];
  const texts = await Promise.all(paths.map(async (path) => (await fetch(`${address}/${path}`)).text()));
  const ended = new Promise((resolve) => server?.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
  server = undefined;
  return texts.join("\n");
}

/** What the linters have against the area. */
function complaints(): string[] {
  const commands = [
    ["plugin", "lint"],
    ["nav", "lint"],
    ["nav", "prove"],
    ["i18n", "check"],
  ];
  return about(commands.map((words) => run(["bin/lanyard.cjs", ...words]).output));
}

/** What the compiler and the formatter have against the area. */
function faults(): string[] {
  // The area alone with all that it imports, for the rest is compiled elsewhere; and no notes in the shared node_modules.
  const alone = {
    extends: "./tsconfig.json",
    include: [`plugins/${name}`, "src/**/*.d.ts", "schemas/*.d.ts"],
    exclude: [],
  };
  writeFileSync(join(copy, "tsconfig.area.json"), JSON.stringify(alone));
  const flagsOfTypes = ["--noEmit", "--incremental", "false"];
  const { status, output: types } = run([
    "node_modules/typescript/bin/tsc",
    "-p",
    "tsconfig.area.json",
    ...flagsOfTypes,
  ]);
  expect(status, types).toBe(0);
  const flags = ["--colors=off", "--diagnostic-level=warn", "--vcs-enabled=false"];
  return about([types, run(["node_modules/@biomejs/biome/bin/biome", "check", ...flags, `plugins/${name}`]).output]);
}

function about(outputs: string[]): string[] {
  const lines = outputs.flatMap((output) => output.split("\n"));
  return lines.filter((line) => line.includes(name) && /\b(?:error|warning)\b|━/.test(line));
}

describe("a new area", () => {
  test("is made by one command, under a name that is not taken, and only under such a name", () => {
    const made = run(["bin/lanyard.cjs", "plugin", "new", name]);

    expect(made.output).toContain(`plugins/${name} is there`);
    expect(made.status).toBe(0);
    for (const wrong of [name, "Agenda", "a b", "../x", "template", "nav"]) {
      expect(run(["bin/lanyard.cjs", "plugin", "new", wrong]).status, wrong).toBe(2);
    }
  });

  test("keeps no trace of the template, and changes no file outside its folder", () => {
    const folder = join(copy, "plugins", name);
    const mine = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const traces = mine.filter((entry) =>
      /template/i.test(entry.name + readFileSync(join(entry.parentPath, entry.name), "utf8")),
    );
    const changed = ["nav.config.json", "package.json", "tsconfig.json"].filter(
      (file) => readFileSync(join(copy, file), "utf8") !== readFileSync(join(root, file), "utf8"),
    );

    expect(traces.map((entry) => entry.name)).toEqual([]);
    expect(changed).toEqual([]);
    expect(existsSync(join(folder, "contract.json"))).toBe(true);
  });

  test("lints and compiles clean as it is", () => {
    expect(complaints()).toEqual([]);
    expect(faults()).toEqual([]);
  }, 180_000);

  test("passes its own tests as it is", () => {
    const { status, output } = run(["node_modules/vitest/vitest.mjs", "run", `plugins/${name}/tests`]);

    expect(output).toContain("passed");
    expect(status, output).toBe(0);
  }, 120_000);

  test("has words in the history for all that it writes there", () => {
    const asked = ["run", "--project", "cli", "tests/architecture/actions.test.ts", "tests/architecture/areas.test.ts"];
    const { status, output } = run(["node_modules/vitest/vitest.mjs", ...asked]);

    expect(output).toContain("passed");
    expect(status, output).toBe(0);
  }, 120_000);

  test("with a misspelt word stops the build, telling file, line and the nearest right word", () => {
    const path = join(copy, "plugins", name, "plugin.json");
    const good = readFileSync(path, "utf8");
    writeFileSync(path, good.replace('"screen"', '"scren"'));

    const { status, output } = run(["scripts/build.mjs", "server"]);
    writeFileSync(path, good);

    expect(output).toMatch(new RegExp(`plugins/${name}/plugin\\.json:\\d+:\\d+ .*did you mean "screen"`));
    expect(status).toBe(1);
  }, 60_000);

  test("is built and served", async () => {
    const told = await described();

    expect(told).toContain(`/${name}/`);
    expect(told).toContain('"told.object.note":"Note"');
  }, 60_000);

  test("is gone when its folder is deleted", async () => {
    rmSync(join(copy, "plugins", name), { recursive: true });

    expect(run(["scripts/gen.mjs", "--check"]).output).not.toContain(name);
    expect(complaints()).toEqual([]);
    expect(await described()).not.toContain(name);
  }, 180_000);
});
