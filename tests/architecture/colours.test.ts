// One place names colours: everywhere else they are called by their names, so that both themes and the system's own colours hold.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const TOKENS = "src/kernel/ui/tokens.css";
/** Black on white in every theme, since cameras read it. */
const QR_CODE = /\.qr-(?:ground|dots)\s*\{[^}]*\}/g;
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch|color)\(/gi;

const sheets = ["src", "plugins"].flatMap((folder) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[])
    .filter((name) => name.endsWith(".css"))
    .map((name) => `${folder}/${name}`),
);

/** A style without comments and addresses, in which # means something else. */
const plain = (css: string) => css.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, (found) => found.replace(/[^\n]/g, " "));

test("no style names a colour but the tokens and the picture of a code", () => {
  expect(sheets.length).toBeGreaterThan(20);
  const named = sheets
    .filter((sheet) => sheet !== TOKENS)
    .flatMap((sheet) => {
      const css = plain(readFileSync(join(root, sheet), "utf8")).replace(QR_CODE, (rule) =>
        rule.replace(/[^\n]/g, " "),
      );
      return css.split("\n").flatMap((line, at) => (line.match(COLOUR) ? [`${sheet}:${at + 1} ${line.trim()}`] : []));
    });
  expect(named).toEqual([]);
});
