// How many of those whom a field is asked answer it, counted where it is asked.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FieldUse } from "#schemas/fieldEndpoints.ts";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { someValues } from "./factories.ts";
import { makeThings } from "./makeThings.ts";

describe.each(testDatabases)("answers to a field are counted, on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let events: readonly [number, number];
  let types: Record<number, number | undefined>;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
    const all: { id: number; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
    types = Object.fromEntries(
      [1, 2].map((one) => [one, all.find(({ type_category_id }) => type_category_id === one)?.id]),
    );
  });
  afterAll(() => server.close());

  const ok = <T extends { status: number; error: unknown }>(reply: T) => {
    expect(reply.status, JSON.stringify(reply.error)).toBeLessThan(300);
    return reply;
  };
  const at = (event: number) => `/1/api/container/${event}`;
  async function aField(base: string, draft: object): Promise<Field> {
    round += 1;
    const labels = { "en-gb": `Use ${round}` };
    return ok(await admin.post(`${base}/field`, { key: `use_${round}`, labels, kind: "text", ...draft })).data;
  }
  const profile = async (event: number, category: number, fields: object) =>
    ok(await admin.post(`${at(event)}/thing`, { type_id: types[category], last_name: "A", name: "A", fields }));
  const countOf = async (base: string, { key }: Field): Promise<FieldUse> =>
    ok(await admin.get(`${base}/field/use`)).data.keys.find((one: FieldUse) => one.key === key);
  const total = async (event: number, category: number) =>
    ok(await admin.post(`${at(event)}/thing/query?type=${types[category]}`, { limit: 0 })).data.total;

  test("of a data type that is no longer asked no answer counts for those who are", async () => {
    const [event] = events;
    const field = await aField(at(event), {});
    await profile(event, 1, { [field.key]: "one" });
    await profile(event, 1, { [field.key]: "two" });
    await profile(event, 2, { [field.key]: "three" });
    ok(await admin.patch(`${at(event)}/field/${field.id}`, { rev: field.rev, type_ids: [types[2]] }));

    const use = await countOf(at(event), field);

    const asked = await total(event, 2);
    expect(use).toMatchObject({ answers: 3, answered: 1, asked });
    expect(use.types).toEqual([{ type_id: types[2], answers: 1, asked }]);
  });

  test("in an event that no longer asks no answer counts, nor for its data types", async () => {
    const field = await aField("/1/api", {});
    for (const event of events) await profile(event, 1, { [field.key]: "here" });
    ok(await admin.patch(`/1/api/field/${field.id}`, { rev: field.rev, event_ids: [events[1]], type_ids: [types[1]] }));

    const use = await countOf("/1/api", field);

    const asked = await total(events[1], 1);
    expect(use).toMatchObject({ answers: 2, events: 2, answered: 1, asked });
    expect(use.types).toEqual([{ type_id: types[1], answers: 1, asked }]);
  });

  test("yes and no, and countries, are counted answer by answer as options are", async () => {
    const [event] = events;
    const [vegan, home] = [await aField(at(event), { kind: "boolean" }), await aField(at(event), { kind: "country" })];
    for (const [yes, country] of [
      [true, "DE"],
      [true, "GB"],
      [false, "DE"],
    ] as const)
      await profile(event, 1, { [vegan.key]: yes, [home.key]: country });

    expect((await countOf(at(event), vegan)).options).toEqual({ true: 2, false: 1 });
    expect((await countOf(at(event), home)).options).toEqual({ DE: 2, GB: 1 });
  });

  test("in and out of the order of lists all are counted, of more profiles than are read at once", async () => {
    const [event] = events;
    const options = ["a", "b", "c"].map((key) => ({ key, labels: { "en-gb": key } }));
    const kinds = ["text", "number", "boolean", "choice", "choices", "country"] as const;
    const made: Field[] = [];
    for (const kind of kinds)
      for (const places of [["profile"], ["profile", "list"]])
        made.push(await aField(at(event), { kind, places, ...(kind.startsWith("choice") && { options }) }));
    const loose = `loose_${round}`;
    const answer = { text: "Some text", number: 0, boolean: false, choice: "b", choices: ["a", "c"], country: "DE" };
    const ROWS = 5300;
    const all = Array.from({ length: ROWS }, (_, nth) => {
      const fields = made.map(({ key, kind }) => [key, answer[kind as keyof typeof answer]] as const);
      // Every tenth has answered nothing, and the last one what no field asks.
      const some = nth % 10 === 0 ? [] : fields;
      const own = Object.fromEntries(nth === ROWS - 1 ? [...some, [loose, "?"]] : some);
      return someValues({
        type_id: types[1] as number,
        name: `Used ${nth}`,
        email: `used${nth}@x.example`,
        fields: own,
      });
    });
    await makeThings(server, all);
    const answers = ROWS * 0.9;

    for (const field of made) {
      const counted = { boolean: { false: answers }, choice: { b: answers }, country: { DE: answers } };
      const options = { ...counted, choices: { a: answers, c: answers } }[field.kind as "choice"] ?? {};
      expect(await countOf(at(event), field), field.kind).toMatchObject({ answers, options });
    }
    expect(await countOf(at(event), { key: loose } as Field)).toMatchObject({ answers: 1, events: 1, options: {} });
  });
});
