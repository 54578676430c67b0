// The fields of an event come along when it is copied: its own become the copy's, and those of several events ask there, too.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

describe.each(testDatabases)("fields of a copied event on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let from: number;
  let other: number;
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    [from, other] = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
  });
  afterAll(() => server.close());

  const shared = async (key: string, event_ids: number[], draft: object = {}): Promise<Field> =>
    (await admin.post("/1/api/field", { key, kind: "text", labels: { "en-gb": key }, event_ids, ...draft })).data;
  const fieldsOf = async (event: number): Promise<Field[]> => (await admin.get(`/1/api/container/${event}/field`)).data;
  const ofApp = async (id: number) => ((await admin.get("/1/api/field")).data as Field[]).find((one) => one.id === id);
  async function copy(): Promise<number> {
    const body = { name: "Next", date_start: "2032-05-04T07:00:00.000Z" };
    return (await admin.post(`/1/api/container/${from}/copy`, body)).data.id;
  }

  test("a multi-event field that names its events names the copy, too, and the history says so", async () => {
    const named = await shared("named", [other, from]);
    const elsewhere = await shared("elsewhere", [other]);
    const everywhere = await shared("everywhere", []);
    const gone = await shared("gone", [from]);
    await admin.post(`/1/api/field/${gone.id}/archive`, { rev: gone.rev });

    const to = await copy();

    expect((await fieldsOf(to)).map(({ key }) => key)).toEqual(expect.arrayContaining(["named", "everywhere"]));
    expect((await fieldsOf(to)).filter(({ key }) => key === "elsewhere" || key === "gone")).toEqual([]);
    const event_ids = [...named.event_ids, to].sort((a, b) => a - b);
    expect(await ofApp(named.id)).toMatchObject({ event_ids, rev: named.rev + 1 });
    expect(await ofApp(elsewhere.id)).toMatchObject({ event_ids: [other], rev: elsewhere.rev });
    expect(await ofApp(everywhere.id)).toMatchObject({ event_ids: [], rev: everywhere.rev });

    const asked = { filter: [{ field: "object_label", op: "eq", value: "named" }], limit: 5 };
    const history = (await admin.post(`/1/api/container/${from}/history/query`, asked)).data;
    expect(history.rows).toEqual([
      expect.objectContaining({ action: "save", after: { event_ids }, before: { event_ids: named.event_ids } }),
    ]);
  });

  test("what is answered in the copy is judged by it, kept in order for its lists, and travels to the others", async () => {
    const key = "must";
    const limits = { max_length: 3 };
    await shared(key, [from, other], { limits, required: true, places: ["profile", "list", "filter"] });
    const to = await copy();
    const type_id = (await admin.get("/1/api/type")).data[0].id;
    const person = (fields: object) => ({ type_id, last_name: "Copied", email: "copied@fields.example", fields });
    const post = (event: number, fields: object) => admin.post(`/1/api/container/${event}/thing`, person(fields));

    expect((await post(to, {})).error.code).toBe("event-data.answers_wrong");
    expect((await post(to, { [key]: "long" })).error.code).toBe("event-data.answers_wrong");
    expect((await post(to, { [key]: "abc" })).status).toBe(201);
    const there = (await post(other, { [key]: "old" })).data;

    expect(there.fields[key]).toBe("old");
    const found = async (answer: string) => {
      const asked = { filter: [{ field: `fields.${key}`, op: "eq", value: answer }] };
      return (await admin.post(`/1/api/container/${to}/thing/query`, asked)).data.matched;
    };
    await expect.poll(() => found("old"), { timeout: 8000 }).toBe(1);
    expect(await found("abc")).toBe(0);
  });
});
