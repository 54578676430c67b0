// An import that is cut off between its blocks goes on where it was: what was refused before keeps nobody away after it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db, ImportContext } from "#server";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import type { ThingImportResult } from "../contract.ts";
import { importThings } from "../server/import/importThings.ts";

/** More than one block of rows. */
const COUNT = 1100;

describe.each(testDatabases)("an import that is cut off, on %s", (database) => {
  let server: TestApp;
  let editor: Asker;
  let eventId: number;
  let typeId: number;
  let base: string;
  beforeAll(async () => {
    server = await app({ database });
    editor = await server.as("expert");
    eventId = server.bigEventId;
    base = `/1/api/container/${eventId}`;
    const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
    typeId = types.find((one) => one.type_category_id === 1)?.id as number;
    const labels = { "en-gb": "Size" };
    for (const draft of [
      { key: "size", labels, kind: "number" },
      { key: "badge", labels: { "en-gb": "Badge" }, kind: "text", unique: true },
    ])
      expect((await editor.post(`${base}/field`, draft)).status).toBe(201);
  });
  afterAll(() => server.close());

  /** What a job is given; after its first transaction the plug is pulled, if there is nothing from before. */
  function contextOf(text: string, kept: ImportContext["kept"], first = async () => {}) {
    const place = { kept };
    const { write, read, dialect } = server.deps.database;
    const context = {
      ...{ id: 1, eventId, appId: server.apps.northwind, who: { id: 1, accessRole: 200 }, kept },
      ...{ db: write, read, dialect, offered: server.deps.offered, speak: server.deps.speak },
      ...{ now: () => new Date(), progress: () => {}, signal: new AbortController().signal },
      ...{ saveFile: async () => {}, addToFile: async () => {}, follow: async () => {}, audit: async () => {} },
      // One block a transaction.
      isAwaited: () => true,
      input: async function* () {
        yield Buffer.from(text);
      },
      inTransaction: async (work: (db: Db) => Promise<unknown>, options: { keep?: () => unknown } = {}) => {
        await first();
        const answer = await write.transaction().execute((db) => work(db as unknown as Db));
        place.kept = JSON.parse(JSON.stringify(options.keep?.()));
        if (!kept) throw new Error("the plug was pulled");
        return answer;
      },
    };
    return { place, context: context as unknown as ImportContext };
  }

  const optionsOf = (ofType: number) =>
    ({
      mode: "apply",
      key: "auto",
      clearsBlanks: false,
      write: "both",
      locale: "en-gb",
      typeId: ofType,
    }) as const;

  async function cutOff(text: string): Promise<ThingImportResult> {
    const options = optionsOf(typeId);
    const first = contextOf(text, undefined);
    await expect(importThings(first.context, options)).rejects.toThrow("the plug was pulled");
    return importThings(contextOf(text, first.place.kept).context, options);
  }

  test("is told once that its data type has left, be it between its blocks or before it goes on", async () => {
    const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
    const lost = types.filter((one) => one.type_category_id === 3)[0]?.id as number;
    const text = `Name\n${Array.from({ length: COUNT }, (_, at) => `Leaving ${at}`).join("\n")}\n`;
    const rule = `${base}/type-rule/type/${lost}`;
    for (const { id, rev } of (await editor.post(`${base}/thing/query`, { search: "Leaving" })).data.rows)
      await editor.remove(`${base}/thing/${id}?rev=${rev}`);
    const leave = async () => {
      expect((await editor.remove(rule)).status).toBe(200);
    };
    const told = /^A data type of the lines was removed from the event while they were being imported/;

    await expect(importThings(contextOf(text, undefined, leave).context, optionsOf(lost))).rejects.toThrow(told);
    const kept = { at: { line: 1, bad: false }, result: undefined } as unknown as ImportContext["kept"];
    await expect(importThings(contextOf(text, kept).context, optionsOf(lost))).rejects.toThrow(told);
    expect((await editor.post(`${base}/thing/query`, { search: "Leaving" })).data.matched).toBe(0);
    await editor.post(rule);
  });

  test("moves nobody to a data type that has left meanwhile", async () => {
    const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
    const lost = types.filter((one) => one.type_category_id === 1).at(-1)?.id as number;
    expect(lost).not.toBe(typeId);
    const draft = { type_id: typeId, first_name: "Moves", last_name: "Nowhere", email: "moves@cut.example" };
    const { id } = (await editor.post(`${base}/thing`, draft)).data;
    const rule = `${base}/type-rule/type/${lost}`;
    const there = { filter: [{ field: "type_id", op: "eq", value: lost }], limit: 200 };
    for (const { id, rev } of (await editor.post(`${base}/thing/query`, there)).data.rows)
      await editor.remove(`${base}/thing/${id}?rev=${rev}`);
    const leave = async () => {
      const left = await editor.remove(rule);
      expect(left.status, JSON.stringify(left.error)).toBe(200);
    };

    const text = `Email,Data type\nmoves@cut.example,${lost}\n`;
    const moving = importThings(contextOf(text, undefined, leave).context, optionsOf(typeId));

    await expect(moving).rejects.toThrow(/^A data type of the lines was removed from the event/);
    expect((await editor.get(`${base}/thing/${id}`)).data).toMatchObject({ rev: 1, type_id: typeId });
    await editor.post(rule);
  });

  test.each([
    ["for its answer", "many", ""],
    ["since another has its answer", "5", "taken"],
  ])("takes a line about somebody whose line before was refused %s", async (why, size, badge) => {
    const mark = why.length;
    const holder = `Holder,holder${mark}@cut.example,1,${badge}`;
    const refused = `Refused,again${mark}@cut.example,${size},${badge}`;
    const others = Array.from({ length: COUNT }, (_, at) => `Cut ${at},${mark}.${at}@cut.example,1,`);
    const good = `Good,again${mark}@cut.example,7,`;
    const twin = `Twin,holder${mark}@cut.example,8,`;
    const lines = ["Name,Email,Size,Badge", holder, refused, ...others, good, twin];

    const result = await cutOff(`${lines.join("\n")}\n`);

    expect(result).toMatchObject({ created: COUNT + 2, skipped: 2 });
    expect(result.errors.map(({ line }) => line)).toEqual([3, COUNT + 5]);
    const { data } = await editor.post(`${base}/thing/query`, { search: `again${mark}` });
    expect(data.rows.map(({ name }: { name: string }) => name)).toEqual(["Good"]);
  });
});
