// The pictures of README and docs: each is there, small, and made by the script; none lies about unused.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const PAGES = ["README.md", "docs/tour.md", "docs/design.md"].filter((page) => existsSync(join(root, page)));
const LIMIT = 200_000;

const shown = PAGES.flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/!\[([^\]]*)\]\(([^)\s]+\.png)\)/g)].map(([, text, path]) => ({
    page,
    text: text ?? "",
    file: join(root, page, "..", path ?? ""),
  })),
);
const files = readdirSync(join(root, "docs/pictures"));

describe("the pictures of README and docs", () => {
  it.each(shown)("$page: $file is there and says in words what it shows", ({ file, text }) => {
    expect(existsSync(file)).toBe(true);
    expect(text.length).toBeGreaterThan(8);
  });

  it.each(files)("%s is small, is shown somewhere and is made by the script", (name) => {
    expect(statSync(join(root, "docs/pictures", name)).size).toBeLessThan(LIMIT);
    expect(shown.some(({ file }) => file.endsWith(`/${name}`))).toBe(true);
    expect(readFileSync(join(root, "scripts/pictures.mjs"), "utf8")).toMatch(
      new RegExp(`"?${name.replace(".png", "")}"?: \\{`),
    );
  });
});
