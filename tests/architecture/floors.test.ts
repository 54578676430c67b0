// Who may import whom: four floors, two doors, one door for each thing outside.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { filesIn, type Import, importsOfAll, isOurs, root } from "./graph.ts";

/** Imports that break a rule with a reason. One that is no longer there fails, so that the list only shrinks. */
const exceptions: { from: string; to: string; reason: string }[] = [];

const composition =
  /^(?:src\/(?:app\/|main\.tsx)|server\/(?:app|main|admin|deps|jobWorker|sentences)\.ts|server\/demo\/)/;

function floorOf(file: string): number {
  if (file.startsWith("schemas/")) return 0;
  if (composition.test(file)) return 3;
  if (file.startsWith("plugins/")) return 2;
  return 1;
}

/** browser, server, CLI, an area's two sides and what they share, or the shapes. */
function sideOf(file: string): "web" | "server" | "cli" | "both" {
  if (file.startsWith("src/") || /^plugins\/[^/]+\/web\//.test(file)) return "web";
  if (file.startsWith("server/") || /^plugins\/[^/]+\/server\//.test(file)) return "server";
  if (/^plugins\/[^/]+\/offers\.ts$/.test(file)) return "server";
  return file.startsWith("cli/") ? "cli" : "both";
}

const areaOf = (file: string) => /^plugins\/([^/]+)\//.exec(file)?.[1];

function requiresOf(area: string): string[] {
  return (
    (JSON.parse(readFileSync(join(root, "plugins", area, "plugin.json"), "utf8")) as { requires?: string[] })
      .requires ?? []
  );
}

/** Which rule an import breaks, or nothing. */
function breach({ from, to, isPackage }: Import): string | undefined {
  if (isPackage || !isOurs(to)) return undefined;
  const [area, other] = [areaOf(from), areaOf(to)];
  if (floorOf(to) > floorOf(from) && sideOf(from) !== "cli") return "imports go down or stay in the room";
  if (sideOf(from) === "web" && sideOf(to) === "server") return "the browser never imports the server";
  if (sideOf(from) === "server" && sideOf(to) === "web") return "the server never imports the browser";
  if (sideOf(from) === "cli" && !/^(?:cli|schemas)\//.test(to)) return "the CLI reads shapes, JSON and HTTP only";
  if (floorOf(from) === 0 && sideOf(to) !== "both") return "the shapes import nothing but shapes";
  if (area === undefined) return undefined;
  if (other !== undefined && other !== area) {
    const isOpen =
      [`plugins/${other}/contract.ts`, `plugins/${other}/offers.ts`].includes(to) ||
      to.startsWith(`plugins/${other}/contract/`);
    return isOpen && requiresOf(area).includes(other)
      ? undefined
      : "an area reaches another only through the contract and the offers of one that it requires";
  }
  const doors = ["src/kernel/index.ts", "server/kernel/index.ts"];
  if (other === undefined && !to.startsWith("schemas/") && !doors.includes(to))
    return "an area sees the house through #web and #server only";
  return undefined;
}

let imports: Import[] = [];
beforeAll(async () => {
  imports = await importsOfAll();
});

describe("the floors", () => {
  test("imports go down, sides never meet, areas use the two doors, and every exception is still needed", () => {
    const broken = imports.flatMap((one) => {
      const rule = breach(one);
      return rule === undefined ? [] : [`${one.from} → ${one.to}: ${rule}`];
    });
    const allowed = exceptions.map(({ from, to }) => `${from} → ${to}`);

    expect(broken.filter((text) => !allowed.some((one) => text.startsWith(`${one}: `)))).toEqual([]);
    expect(allowed.filter((one) => !broken.some((text) => text.startsWith(`${one}: `)))).toEqual([]);
  });

  test("no files need each other in a circle", () => {
    let left = imports.filter(({ to, isPackage, isLate }) => !isPackage && !isLate && isOurs(to));
    // What leads to nothing else, or is led to by nothing else, is in no circle.
    for (let before = left.length + 1; left.length < before; ) {
      before = left.length;
      const [leading, led] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))];
      left = left.filter(({ from, to }) => leading.has(to) && led.has(from));
    }
    expect(left.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test("the graph holds all three parts", () => {
    for (const part of ["src/main.tsx", "server/main.ts", "cli/main.ts"]) {
      expect(imports.some(({ from }) => from === part)).toBe(true);
    }
  });

  test("the shapes need TypeBox only, and disk only in the one door to it", () => {
    const packages = imports.filter(({ from, isPackage }) => from.startsWith("schemas/") && isPackage);
    const others = packages.filter(
      ({ from, to }) => !/^typebox\b/.test(to) && !(from === "schemas/node.ts" && to.startsWith("node:")),
    );

    expect(others.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });
});

describe("one door for each thing outside", () => {
  const onlyIn = (thing: RegExp, room: RegExp) =>
    imports
      .filter(({ from, to, isPackage }) => isPackage && thing.test(to) && !room.test(from))
      .map(({ from, to }) => `${from} → ${to}`);

  test("AG Grid stands in the grid's room", () => {
    expect(onlyIn(/^@ag-grid/, /^src\/kernel\/grid\//)).toEqual([]);
  });

  test("d3 stands in the charts' room", () => {
    expect(onlyIn(/^d3-/, /^src\/kernel\/chart\//)).toEqual([]);
  });

  test("Sentry stands in the report's room", () => {
    expect(onlyIn(/^@sentry\//, /^src\/kernel\/report\//)).toEqual([]);
  });

  test("database drivers stand in server/db and in what administers it", () => {
    expect(onlyIn(/^(?:better-sqlite3|pg)$/, /^server\/(?:db\/|admin\.ts)/)).toEqual([]);
  });

  test("got stands where the smoke test asks", () => {
    expect(onlyIn(/^got$/, /^cli\/smoke\/ask\.ts$/)).toEqual([]);
  });

  test("requests to addresses that people typed leave by the guarded door, and nothing else of the server asks", () => {
    const asking = filesIn(["server", "plugins"], /\.ts$/)
      .filter(({ file }) => /^server\/|\/server\//.test(file) && file !== "server/kernel/outgoing.ts")
      .filter(({ text }) => /(?<![.\w])fetch\(|from "node:https?"/.test(text));

    expect(onlyIn(/^undici$/, /^server\/kernel\/outgoing\.ts$/)).toEqual([]);
    expect(onlyIn(/^openid-client$/, /^server\/core\/accounts\/sso\/oidc\.ts$/)).toEqual([]);
    expect(asking.map(({ file }) => file)).toEqual([]);
  });

  test("the browser asks over the network in four files of one folder", () => {
    const asking = filesIn(["src", "plugins"], /\.tsx?$/)
      .filter(
        ({ file }) =>
          /^src\/|\/web\//.test(file) && !/^src\/kernel\/api\/(?:client|ahead|eventStream|upload)\.ts$/.test(file),
      )
      .filter(({ text }) =>
        /(?<![.\w])fetch\(|new XMLHttpRequest|new EventSource\(/.test(text.replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, "")),
      );

    expect(asking.map(({ file }) => file)).toEqual([]);
  });

  test("the server reads the environment in one file", () => {
    const reading = filesIn(["server", "plugins"], /\.ts$/)
      .filter(({ file }) => /^server\/|\/server\//.test(file) && file !== "server/config.ts")
      .filter(({ text }) =>
        /process\.env\b/.test(text.replace(/readConfig\((?:process\.env|\{ \.\.\.process\.env)/g, "")),
      );

    expect(reading.map(({ file }) => file)).toEqual([]);
  });

  test("index.ts stands at doors only", () => {
    const doors = /^(?:src\/kernel|server\/kernel|plugins\/[^/]+\/(?:web|server))\/index\.ts$/;
    const found = filesIn(["schemas", "src", "server", "plugins", "cli"], /^index\.tsx?$/).map(({ file }) => file);

    expect(found.filter((file) => !doors.test(file))).toEqual([]);
  });
});
