// What a file holds is what the screen shows: words in the reader's language, times on the event's clocks, groups in their
// order; and an import reads it as what it was.
import { sql } from "kysely";
import readXlsx from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { ExportDraft, Thing } from "../contract.ts";
import { Clocks } from "../server/sheet/clocks.ts";
import { exportedFile } from "./exchange.ts";
import { someValues } from "./factories.ts";
import { makeThings } from "./makeThings.ts";

let server: TestApp;
let expert: Asker;
let base: string;
let type: { id: number; name: string };
let ada: Thing;

const option = (key: string, en: string, de: string) => ({ key, labels: { "en-gb": en, de } });
const FIELDS = [
  { key: "home", kind: "country" },
  { key: "arrives", kind: "datetime" },
  { key: "leaves", kind: "datetime" },
  { key: "born", kind: "date" },
  { key: "fee", kind: "number" },
  { key: "vip", kind: "boolean" },
  { key: "meal", kind: "choice", options: [option("v", "Vegan", "Vegan"), option("f", "Fish", "Fisch")] },
  {
    key: "days",
    kind: "choices",
    options: [option("mo", "Monday", "Montag"), option("tu", "Tuesday, early", "Dienstag, früh")],
  },
  { key: "about", kind: "long_text" },
];
const FIELDS_OF_ADA = {
  home: "AT",
  arrives: "2026-07-01T12:30:00.000Z",
  leaves: "2026-01-10T23:00:00.000Z",
  born: "1985-12-10",
  fee: 1234.5,
  vip: true,
  meal: "f",
  days: ["mo", "tu"],
  about: "One line\nand another",
};
const SHOWN = ["id", "name", "type_id", "country", "status", "created_at", ...FIELDS.map(({ key }) => `fields.${key}`)];
const HEADINGS: Record<string, string> = {
  id: "ID",
  name: "Name",
  type_id: "Type",
  country: "Country",
  status: "Status",
  created_at: "Created",
};

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  await sql`update core_event set timezone = 'Europe/Berlin' where id = ${server.bigEventId}`.execute(
    server.deps.database.write as never,
  );
  const types: { id: number; type: string; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
  const found = types.find((one) => one.type_category_id === 1);
  type = { id: found?.id as number, name: found?.type as string };
  for (const field of FIELDS)
    expect(
      (await expert.post(`${base}/field`, { labels: { "en-gb": field.key }, places: ["list"], ...field })).status,
    ).toBe(201);
  const draft = { type_id: type.id, first_name: "Ada", last_name: "Shown", country: "CH", status: "invited" };
  ada = (await expert.post(`${base}/thing`, { ...draft, fields: FIELDS_OF_ADA })).data;
  expect(ada.fields).toEqual(FIELDS_OF_ADA);
  for (const [hour, size] of [
    ["2026-01-01T08", 90],
    ["2026-01-01T09", 60],
    ["2026-01-02T08", 170],
  ] as const) {
    const values = Array.from({ length: size }, (_, at) =>
      someValues({
        type_id: types[((at * 7) % 5) % types.length]?.id as number,
        name: `Person ${(at * 37) % 101}`,
        email: `p${at}@${hour.toLowerCase()}.example`,
        country: ["CH", "AT", "DE"][at % 3] as string,
        status: (["active", "blocked", "active", "invited"] as const)[at % 4] as "active",
      }),
    );
    await makeThings(server, values, () => `${hour}:00:00.000Z`);
  }
}, 120_000);
afterAll(() => server.close());

function file(draft: Partial<ExportDraft>): Promise<Buffer> {
  const columns = SHOWN.map((field) => ({ field, title: HEADINGS[field] ?? field.replace("fields.", "") }));
  return exportedFile(expert, base, { format: "xlsx", columns, ...draft });
}
const ofAda = () => ({ filter: [{ field: "id", op: "eq" as const, value: ada.id }] });
const clock = (text: string) => new Date(`${text}Z`);
/** The event's zone in summer, and in winter for what is an hour behind. */
const inBerlin = (iso: string) => {
  const shown = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Berlin",
    dateStyle: "short",
    timeStyle: "medium",
  });
  return clock(shown.format(new Date(iso)).replace(" ", "T"));
};
const toSecond = (value: unknown) =>
  value instanceof Date ? new Date(Math.round(value.getTime() / 1000) * 1000) : value;

