// A new area is a whole one, whatever its name is; a name that the house needs is refused.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pluginNew } from "../../cli/commands/pluginNew.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "lanyard-new-"));
cpSync(join(root, "plugins/_template"), join(folder, "plugins/_template"), { recursive: true });
for (const name of readdirSync(join(root, "locales"))) mkdirSync(join(folder, "locales", name), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

test("a name that holds the template's own word is written once", async () => {
  await pluginNew(folder, "email-templates");

  const made = join(folder, "plugins/email-templates");
  const text = (file: string) => readFileSync(join(made, file), "utf8");
  expect(text("server/tables.ts")).toContain("email_templates_note");
  expect(text("web/store.ts")).toContain("EmailTemplatesStore");
  expect(readdirSync(join(made, "web"))).toContain("EmailTemplatesScreen.tsx");
  const files = readdirSync(made, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const twice = files.filter((entry) =>
    /templatess|email_email/.test(readFileSync(join(entry.parentPath, entry.name), "utf8")),
  );
  expect(twice.map(({ name }) => name)).toEqual([]);
});

test.each(["mail", "grid", "chart", "palette", "shell", "common", "template"])(
  "%s is the house's own",
  async (name) => {
    await expect(pluginNew(folder, name)).rejects.toThrow(/taken by the house/);
  },
);

test.each(["a", "x".repeat(41), "Agenda", "a--b"])("%s is no name of an area", async (name) => {
  await expect(pluginNew(folder, name)).rejects.toThrow(/cannot be the name/);
});
