// Answers are judged the same by form, API and import; what has been read once reads as itself.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerSentence, checkValues } from "#schemas/answers/check.ts";
import { ANSWER_CODES } from "#schemas/answers/read.ts";
import { FIELD_KINDS, type Field, type FieldKind, type FieldOption } from "#schemas/fields.ts";
import { plainCell, textOfCell } from "#schemas/formula.ts";
import { aField } from "./factories.ts";

const OPTIONS: FieldOption[] = [
  { key: "vegan", labels: { "en-gb": "Vegan", de: "Vegan" } },
  { key: "none", labels: { "en-gb": "No restriction", de: "Keine Einschränkung" } },
  { key: "fish", labels: { "en-gb": "Fish, too" }, archived: true },
];
const field = (kind: FieldKind, changes: Partial<Field> = {}) =>
  aField({ kind, key: "q", options: kind.startsWith("choice") ? OPTIONS : [], ...changes });
const read = (kind: FieldKind, value: unknown, changes: Partial<Field> = {}) => {
  const { values, problems } = checkValues(
    [field(kind, changes)],
    { q: value },
    { typeId: 1, timeZone: "Europe/Berlin" },
  );
  return problems[0]?.code ?? values["q"];
};

describe("an answer is read by its kind", () => {
  test.each<[FieldKind, unknown, unknown]>([
    ["text", "  Ada \n Byron ", "Ada Byron"],
    ["long_text", "one\r\ntwo \n", "one\ntwo"],
    ["number", "1,234.50", 1234.5],
    ["number", "1.234,5", 1234.5],
    ["number", "12,5", 12.5],
    ["number", "1,234", "ambiguous_number"],
    ["number", "-0", 0],
    ["number", "many", "not_number"],
    ["date", "31.01.2026", "2026-01-31"],
    ["date", "31/01/2026", "2026-01-31"],
    ["date", "02/01/2026", "ambiguous_date"],
    ["date", "2026-02-30", "not_date"],
    ["datetime", "2026-01-31T09:00:00+01:00", "2026-01-31T08:00:00.000Z"],
    ["datetime", "2026-07-01 09:00", "2026-07-01T07:00:00.000Z"],
    ...[
      ..."2026/5/3;2026-5-3;2026.05.03;3 May 2026;May 3, 2026;May 3rd 2026;3. Mai 2026;03-May-2026;So., 3. Mai 2026".split(
        ";",
      ),
      ..."Sunday, May 3, 2026;3.5.2026 00:00;2026-05-03T09:00:00Z".split(";"),
    ].map((one): [FieldKind, string, string] => ["date", one, "2026-05-03"]),
    ["date", "15-03-2026", "2026-03-15"],
    ["date", "3. M\u00e4rz 2026", "2026-03-03"],
    ["date", "3 Mrz 2026", "2026-03-03"],
    ["date", "1. Dez. 2026", "2026-12-01"],
    ...["3 May 26", "31 June 2026", "3 Mayday 2026", "May 2026", "2026-5", "3 Ma 2026"].map(
      (one): [FieldKind, string, string] => ["date", one, "not_date"],
    ),
    ["date", "03-05-2026", "ambiguous_date"],
    ["datetime", "3 May 2026 9:30", "2026-05-03T07:30:00.000Z"],
    ["datetime", "3.5.2026, 9.30 Uhr", "2026-05-03T07:30:00.000Z"],
    ["datetime", "2026/05/03 2:15 PM", "2026-05-03T12:15:00.000Z"],
    ["datetime", "2026-05-03 12:00 a.m.", "2026-05-02T22:00:00.000Z"],
    ["datetime", "May 3, 2026 12:30pm", "2026-05-03T10:30:00.000Z"],
    ["datetime", "2026-05-03 13:00 pm", "not_datetime"],
    ["datetime", "2026-05-03 25:00", "not_datetime"],
    ["datetime", "03/05/2026 9:30", "ambiguous_date"],
    ["datetime", "3. Mai 2026", "2026-05-02T22:00:00.000Z"],
    ["boolean", "Ja", true],
    ["boolean", "0", false],
    ["boolean", "perhaps", "not_boolean"],
    ...["WAHR", "y", "j", "X", "On", "\u2713", "\u2714\ufe0f", "1.0", "1,0"].map(
      (one): [FieldKind, string, boolean] => ["boolean", one, true],
    ),
    ...["FALSCH", "n", "Off", "aus", "\u2717", "0.0"].map((one): [FieldKind, string, boolean] => [
      "boolean",
      one,
      false,
    ]),
    ["choice", "keine einschränkung", "none"],
    ["choice", "fish", "option_archived"],
    ["choice", "meat", "option_unknown"],
    ["choices", "No restriction; vegan", ["vegan", "none"]],
    ["choices", ["none", "none"], ["none"]],
    ["url", "example.org/a", "https://example.org/a"],
    ["url", "javascript:alert(1)", "not_url"],
    ["email", " Ada@Engine.example ", "ada@engine.example"],
    ["phone", "0044 (0)20 7946-0958", "+442079460958"],
    ["phone", "020 7946 0958", "not_phone"],
    ["country", "Deutschland", "DE"],
    ["country", "Atlantis", "not_country"],
    ["country", "Turkey", "TR"],
    ["country", "Czech Republic", "CZ"],
    ["country", "United States of America", "US"],
    ["country", "U.S.A.", "US"],
    ["country", "The Netherlands", "NL"],
    ["country", "Holland", "NL"],
    ["country", "Great Britain", "GB"],
    ["country", "England", "GB"],
    ["country", "Ivory Coast", "CI"],
    ["country", "Cote d'Ivoire", "CI"],
    ["country", "Kosovo", "XK"],
    ["country", "DEU", "DE"],
    ["country", "che", "CH"],
    ["country", "Bosnia and Herzegovina", "BA"],
    ["country", "Saint Lucia", "LC"],
    ["country", "\u00d6sterreich", "AT"],
    ["text", { a: 1 }, "not_text"],
  ])("%s: %j is %j", (kind, given, expected) => {
    expect(read(kind, given)).toEqual(expected);
  });
});

