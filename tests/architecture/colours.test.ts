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

/** Colours of a theme by name: what the dark one leaves out is as in the light one. */
function theme(css: string, selector: string): Record<string, string> {
  const [, rule = ""] = css.split(`${selector} {`);
  const named = rule.slice(0, rule.indexOf("}")).matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g);
  return Object.fromEntries([...named].map(([, name = "", colour = ""]) => [name, colour]));
}

/** By WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [more = 0, less = 0] = [light(one), light(other)].sort((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
}

test.each(["light", "dark"])(
  "the words of filled buttons are readable in the %s theme, also beneath the pointer",
  (name) => {
    const css = readFileSync(join(root, TOKENS), "utf8");
    const light = theme(css, ":root");
    const colours = name === "light" ? light : { ...light, ...theme(css, ':root[data-theme="dark"]') };
    const pairs = ["accent", "accent-hover", "bad", "bad-hover"].map((ground) => {
      const text = ground.startsWith("accent") ? "text-on-accent" : "text-on-bad";
      return [ground, contrast(colours[ground] as string, colours[text] as string)] as const;
    });
    expect(pairs.filter(([, ratio]) => !(ratio >= 4.5))).toEqual([]);
  },
);
