// The door #web is one module for those who write and read; the bundler is led past it to the modules behind, because
// it would otherwise give the first page everything that any screen takes through the door.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const DOOR = "src/kernel/index.ts";

/** Where each name of the door lives: name → statement that imports it as `local`. */
export function behindTheDoor(source) {
  const homes = new Map();
  for (const [, isType, names, from] of source.matchAll(/export (type )?\{([^}]*)\} from "([^"]+)"/g)) {
    for (const part of names
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean)) {
      if (isType || part.startsWith("type ")) continue;
      const [inside, outside = inside] = part.split(" as ");
      homes.set(outside, { from, inside });
    }
  }
  for (const [, name, from] of source.matchAll(/export \* as (\w+) from "([^"]+)"/g))
    homes.set(name, { from, inside: "*" });
  return homes;
}

/** Rewrites the imports from "#web" of one module; line numbers stay. */
export function ledPastTheDoor(source, homes, path) {
  return source.replace(/import (type )?\{([^}]*)\} from "#web";?/g, (whole, isType, names) => {
    const lines = "\n".repeat(whole.split("\n").length - 1);
    if (isType) return lines;
    const statements = names
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one && !one.startsWith("type "))
      .map((one) => {
        const [outside, local = outside] = one.split(" as ");
        const home = homes.get(outside);
        if (!home) return `import { ${one} } from "#web";`;
        const file = JSON.stringify(path(home.from));
        return home.inside === "*"
          ? `import * as ${local} from ${file};`
          : `import { ${home.inside} as ${local} } from ${file};`;
      });
    return statements.join(" ") + lines;
  });
}

/** As an esbuild plugin. */
export function doorForEsbuild(root) {
  return {
    name: "door",
    setup(build) {
      let homes;
      build.onStart(() => {
        homes = behindTheDoor(readFileSync(join(root, DOOR), "utf8"));
      });
      build.onLoad({ filter: /[\\/]plugins[\\/][^\\/]+[\\/]web[\\/].*\.tsx?$/ }, ({ path }) => ({
        contents: ledPastTheDoor(readFileSync(path, "utf8"), homes, (from) => join(root, "src/kernel", from)),
        loader: path.endsWith("x") ? "tsx" : "ts",
      }));
    },
  };
}
