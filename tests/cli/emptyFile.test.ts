// What is advised for a file in which nothing stands is true for that file.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as sayer from "#schemas/lint/misshapen.ts";
import { loadProject } from "#schemas/node.ts";
import { folder } from "../support/lanyard.ts";

const FILES = [
  "nav.config.json",
  "nav.expect.json",
  "lanyard.suppress.json",
  "plugins/notes/plugin.json",
  "plugins/notes/i18n.json",
  "plugins/notes/locales/de.json",
];

test.each(FILES)("%s is sound once the least that is advised stands in it", (file) => {
  const project = folder();
  const faults = () => loadProject(project, { sayer }).faults.filter((fault) => fault.file === file);
  writeFileSync(join(project, file), "\n");
  const [empty] = faults();
  expect(empty?.message).toBe("The file is empty");
  const [, advised = ""] = /^write (.*) at least$/.exec(empty?.suggestion ?? "") ?? [];

  writeFileSync(join(project, file), advised);

  expect(faults()).toEqual([]);
});
