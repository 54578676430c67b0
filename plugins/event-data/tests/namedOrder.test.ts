// Lists and groups stand in the order of what is shown: countries, states and options by their names in the reader's language.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListFilter, ListGroup, ListSort } from "#schemas/list.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { Thing } from "../contract.ts";
import { someValues } from "./factories.ts";
import { makeThings } from "./makeThings.ts";

const COUNTRIES = ["DE", "AT", "CH", "GB", "ES", "", "EE", "xx"];
const STATUSES = ["imported", "invited", "active", "blocked"] as const;
const OPTIONS = { a: ["Zebra", "Ahorn"], b: ["Apple", "Zeder"], c: ["Mole", "Äsche"] } as const;
const GROVES = [["a"], ["b", "a"], ["a", "b"], ["c"], ["a", "b", "c"], ["gone", "c"]];
const STATES = {
  "en-gb": { imported: "Imported", invited: "Invited", active: "Active", blocked: "Blocked" },
  de: { imported: "Importiert", invited: "Eingeladen", active: "Aktiv", blocked: "Gesperrt" },
} as const;
type Locale = keyof typeof STATES;
const LOCALES: readonly Locale[] = ["en-gb", "de"];

let server: TestApp;
let expert: Asker;
let base: string;
let rows: Thing[];

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  const type: number = (await expert.get("/1/api/type")).data[0].id;
  const options = Object.entries(OPTIONS).map(([key, [en, de]]) => ({ key, labels: { "en-gb": en, de } }));
  const places = ["profile", "list"];
  await expert.post(`${base}/field`, { key: "tree", labels: { de: "Tree" }, kind: "choice", options, places });
  await expert.post(`${base}/field`, { key: "from", labels: { de: "From" }, kind: "country", places });
  await expert.post(`${base}/field`, { key: "grove", labels: { de: "Grove" }, kind: "choices", options, places });
  const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;
  const values = Array.from({ length: 120 }, (_, at) =>
    someValues({
      type_id: type,
      name: `Name ${(at * 7) % 12}`,
      email: `t${at}@order.example`,
      country: pick(COUNTRIES, at * 5 + (at % 3)),
      status: pick(STATUSES, at * at),
      fields: {
        ...(at % 4 ? { tree: pick(["a", "b", "c", "gone"], at * 3) } : {}),
        ...(at % 7 ? { grove: pick(GROVES, at * 5) } : {}),
        ...(at % 3 ? { from: pick(["DE", "AT", "CH", "ES"], at) } : {}),
      },
    }),
  );
  await makeThings(server, values);
  rows = (await expert.post(`${base}/thing/query`, { limit: 1000 })).data.rows;
}, 120_000);
afterAll(() => server.close());

/** As it is kept; several options as JSON without blanks. */
function raw(row: Thing, field: string): string {
  const value = field.startsWith("fields.") ? row.fields[field.slice(7)] : row[field as "status"];
  return Array.isArray(value) ? JSON.stringify(value) : String(value ?? "");
}

function named(field: string, value: string, locale: Locale): string {
  if (field === "status") return STATES[locale][value as "active"];
  if (field === "fields.tree") return OPTIONS[value as "a"]?.[LOCALES.indexOf(locale)] ?? value;
  if (field === "fields.grove") {
    const keys: string[] = value === "" ? [] : JSON.parse(value);
    return keys.map((key) => named("fields.tree", key, locale)).join(", ");
  }
  if (!/^[A-Z]{2}$/.test(value)) return value;
  return new Intl.DisplayNames(locale, { type: "region" }).of(value) as string;
}

const COLUMNS = ["status", "country"];
const RANKED = [...COLUMNS, "fields.tree", "fields.from", "fields.grove"];

