// Whatever a list refuses of a question is a text in every language with its values, besides the English sentence for API clients.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { GroupQuestion, ListQuestion } from "#schemas/list.ts";
import { LOCALES } from "#schemas/scalars.ts";
import { dialects } from "../../server/db/dialect.ts";
import { type ListSpec, planList } from "../../server/kernel/list.ts";
import { figureOf } from "../../server/kernel/listFigures.ts";
import { checkGrouped } from "../../server/kernel/listGroup.ts";
import { ProblemError } from "../../server/kernel/problem.ts";
import { problemText } from "../../src/kernel/api/problem.ts";

const list: ListSpec = {
  from: "part",
  scope: [],
  fields: {
    id: { column: "id", kind: "number" },
    name: { column: "name", kind: "text" },
    at: { column: "at", kind: "date" },
    done: { column: "done", kind: "boolean" },
    note: { column: "note", kind: "text", filterable: false, sortable: false },
    fields: { column: "fields", kind: "json", hidden: ["salary"] },
  },
  unseen: (name) => name.startsWith("beside."),
};
const ask = (question: ListQuestion) => () => planList(list, dialects.sqlite, question);
const filter = (...[field, op, value]: [string, "eq" | "in" | "empty" | "contains", unknown?]) =>
  ask({ filter: [{ field, op, value }] as NonNullable<ListQuestion["filter"]> });
const figure = (fn: NonNullable<GroupQuestion["figures"]>[number]["fn"]) => () =>
  figureOf(list, dialects.sqlite, { field: "name", fn }, "figures.0");

const REFUSED: [string, string, () => unknown][] = [
  ["noField", "filter.0.field", filter("gone", "eq", 1)],
  ["notSeen", "filter.0.field", filter("fields.salary", "eq", 1)],
  ["notSeen", "sort.0.field", ask({ sort: [{ field: "beside.meetings", direction: "asc" }] })],
  ["notFiltered", "filter.0.field", filter("note", "eq", "a")],
  ["noOp", "filter.0.op", filter("id", "contains", "1")],
  ["takesMany", "filter.0.value", filter("id", "in", 1)],
  ["takesOne", "filter.0.value", filter("id", "eq", [1])],
  ["takesYesNo", "filter.0.value", filter("id", "empty", "no")],
  ["not.number", "filter.0.value", filter("id", "eq", "one")],
  ["not.text", "filter.0.value", filter("name", "eq", 1)],
  ["not.date", "filter.0.value", filter("at", "eq", "May")],
  ["not.boolean", "filter.0.value", filter("done", "eq", "yes")],
  ["not.json", "filter.0.value", filter("fields.size", "eq", null)],
  ["notSorted", "sort.0.field", ask({ sort: [{ field: "note", direction: "asc" }] })],
  ["notSearched", "search", ask({ search: "x" })],
  ["notGrouped", "by", () => checkGrouped(list, "note", "by")],
  ["noFigure", "figures.0.fn", figure("sum")],
];

const textsOf = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/problem/${locale}.json`), "utf8"));

test.each(REFUSED)("%s is said in every language", (key, place, attempt) => {
  const refused = refusalOf(attempt);
  const { message = "", fields = {}, reasons = {} } = refused.detail;

  expect(fields[place]).toBe(message);
  expect(reasons[place]?.text).toBe(`problem:list.${key}`);
  const said = LOCALES.map((locale) =>
    problemText({ code: refused.code, message, reasons }, (text, { defaultValue: _, ...values } = {}) =>
      (textsOf(locale)[text.slice("problem:".length)] ?? message).replace(/{{(\w+)}}/g, (whole, name) =>
        String(values[name] ?? whole),
      ),
    ),
  );
  expect(new Set([...said, message]).size).toBe(LOCALES.length + 1);
  expect(said.join("")).not.toContain("{{");
});

function refusalOf(attempt: () => unknown): ProblemError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error("This was not refused.");
}
