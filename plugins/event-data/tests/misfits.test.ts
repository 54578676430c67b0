// Before tighter limits are saved: how many answers they would not allow, counted as answers are judged.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answers, overLimit } from "#schemas/answers/check.ts";
import type { Field, FieldLimits } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { someValues } from "./factories.ts";
import { makeThings } from "./makeThings.ts";

const NUMBERS = [-3, -0.5, 0, 0.1, 0.3, 1, 2.5, 3, 7, 10, 12.25, 1000, 1e18, 0.30000000000000004];
const DAYS = ["2026-05-02", "2026-05-03", "2026-05-04", "2026-05-05"];
const MOMENTS = ["2026-05-02T21:59:00.000Z", "2026-05-02T22:00:00.000Z", "2026-05-04T21:59:00.000Z"].concat([
  "2026-05-04T22:00:00.000Z",
  "2026-05-05T12:00:00.000Z",
]);
const TEXTS = ["a", "äöü", "🎈🎈🎈", "four", "twelve signs", "x".repeat(300)];
const OPTIONS = ["a", "b", "c"].map((key) => ({ key, labels: { "en-gb": key } }));

const CASES: [kind: Field["kind"], answers: readonly unknown[], limits: FieldLimits][] = [
  ["number", NUMBERS, { max: 3 }],
  ["number", NUMBERS, { min: 0, max: 10 }],
  ["number", NUMBERS, { whole: true }],
  ["number", NUMBERS, { step: 0.1 }],
  ["number", NUMBERS, { step: 3, min: 1, whole: true }],
  ["choices", [["a"], ["a", "b"], ["a", "b", "c"]], { max: 1 }],
  ["number", NUMBERS, { step: 1e-310 }],
  ["number", [1e-30, 0, 1e250, 1e305], { step: 1e300, min: -1e-200 }],
  ["choices", [["a"], ["a", "b"], ["a", "b", "c"]], { min: 2, max: 2 }],
  ["choices", [["a"], ["a", "b"], ["a", "b", "c"]], { min: 1.5, max: 3e9 }],
  ["date", DAYS, { earliest: "2026-05-03", latest: "2026-05-04" }],
  ["datetime", MOMENTS, { earliest: "2026-05-03", latest: "2026-05-04" }],
  ["text", TEXTS, { max_length: 3 }],
  ["text", TEXTS, {}],
  ["long_text", TEXTS, { max_length: 12 }],
  ["choice", ["a", "b"], { max: 1 }],
  ["boolean", [true, false], {}],
];

describe.each(testDatabases)("answers that limits would not allow, on %s", (database) => {
  let server: TestApp;
  let expert: Asker;
  let chief: Asker;
  let base: string;
  let zone: string;
  let types: number[];
  let made = 0;
  beforeAll(async () => {
    server = await app({ database });
    [expert, chief] = [await server.as("expert"), await server.as("super")];
    base = `/1/api/container/${server.bigEventId}`;
    const found = await sql<{
      timezone: string;
    }>`select timezone from core_event where id = ${server.bigEventId}`.execute(server.deps.database.quick);
    zone = found.rows[0]?.timezone as string;
    const all: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
    types = [1, 2].map((category) => all.find((one) => one.type_category_id === category)?.id as number);
  });
  afterAll(() => server.close());

  async function aField(draft: object, at = base): Promise<Field> {
    made += 1;
    const labels = { "en-gb": `Limited ${made}` };
    const reply = await chief.post(`${at}/field`, { key: `limited_${made}`, labels, ...draft });
    expect(reply.status, JSON.stringify(reply.error)).toBe(201);
    return reply.data;
  }
  const give = (key: string, answers: readonly unknown[], type_id = types[0] as number) =>
    makeThings(
      server,
      answers.map((answer) => someValues({ type_id, fields: { [key]: answer } as Answers })),
    );
  const ask = (field: Field, limits: FieldLimits, at = base) =>
    chief.post(`${at}/field/${field.id}/misfit`, { limits });

  test.each(CASES)("%s %j beside %j", async (kind, answers, limits) => {
    const field = await aField({ kind, ...(kind.startsWith("choice") && { options: OPTIONS }) });
    await give(field.key, answers);

    const { data } = await ask(field, limits);

    const refused = answers.flatMap((answer) => {
      return overLimit({ ...field, limits }, answer as never, { timeZone: zone })?.code ?? [];
    });
    expect(data.answers).toBe(refused.length);
    const told = new Set(data.reasons.map(({ code }: { code: string }) => code));
    for (const code of refused) expect(told).toContain(code);
  });

  test("each is told by all that it does not fit, and those that fit by nothing", async () => {
    const field = await aField({ kind: "number" });
    await give(field.key, [1, 2, 10.5, 20]);

    const { data } = await ask(field, { max: 5, whole: true });

    expect(data.answers).toBe(2);
    expect(data.reasons).toEqual([
      { code: "too_large", answers: 2 },
      { code: "not_whole", answers: 1 },
    ]);
    expect((await ask(field, { max: 100 })).data).toEqual({ answers: 0, reasons: [] });
  });

  test("nobody counts who is not asked: of another data type, or of an event without the field", async () => {
    const own = await aField({ kind: "number", type_ids: [types[0]] });
    await give(own.key, [10, 20]);
    await give(own.key, [30], types[1]);

    expect((await ask(own, { max: 5 })).data.answers).toBe(2);

    const other = server.events["Baltic Trade Forum"] as number;
    const shared = await aField({ kind: "number", event_ids: [other] }, "/1/api");
    await give(shared.key, [10, 20]);
    await chief.post(`/1/api/container/${other}/thing`, {
      ...{ type_id: types[0], last_name: "There", fields: { [shared.key]: 10 } },
    });
    expect((await ask(shared, { max: 5 }, "/1/api")).data.answers).toBe(1);
    expect((await ask(shared, { max: 5 })).error.code).toBe("event-data.shared_field");
  });

  test("a file is too large, or of another kind", async () => {
    const field = await aField({ kind: "file" });
    const send = async (bytes: Buffer, name: string) => {
      const path = `${base}/field/${field.id}/file?name=${name}`;
      const headers = { "content-type": "application/octet-stream" };
      const { data, error } = await expert.ask("POST", path, bytes, { headers });
      expect(error).toBeUndefined();
      await expert.post(`${base}/thing`, {
        ...{ type_id: types[0], last_name: name, fields: { [field.key]: data.answer } },
      });
    };
    await send(Buffer.from("%PDF-1.7\nsmall\n%%EOF"), "small.pdf");
    await send(Buffer.from(`a text ${"x".repeat(1_200_000)}`), "large.txt");

    expect((await ask(field, {})).data.answers).toBe(0);
    expect((await ask(field, { types: ["pdf", "image"], megabytes: 1 })).data).toEqual({
      answers: 1,
      reasons: [
        { code: "file_type", answers: 1 },
        { code: "file_large", answers: 1 },
      ],
    });
  });

  test("who does not see the field is told nothing of it", async () => {
    const field = await aField({ kind: "number", see_role: 3, edit_role: 3 });

    expect((await expert.post(`${base}/field/${field.id}/misfit`, { limits: { max: 1 } })).status).toBe(404);
  });
});
