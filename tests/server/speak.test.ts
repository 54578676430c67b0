// The server's own words: those of an area are read with its first word.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Manifest } from "#schemas/manifest.ts";
import { speaker } from "../../server/kernel/speak.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lanyard-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(place: string, locale: string, texts: object) {
  mkdirSync(join(folder, place), { recursive: true });
  writeFileSync(join(folder, place, `${locale}.json`), JSON.stringify(texts));
}
const areas = ["teams", "agenda"].map((id) => ({ id }) as Manifest);

test("an area's texts are read with its first word, and neither before nor again", () => {
  const speak = speaker(folder, areas);
  write("locales/common", "en-gb", { all: "All" });
  write("plugins/teams/locales", "de", { hello: "Hallo {{name}}" });

  expect(speak("de", "common:all")).toBe("All");
  write("plugins/agenda/locales", "de", { hello: "Guten Tag" });

  expect(speak("de", "teams:hello", { name: "Ann & Bo" })).toBe("Hallo Ann & Bo");
  expect(speak("de", "agenda:hello")).toBe("Guten Tag");
  write("plugins/teams/locales", "de", { hello: "Tschüss" });
  expect(speak("DE", "teams:hello", { name: "Ann" })).toBe("Hallo Ann");
});
