import { describe, expect, test } from "vitest";
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
