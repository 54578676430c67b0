// Fields that name a data type which is gone: those of before are healed, so that they can be saved again.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { sql } from "#server";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { withoutLost } from "../server/fields/lostTypes.ts";
import { lostTypes } from "../server/migrations/0188_lost_types.ts";

const GONE = 987_654;

test.each([
  [[1, GONE, 2], null, [1, 2], null],
  [[GONE], null, [], "now"],
  [[GONE], "then", [], "then"],
  [[1, 2], null, [1, 2], null],
  [[], null, [], null],
])("a field of the types %j, archived %s, becomes one of %j, archived %s", (type_ids, was, left, is) => {
  const row = { definition: JSON.stringify({ type_ids, labels: {} }), archived_at: was };

  const healed = withoutLost(row, new Set([1, 2]), "now");

  // One that names no type on purpose asks all, and stays so.
  const isLost = left.length === 0 && type_ids.length > 0;
  const definition = { type_ids: left, labels: {}, ...(isLost && { types_lost: true }) };
  expect([JSON.parse(healed.definition), healed.archived_at]).toEqual([definition, is]);
});

describe.each(testDatabases)("on %s", (database) => {
  let server: TestApp;
  let expert: Asker;
  let base: string;
  let type: number;
  beforeAll(async () => {
    server = await app({ database });
    expert = await server.as("expert");
    base = `/1/api/container/${server.bigEventId}`;
    type = (await expert.get("/1/api/type")).data[0].id;
  });
  afterAll(() => server.close());

  const aField = async (key: string, type_ids: number[]): Promise<Field> => {
    const draft = { key, kind: "text", labels: { "en-gb": key }, type_ids: [type] };
    const { data } = await expert.post(`${base}/field`, draft);
    await sql`update event_data_field set definition = replace(definition, ${`"type_ids":[${type}]`}, ${`"type_ids":${JSON.stringify(type_ids)}`})
      where id = ${data.id}`.execute(server.deps.database.write);
    return data;
  };
  const stored = async ({ id }: Field): Promise<Field> =>
    (await expert.get(`${base}/field`)).data.find((field: Field) => field.id === id);

  test("those of before name what is there, and can be saved again", async () => {
    const [some, none] = [await aField("some", [type, GONE]), await aField("none", [GONE])];
    const label = { labels: { "en-gb": "Anew" } };
    const save = (field: Field) => expert.patch(`${base}/field/${field.id}`, { rev: field.rev, ...label });
    expect((await save(some)).status).toBe(400);

    const { write, dialect } = server.deps.database;
    await write.transaction().execute((db) => lostTypes.up(db as never, dialect));

    expect(await stored(some)).toMatchObject({ type_ids: [type], archived_at: null });
    expect(await stored(none)).toMatchObject({ type_ids: [], archived_at: expect.any(String) });
    for (const field of [some, none]) expect((await save(await stored(field))).status).toBe(200);
  });

  test("one that has lost all of its types comes back only with those that have it now", async () => {
    const [some, all] = [await aField("lost_some", [GONE]), await aField("lost_all", [GONE])];
    const { write, dialect } = server.deps.database;
    await write.transaction().execute((db) => lostTypes.up(db as never, dialect));
    const restore = async (field: Field, body: object) => {
      const { rev } = await stored(field);
      return expert.post(`${base}/field/${field.id}/restore`, { rev, ...body });
    };
    // Whoever saves something else of it has said nothing of its types.
    const { rev } = await stored(some);
    await expert.patch(`${base}/field/${some.id}`, { rev, labels: { "en-gb": "Anew" }, type_ids: [] });

    const refused = await restore(some, {});
    const isArchived = [refused.status, (await stored(some)).archived_at === null, (await stored(some)).types_lost];
    await restore(some, { type_ids: [type] });
    await restore(all, { type_ids: [] });

    expect(isArchived).toEqual([400, false, true]);
    expect(Object.values(refused.error.reasons ?? {})).toEqual([
      { text: "common:fields.refused.typesLost", values: {} },
    ]);
    // Taking the last one off while it is archived is no word that it asks everybody.
    const put = async (action: string) =>
      expert.post(`${base}/field/${some.id}/${action}`, { rev: (await stored(some)).rev });
    await put("archive");
    const off = { rev: (await stored(some)).rev, labels: { "en-gb": "Anew" }, type_ids: [] };
    expect((await expert.patch(`${base}/field/${some.id}`, off)).status).toBe(200);
    expect((await put("restore")).status).toBe(400);
    expect((await restore(some, { type_ids: [type] })).status).toBe(200);
    for (const [field, type_ids] of [
      [some, [type]],
      [all, []],
    ] as const) {
      const now = await stored(field);
      expect([now.type_ids, now.archived_at, now.types_lost]).toEqual([type_ids, null, undefined]);
    }
  });
});
