// What docs/operations.md tells whoever runs it: every setting that is read, and limits no lower than the product's own.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CSV_LIMIT } from "../../schemas/core.ts";

const read = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8");
const guide = read("docs/operations.md");
const settings = [...new Set(read("server/config.ts").match(/(?<=")[A-Z][A-Z_]{3,}(?=")/g))];

describe("the guide to operations", () => {
  it.each(settings)("tells of %s", (name) => {
    expect(guide).toMatch(new RegExp(`^\\|.*\`${name}\``, "m"));
  });

  it("starts the product as npm does", () => {
    const { start } = JSON.parse(read("package.json")).scripts;

    expect(guide).toContain(`ExecStart=/usr/bin/${start}\n`);
    for (const flag of start.match(/--\S+/g)) expect(guide).toContain(`CMD ["node", "${flag}", `);
  });

  it("lets a proxy pass whatever the product takes", () => {
    const [, megabytes] = guide.match(/client_max_body_size (\d+)m;/) ?? [];

    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(CSV_LIMIT);
  });
});
