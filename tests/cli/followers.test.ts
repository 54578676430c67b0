// A file of translations that is not looked at, because it follows its source, is one that no rule has anything to say about.
import fc from "fast-check";
import { expect, test } from "vitest";
import { readJson } from "#schemas/json.ts";
import { followersOf } from "#schemas/lint/followers.ts";
import { i18nRules } from "#schemas/lint/i18n.ts";
import type { Project, TextFile } from "#schemas/lint/project.ts";
import { lint } from "#schemas/lint/rule.ts";
import { matcher } from "#schemas/lint/texts.ts";

const ALLOWED = ["agenda:same"];

function file(locale: string, pairs: [string, string][], layout = 2): TextFile & { raw: string } {
  const entries = pairs.map(([key, text]) => `${JSON.stringify(key)}: ${JSON.stringify(text)}`);
  const raw = `{${layout ? "\n  " : ""}${entries.join(layout ? ",\n  " : ",")}}`;
  const document = readJson(raw);
  return { namespace: "agenda", locale, raw, source: { file: locale, document, value: document.value as never } };
}

/** What the rules say about the other file, and whether a key stands in it twice, when everything is read. */
function toldOf(source: TextFile, other: TextFile): string[] {
  const rules = { file: "i18n.json", document: readJson("{}"), value: { sameAsSource: ALLOWED } };
  const project: Project = {
    ...{ areas: [], code: [], withCode: false, today: "2026-06-15", faults: [], filesRead: 2, misshapen: false },
    texts: [source, other].map(({ raw: _, ...read }) => read),
    locales: [source.locale, other.locale],
    textRules: [rules],
  };
  const drafts = lint(project, i18nRules).filter((draft) => draft.file === other.source.file);
  return [
    ...drafts.map((draft) => draft.message),
    ...other.source.document.duplicates.map(({ key }) => `${key} twice`),
  ];
}

const key = fc.constantFrom("a", "same", "rows_one", "rows_other", "b.c", "é", 'q"q', "1");
const text = fc.constantFrom(
  ...[
    "Name",
    "Nom",
    "  ",
    "",
    "{{count}} rows",
    "{{count}} lignes",
    "{{ count }} rangées",
    "{{name",
    "}}{{",
    "$t(agenda:a)",
    "OK",
    'a "b"',
    "\\",
    "\n",
  ],
);
const pairs = fc.uniqueArray(fc.tuple(key, text), { selector: ([name]) => name, maxLength: 5 });
/** Most translations have the keys of their source, in its order. */
const translation = (of: [string, string][]) =>
  fc.oneof(
    fc
      .array(text, { minLength: of.length, maxLength: of.length })
      .map((texts) => of.map(([name], at): [string, string] => [name, texts[at] ?? ""])),
    fc.array(fc.tuple(key, text), { maxLength: 5 }),
  );
const both = pairs.chain((of) => fc.tuple(fc.constant(of), translation(of)));

test("no rule says anything about a file that follows", () => {
  let followed = 0;
  fc.assert(
    fc.property(
      both,
      fc.constantFrom("de", "pl", "en-us", "ja"),
      fc.constantFrom(0, 2),
      ([ours, theirs], locale, layout) => {
        const [source, other] = [file("en-gb", ours), file(locale, theirs, layout)];
        const count = followersOf(source, matcher(ALLOWED))(locale, other.raw);
        if (count === undefined) return;
        followed += 1;
        expect(count).toBe(ours.length);
        expect(toldOf(source, other)).toEqual([]);
      },
    ),
    { numRuns: 5_000 },
  );
  expect(followed).toBeGreaterThan(200);
});

test.each([
  ["one that is complete", { a: "Name", b: "{{count}} rows" }, { a: "Nom", b: "{{count}} lignes" }, 2],
  ["one that may be the same", { same: "Design" }, { same: "Design" }, 1],
  ["one that is written with escapes", { a: 'Caf\u00e9 "x"' }, { a: 'Kaffee\t"x\\' }, 1],
  ["one that is the same", { a: "Design" }, { a: "Design" }, undefined],
  ["one in another order", { a: "Name", b: "Place" }, { b: "Lieu", a: "Nom" }, undefined],
  ["one with a text more", { a: "Name" }, { a: "Nom", b: "Lieu" }, undefined],
  ["one with a text less", { a: "Name", b: "Place" }, { a: "Nom" }, undefined],
  ["one with an empty text", { a: "Name" }, { a: "" }, undefined],
  ["one with another placeholder", { a: "{{name}} here" }, { a: "{{nmae}} ici" }, undefined],
  [
    "one that needs more plural forms",
    { x_one: "{{count}} row", x_other: "{{count}} rows" },
    { x_one: "{{count}} wiersz", x_other: "{{count}} wierszy" },
    undefined,
  ],
])("%s", (_, ours, theirs, count) => {
  const source = file("en-gb", Object.entries(ours));
  expect(followersOf(source, matcher(ALLOWED))("pl", JSON.stringify(theirs))).toBe(count);
});
