// An act on many that is cut off between its blocks goes on where it was: with every act, nobody twice, nobody left out.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db, JobContext } from "#server";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import type { BulkAct, BulkResult } from "../contract.ts";
import { runAct } from "../server/bulk/mergeRun.ts";
import type { runBulk } from "../server/bulk/runBulk.ts";
import { undoBulk } from "../server/bulk/undo.ts";

const COUNT = 1300;

describe.each(testDatabases)("acts on many that are cut off, on %s", (database) => {
  let server: TestApp;
  let editor: Asker;
  let eventId: number;
  let types: number[];
  let group: number;
  beforeAll(async () => {
    server = await app({ database });
    editor = await server.as("matchmaker");
    eventId = server.bigEventId;
    const all: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
    types = all.filter((type) => type.type_category_id === 1).map(({ id }) => id);
    const lines = Array.from({ length: COUNT }, (_, at) => `Cut ${at},cut.${at}@off.example`).join("\n");
    const query = `kind=thing&format=csv&mode=apply&type=${types[0]}`;
    await editor.importFile(eventId, query, `Name,Email\n${lines}\n`);
    group = (await editor.post(`/1/api/container/${eventId}/custom-group`, { name: "Cut", mode: "manual" })).data.id;
  });
  afterAll(() => server.close());

  /** What a job is given; after `commits` of its transactions the plug is pulled. */
  function contextOf(id: number, payload: object, kept: JobContext["kept"], commits = Number.POSITIVE_INFINITY) {
    const place: { kept: JobContext["kept"]; told: number[] } = { kept, told: [] };
    let left = commits;
    const { write, read, dialect } = server.deps.database;
    const context = {
      ...{ id, payload, eventId, appId: server.apps.northwind, who: { id: 1, accessRole: 200 }, kept },
      ...{ db: write, read, dialect, offered: server.deps.offered, speak: server.deps.speak },
      now: () => new Date(),
      progress: () => {},
      signal: new AbortController().signal,
      saveFile: async () => {},
      addToFile: async () => {},
      inTransaction: async (work: (db: Db) => Promise<unknown>, options: { keep?: () => JobContext["kept"] } = {}) => {
        const told = place.told.length;
        const [done, next] = await write.transaction().execute(async (db) => {
          const answer = await work(db as unknown as Db);
          return [answer, options.keep ? JSON.parse(JSON.stringify(options.keep())) : place.kept] as const;
        });
        place.kept = next;
        if (--left === 0) throw new Error("the plug was pulled");
        return told >= 0 ? done : undefined;
      },
      audit: async (_: Db, { object }: { object: { id: number } }) => void place.told.push(object.id),
    };
    return { place, context: context as unknown as JobContext };
  }

  let jobs = 900_000;
  async function cutOff(
    handler: typeof runBulk,
    id: number,
    payload: object,
  ): Promise<{ result: BulkResult; told: number[] }> {
    const first = contextOf(id, payload, undefined, 2);
    await expect(handler(first.context)).rejects.toThrow("the plug was pulled");
    const second = contextOf(id, payload, first.place.kept);
    const result = (await handler(second.context)) as BulkResult;
    return { result, told: [...first.place.told, ...second.place.told] };
  }
  const selection = { question: { search: "off.example" } };
  const matching = async (filter: object[]) =>
    (await editor.post(`/1/api/container/${eventId}/thing/query`, { search: "off.example", filter, limit: 0 })).data
      .matched;

  test.each([
    [
      "edits",
      () => ({ do: "edit", field: "job_title", value: "Cut" }),
      () => [{ field: "job_title", op: "eq", value: "Cut" }],
      COUNT,
      0,
    ],
    [
      "moves",
      () => ({ do: "move", type_id: types[1] }),
      () => [{ field: "type_id", op: "eq", value: types[1] }],
      COUNT,
      0,
    ],
    ["groups", () => ({ do: "group", group, is: "in" }), () => [{ field: "group", op: "eq", value: group }], COUNT, 0],
    ["removes", () => ({ do: "remove", confirm: COUNT }), () => [], 0, COUNT],
  ] as const)("one that %s, and its undoing", async (_, act, filter, after, before) => {
    const id = ++jobs;

    const done = await cutOff(runAct, id, { selection, act: act() as BulkAct, mode: "apply" });
    expect(done.result).toMatchObject({ changed: COUNT, unchanged: 0, skipped: 0 });
    expect(new Set(done.told).size).toBe(COUNT);
    expect(done.told).toHaveLength(COUNT);
    expect(await matching([...filter()])).toBe(after);

    const undone = await cutOff(undoBulk, ++jobs, { job: id, locale: "en-gb" });
    expect(undone.result).toMatchObject({ changed: COUNT, skipped: 0 });
    expect(await matching([...filter()])).toBe(before);
  });

  test("one that merges, and its undoing", async () => {
    const lines = Array.from({ length: 16 }, (_, at) => `Twice ${at % 8},Pair Ltd,${at}@twice.example`).join("\n");
    const query = `kind=thing&format=csv&mode=apply&type=${types[0]}`;
    await editor.importFile(eventId, query, `Name,Company,Email\n${lines}\n`);
    const doubles = { question: { search: "twice.example" } };
    const count = async () =>
      (await editor.post(`/1/api/container/${eventId}/thing/query`, { search: "twice.example", limit: 0 })).data
        .matched;
    const id = ++jobs;

    const done = await cutOff(runAct, id, { selection: doubles, act: { do: "merge", by: "name" }, mode: "apply" });
    expect(done.result).toMatchObject({ changed: 8, groups: 8, unchanged: 0, skipped: 0 });
    expect(new Set(done.told).size).toBe(16);
    expect(done.told).toHaveLength(16);
    expect(await count()).toBe(8);

    const undone = await cutOff(undoBulk, ++jobs, { job: id, locale: "en-gb" });
    expect(undone.result).toMatchObject({ changed: 8, skipped: 0 });
    expect(await count()).toBe(16);
  });

  test("two people at once: each profile changes once for each, and the sums are right", async () => {
    const start = async (value: string) => {
      const body = { selection, act: { do: "edit", field: "company_name", value }, mode: "apply" };
      return (await editor.post(`/1/api/container/${eventId}/thing/bulk`, body)).data.job.id as number;
    };
    const jobsOfBoth = [await start("One"), await start("Other")];

    const results = await Promise.all(
      jobsOfBoth.map(async (id) => (await editor.finished(id)).data.result as BulkResult),
    );

    for (const { changed, skipped } of results) expect(changed + skipped).toBe(COUNT);
    const [one, other] = [
      await matching([{ field: "company_name", op: "eq", value: "One" }]),
      await matching([{ field: "company_name", op: "eq", value: "Other" }]),
    ];
    expect(one + other).toBe(COUNT);
  });

  test("one that is called off keeps what is done, tells how much, and that can be undone", async () => {
    const body = { selection, act: { do: "edit", field: "country", value: "DE" }, mode: "apply" };
    const { id } = (await editor.post(`/1/api/container/${eventId}/thing/bulk`, body)).data.job;
    await editor.post(`/1/api/job/${id}/cancel`);

    const job = (await editor.finished(id)).data;
    const changed = await matching([{ field: "country", op: "eq", value: "DE" }]);

    expect(job.state === "cancelled" || job.state === "done").toBe(true);
    expect(job.result?.changed ?? 0).toBe(changed);
    if (changed === 0) return;
    const undoing = await editor.post(`/1/api/container/${eventId}/thing/bulk/${id}/undo`);
    await editor.finished(undoing.data.job.id);
    expect(await matching([{ field: "country", op: "eq", value: "DE" }])).toBe(0);
  });
});