const anything = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.constantFrom("vegan", "none", "No restriction", "x")),
  fc.constantFrom("31.12.2026", "1 000", "yes", "+49 30 901820", "a@b.example", "example.org", "2026-01-01T10:00Z"),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

test("what has been read once is read as itself, whatever was given", () => {
  fc.assert(
    fc.property(fc.constantFrom(...FIELD_KINDS), anything, (kind, given) => {
      const judging = { typeId: 1, timeZone: "Europe/London" };
      const { values } = checkValues([field(kind)], { q: given }, judging);
      expect(checkValues([field(kind)], values, judging)).toEqual({ values, problems: [] });
    }),
    { numRuns: 3000 },
  );
});

describe("an answer is judged only when it changes", () => {
  const strict = field("text", { limits: { max_length: 3 }, required: true });

  test("a rule that became stricter leaves stored answers alone", () => {
    const before = { q: "Countess" };
    expect(checkValues([strict], before, { typeId: 1, before })).toEqual({ values: before, problems: [] });
  });

  test("a required answer cannot be taken away, and is not asked for where it was never given", () => {
    const taken = checkValues([strict], { q: null }, { typeId: 1, before: { q: "Ada" } });
    const neverGiven = checkValues([strict], {}, { typeId: 1, before: {} });

    expect(taken.problems.map(({ code }) => code)).toEqual(["required"]);
    expect(neverGiven.problems).toEqual([]);
    expect(checkValues([strict], {}, { typeId: 1 }).problems).toHaveLength(1);
  });

  test.each<[string, FieldKind, unknown]>([
    ["a list of nothing", "choices", [""]],
    ["separators alone", "choices", ","],
    ["signs that no text keeps", "text", "\u0007"],
  ])("a required answer is not taken away by %s", (_, kind, nothing) => {
    const before = { q: kind === "choices" ? [OPTIONS[0]?.key ?? ""] : "Ada" };
    const asked = checkValues([field(kind, { required: true })], { q: nothing }, { typeId: 1, before });

    expect(asked).toEqual({ values: {}, problems: [{ key: "q", code: "required", params: {} }] });
  });

  test.each<[string, Partial<Field>, number, string]>([
    ["an archived field", { archived_at: "2026-01-01T00:00:00.000Z" }, 1, "archived"],
    ["a field of another data type", { type_ids: [2] }, 1, "not_for_type"],
    ["a field that a stronger role answers", { edit_role: 95 }, 200, "not_yours"],
  ])("%s takes no new answer", (_, changes, role, code) => {
    const { problems } = checkValues([field("text", changes)], { q: "new" }, { typeId: 1, role });
    expect(problems.map((one) => one.code)).toEqual([code]);
  });
});

test("every reason has its sentence", () => {
  for (const code of ANSWER_CODES) {
    expect(
      answerSentence({
        key: "q",
        code,
        params: { value: "v", limit: 3, length: 4, name: "n", id: 1, step: 2, nearest: 4 },
      }),
    ).not.toContain("undefined");
  }
});

test("names of options that have separators in them are read back as they are written", () => {
  const options = ["A", "A, B", "B, C", "D; or E", "F | G"].map((name, at) => ({
    key: `o${at}`,
    labels: { de: name },
  }));
  const keys = (text: string) => read("choices", text, { options });

  expect(keys("D; or E")).toEqual(["o3"]);
  expect(keys("F | G, D; or E; A")).toEqual(["o0", "o3", "o4"]);
  expect(keys("A, B, A")).toEqual(["o0", "o1"]);
  expect(keys("A, B, C")).toEqual(["o0", "o2"]);
  expect(keys("A\nB, C;")).toEqual(["o0", "o2"]);
  expect(keys("A; or E")).toBe("option_unknown");
});

test("a cell that begins with an apostrophe of its own keeps it", () => {
  for (const text of ["'-5", "'=cmd", "''@x", "-5", "'tis", "5", "'", ""])
    expect(textOfCell(plainCell(text))).toBe(text);
  expect(plainCell("'=cmd")).toBe("''=cmd");
  expect(plainCell("'tis")).toBe("'tis");
});