describe("a file holds what the screen shows", () => {
  test.each([
    ["en-gb", ["Switzerland", "Invited"], ["Austria", "Yes", "Fish", "Monday; Tuesday, early"]],
    ["de", ["Schweiz", "Eingeladen"], ["Österreich", "Ja", "Fisch", "Montag; Dienstag, früh"]],
  ])("as a workbook, in %s", async (locale, [country, status], [home, vip, meal, days]) => {
    const [sheet] = await readXlsx(await file({ ...ofAda(), locale }));
    const made = inBerlin(`${ada.created_at.slice(0, 19)}Z`);

    const [, row] = sheet?.data ?? [];

    expect(row?.map(toSecond)).toEqual([
      ...[ada.id, "Ada Shown", type.name, country, status, expect.any(Date)],
      ...[home, clock("2026-07-01T14:30"), clock("2026-01-11T00:00"), clock("1985-12-10T00:00"), 1234.5, vip],
      ...[meal, days, FIELDS_OF_ADA.about],
    ]);
    expect(Math.abs((toSecond(row?.[5]) as Date).getTime() - made.getTime())).toBeLessThan(1000);
  });

  test("as CSV, with moments that say how far the event's clocks are ahead", async () => {
    const text = (await file({ ...ofAda(), format: "csv", locale: "de" })).toString();

    expect(text).toContain(`Ada Shown;${type.name};Schweiz;Eingeladen;`);
    expect(text).toContain('Österreich;2026-07-01 14:30+02:00;2026-01-11 00:00+01:00;1985-12-10;"1234,5";Ja;Fisch;');
  });

  test.each(["xlsx", "csv"] as const)(
    "and an import of it as %s changes nothing, in either language",
    async (format) => {
      for (const locale of ["en-gb", "de"]) {
        const columns = SHOWN.filter((field) => field !== "created_at");
        const titled = columns.map((field) => ({ field, title: HEADINGS[field] ?? field.replace("fields.", "") }));
        const bytes = await file({ ...ofAda(), format, locale, columns: titled });

        const query = `kind=thing&format=${format}&type=${type.id}&mode=apply`;
        const { result } = (await expert.importFile(server.bigEventId, query, bytes)).data;

        expect(result).toMatchObject({ errors: [], created: 0, updated: 0, unchanged: 1 });
      }
    },
  );
});

describe("a grouped list is written group by group", () => {
  const columns = ["status", "type_id", "created_at", "name", "id"].map((field) => ({ field, title: field }));
  const idsOf = async (draft: Partial<ExportDraft>) => {
    const text = (await file({ format: "csv", columns, ...draft })).toString();
    return text
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => Number(line.slice(line.lastIndexOf(",") + 1)));
  };

  /** The same by the questions that the screen asks: groups, the groups in each, and the rows in those. */
  async function asked(
    by: string[],
    sort: ExportDraft["sort"],
    filter: NonNullable<ExportDraft["filter"]>,
  ): Promise<number[]> {
    const [first, ...rest] = by;
    if (first === undefined) {
      const { rows } = (await expert.post(`${base}/thing/query`, { sort, filter, limit: 1000 })).data;
      return rows.map(({ id }: Thing) => id);
    }
    const sorted = sort?.find(({ field }) => field === first);
    const order = sorted ? { order: "value", direction: sorted.direction } : { order: "count" };
    const { groups } = (await expert.post(`${base}/thing/group`, { by: first, ...order, filter, limit: 1000 })).data;
    const ids: number[] = [];
    for (const one of groups) ids.push(...(await asked(rest, sort, [...filter, ...one.filter])));
    return ids;
  }

  test.each([
    [["status"], [{ field: "name", direction: "asc" }]],
    [["status", "type_id"], [{ field: "name", direction: "desc" }]],
    [["created_at"], [{ field: "name", direction: "asc" }]],
    [
      ["type_id", "status"],
      [
        { field: "status", direction: "desc" },
        { field: "email", direction: "asc" },
      ],
    ],
  ] as const)("by %j, sorted by %j, as the list shows it", async (group, sort) => {
    const filter = [{ field: "country", op: "in" as const, value: ["CH", "AT"] }];

    const ids = await idsOf({ group: [...group], sort: [...sort], filter });

    expect(ids.length).toBeGreaterThan(100);
    expect(ids).toEqual(await asked([...group], [...sort], filter));
  });

  test("and refuses at once what the list cannot be grouped by", async () => {
    const draft = { format: "csv", columns, group: ["status", "fields"] };

    expect((await expert.post(`${base}/thing/export`, draft)).error.fields).toHaveProperty("group.1");
  });
});

test("the clocks of a zone show each instant as Intl does, also on the days on which they are changed", () => {
  const zones = [
    "Europe/Berlin",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "UTC",
    "America/New_York",
  ];
  for (const timeZone of zones) {
    const clocks = new Clocks("en-GB", timeZone);
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 47 * 60_000) {
      const iso = new Date(at).toISOString();
      const shown = new Date(clocks.moment(iso)?.shown ?? 0).toISOString().slice(0, 19).replace("T", " ");
      if (shown !== format.format(at)) expect([timeZone, iso, shown]).toEqual([timeZone, iso, format.format(at)]);
    }
  }
});

test("a moment in London is written with the name that the reader's language has for its clocks", () => {
  const clocks = new Clocks("de", "Europe/London");

  const codes = ["2026-01-15T09:00:00Z", "2026-07-15T09:00:00Z"].map(
    (at) => clocks.formats[clocks.moment(at)?.format ?? 0],
  );

  expect(codes.map((code) => code?.replaceAll("\\", ""))).toEqual([
    expect.stringMatching(/ WEZ$/),
    expect.stringMatching(/ WESZ$/),
  ]);
});