/** As a plain loop would; what is the same stands by id, in the direction of the first field that is no column with names, else of the last. */
function inOrder(found: readonly Thing[], sort: readonly ListSort[], locale: Locale): number[] {
  const { compare } = new Intl.Collator(locale, { sensitivity: "base", numeric: true });
  const settling = sort.find(({ field }) => !COLUMNS.includes(field)) ?? sort.at(-1);
  const between = (a: Thing, b: Thing, field: string) =>
    RANKED.includes(field)
      ? compare(named(field, raw(a, field), locale), named(field, raw(b, field), locale))
      : Number(a.name > b.name) - Number(a.name < b.name);
  return [...found]
    .sort((a, b) => {
      for (const { field, direction } of sort) {
        const order = between(a, b, field);
        if (order !== 0) return direction === "desc" ? -order : order;
      }
      return settling?.direction === "desc" ? b.id - a.id : a.id - b.id;
    })
    .map(({ id }) => id);
}

const direction = fc.constantFrom<"asc" | "desc">("asc", "desc");
const asked = fc.record({
  sort: fc.uniqueArray(fc.record({ field: fc.constantFrom(...RANKED, "name"), direction }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ field }) => field,
  }),
  filter: fc.constantFrom<ListFilter[]>(
    [],
    [{ field: "status", op: "eq", value: "active" }],
    [{ field: "country", op: "in", value: ["DE", "ES"] }],
    [{ field: "email", op: "contains", value: "1@order" }],
    [{ field: "fields.tree", op: "ne", value: "b" }],
    [{ field: "fields.grove", op: "eq", value: "a" }],
    [{ field: "job_title", op: "contains", value: "nalys" }],
  ),
  search: fc.constantFrom("", "", "name 3"),
  offset: fc.nat(120),
  limit: fc.nat(60),
  counts: fc.constantFrom("exact" as const, "about" as const),
});

test("any page stands in the order of names, in the reader's language", async () => {
  await fc.assert(
    fc.asyncProperty(asked, fc.constantFrom(...LOCALES), async (question, locale) => {
      const all = { filter: question.filter, search: question.search, sort: [{ field: "id", direction: "asc" }] };
      const matching = (await expert.post(`${base}/thing/query`, { ...all, limit: 1000 })).data.rows as {
        id: number;
      }[];
      const found = rows.filter(({ id }) => matching.some((one) => one.id === id));

      const { data } = await expert.post(`${base}/thing/query?locale=${locale}`, question);

      const { offset, limit, sort } = question;
      expect(data.rows.map(({ id }: Thing) => id)).toEqual(inOrder(found, sort, locale).slice(offset, offset + limit));
      if (question.counts === "exact") expect(data.matched).toBe(found.length);
    }),
    { numRuns: 400 },
  );
}, 120_000);

test.each(RANKED.flatMap((by) => LOCALES.map((locale) => [by, locale] as const)))(
  "groups by %s stand in the order of their names in %s",
  async (by, locale) => {
    const { compare } = new Intl.Collator(locale, { sensitivity: "base", numeric: true });
    for (const filter of [[], [{ field: "name", op: "contains", value: "name" }]]) {
      const question = { by, filter, order: "value", direction: "desc", figures: [{ field: "id", fn: "max" }] };
      const { data } = await expert.post(`${base}/thing/group?locale=${locale}`, question);

      const shown = data.groups.map(({ value }: ListGroup) => named(by, String(value ?? ""), locale));
      expect(shown).toEqual([...shown].sort(compare).reverse());
      expect(shown.length).toBe(new Set(rows.map((row) => raw(row, by))).size);
    }
  },
);

test.each([[["country"]], [["status", "country"]], [["fields.tree"]], [["fields.grove"]]])(
  "a file sorted by %j has the order of the list",
  async (fields) => {
    const sort = fields.map((field) => ({ field, direction: "desc" as const }));
    const question = { format: "csv", columns: [{ field: "id", title: "Id" }], sort, locale: "de" };
    for (const filter of [[], [{ field: "email", op: "contains", value: "1@order" }]]) {
      const started = await expert.post(`${base}/thing/export`, { ...question, filter });
      await expert.finished(started.data.job.id);
      const { payload } = (await expert.get(`/1/api/job/${started.data.job.id}/file`)).response;
      const found = rows.filter(({ email }) => filter.length === 0 || email.includes("1@order"));

      expect(payload.trim().split("\r\n").slice(1).map(Number)).toEqual(inOrder(found, sort, "de"));
    }
  },
);
