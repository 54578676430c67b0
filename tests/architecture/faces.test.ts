// The exported names of the two doors are pinned: a name comes or goes on purpose, in the same change as faces.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./graph.ts";

const pinned = JSON.parse(readFileSync(join(import.meta.dirname, "faces.json"), "utf8")) as Record<string, string[]>;

/** The names that a door exports, types among them. A whole module re-exported stands as `* from …`. */
function namesOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8").replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, "");
  const lists = [...text.matchAll(/export\s+(?:type\s+)?\{([^}]*)\}/g)].flatMap(([, list = ""]) => list.split(","));
  const named = lists
    .map(
      (word) =>
        word
          .trim()
          .replace(/^type\s+/, "")
          .split(/\s+as\s+/)
          .at(-1) ?? "",
    )
    .filter(Boolean);
  const whole = [...text.matchAll(/export\s+(?:type\s+)?\*\s+(?:as\s+(\w+)\s+)?from\s+"([^"]+)"/g)].map(
    ([, as, from]) => as ?? `* from ${from}`,
  );
  const own = [...text.matchAll(/export\s+(?:async\s+)?(?:function|const|class|interface|type)\s+(\w+)/g)].map(
    ([, name = ""]) => name,
  );
  return [...named, ...whole, ...own].sort();
}

test.each([
  ["#web", "src/kernel/index.ts"],
  ["#server", "server/kernel/index.ts"],
])("%s exports the names that are pinned", (door, file) => {
  expect(namesOf(file)).toEqual(pinned[door]);
});
