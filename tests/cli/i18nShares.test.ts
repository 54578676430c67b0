// How complete each language is: by texts, and by how many of the named roles can reach them.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, lanyard } from "../support/lanyard.ts";

test("a text counts as often as there are roles that can reach it", async () => {
  const project = folder();
  const file = join(project, "plugins/notes/locales/de.json");
  const { title: _, ...rest } = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify(rest));

  const { status, stdout } = await lanyard(["i18n", "check", "--format", "json"], { cwd: project });

  // Seven texts, one of them (the group's label) for all eight roles and the area's six for the seven up to 299.
  expect(status).toBe(1);
  expect(JSON.parse(stdout).locales).toEqual([{ locale: "de", percent: 85.7, weighted: 86 }]);
});
