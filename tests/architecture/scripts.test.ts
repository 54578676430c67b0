// What `npm start`, `npm run dev` and `npm run build` rest on: what is fresh, what is missing, and one server at a time.
import { EventEmitter } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { buildWeb, root } from "../../esbuild.config.mjs";
import { build } from "../../scripts/build.mjs";
import { mayLackPackages, missingPackages } from "../../scripts/install.mjs";
import { restarts } from "../../scripts/restarts.mjs";

const { stateOf } = createRequire(import.meta.url)("../../scripts/stamp.cjs") as {
  stateOf: (root: string, part: string) => { stamp: string; isFresh: boolean };
};

let at = "";
const made: string[] = [];
beforeEach(() => {
  at = mkdtempSync(join(tmpdir(), "lanyard-scripts-"));
  made.push(at);
  mkdirSync(join(at, "server"));
  writeFileSync(join(at, "server/main.ts"), "good");
});
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A build that came meanwhile stays. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something stands there.
  }
}

describe("a build", () => {
  const works = { buildCli: async () => {}, buildServer: async () => {} };
  const fails = async () => Promise.reject(new Error("no such word"));

  test("is fresh after it, and not made again", async () => {
    expect(await build(["server"], { at, builders: works })).toEqual(["server"]);
    expect(await build(["server"], { at, builders: { buildServer: fails } })).toEqual([]);
  });

  test("that failed does not pass for the one before it, though the sources are again what they were", async () => {
    await build(["server"], { at, builders: works });
    const kept = join(at, "dist/server.stamp");
    const stamp = readFileSync(kept, "utf8");
    writeFileSync(kept, `${stamp}\nof other sources`);

    await expect(build(["server"], { at, builders: { ...works, buildServer: fails } })).rejects.toThrow("no such word");

    expect(existsSync(kept)).toBe(false);
    expect(stateOf(at, "server")).toMatchObject({ stamp, isFresh: false });
  });

  test("of the browser's part that fails leaves what stands there", async () => {
    const folder = join(root, "dist/web");
    const marker = join(folder, "left-by-a-test");
    mkdirSync(folder, { recursive: true });
    writeFileSync(marker, "");

    try {
      const failed = buildWeb({ entryPoints: { main: "src/no-such-file.tsx" }, logLevel: "silent" });

      await expect(failed).rejects.toThrow("no-such-file");
      expect(existsSync(marker)).toBe(true);
    } finally {
      rmSync(marker, { force: true });
      removeEmpty(folder);
    }
  });

  test("is for every Node of its kind and in every folder", () => {
    const { stamp } = stateOf(at, "server");

    expect(stamp).not.toContain(process.version);
    expect(stamp).not.toContain(at);
    expect(stamp.split("\n")[0]).toBe(`v${process.versions.node.split(".")[0]}`);
  });
});

test("a package that came with a pull is missing; one of development only where that is wanted", () => {
  const there = { "node_modules/old": { version: "1.0.0" } };
  const wanted = {
    ...there,
    "": {},
    "node_modules/new": { version: "1.0.0" },
    "node_modules/linter": { version: "1.0.0", dev: true },
    "node_modules/either": { version: "1.0.0", devOptional: true },
    "node_modules/other-system": { version: "1.0.0", optional: true },
  };
  mkdirSync(join(at, "node_modules/old"), { recursive: true });
  writeFileSync(join(at, "package-lock.json"), JSON.stringify({ packages: wanted }));
  writeFileSync(join(at, "node_modules/.package-lock.json"), JSON.stringify({ packages: there }));

  expect(missingPackages(at, { withDev: false })).toEqual(["new"]);
  expect(missingPackages(at)).toEqual(["new", "linter", "either"]);
});

test("packages are counted only where the lock file is newer than what was installed last", () => {
  const [lock, installed] = [join(at, "package-lock.json"), join(at, "node_modules/.package-lock.json")];
  mkdirSync(join(at, "node_modules"));
  writeFileSync(lock, "{}");
  const without = mayLackPackages(at);
  writeFileSync(installed, "{}");
  const asked = [200, 50].map((pulled) => {
    utimesSync(installed, 100, 100);
    utimesSync(lock, pulled, pulled);
    return mayLackPackages(at);
  });

  expect([without, ...asked]).toEqual([true, true, false]);
});

describe("a server that is started anew", () => {
  /** A process that ends when the test says so. */
  class Process extends EventEmitter {
    exitCode: number | null = null;
    signalCode = null;
    killed = 0;
    kill(): void {
      this.killed += 1;
    }
    end(): void {
      this.exitCode = 0;
      this.emit("exit");
    }
  }
  function processes() {
    const begun: Process[] = [];
    const begin = () => {
      begun.push(new Process());
      return begun.at(-1) as Process;
    };
    return { begun, begin };
  }

  test("is one, however many saves there were while the one before it ended", () => {
    const { begun, begin } = processes();
    const server = restarts(begin);
    server.restart();

    server.restart();
    server.restart();
    begun[0]?.end();

    expect(begun.map(({ killed }) => killed)).toEqual([1, 0]);
  });

  test("does not begin once all is to end", () => {
    const { begun, begin } = processes();
    const server = restarts(begin);
    let isOver = false;
    server.restart();

    server.restart();
    server.end(() => {
      isOver = true;
    });
    begun[0]?.end();

    expect({ isOver, begun: begun.length }).toEqual({ isOver: true, begun: 1 });
  });
});
