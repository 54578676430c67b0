// An act on many that is cut off between its blocks goes on where it was: with every act, nobody twice, nobody left out.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db, JobContext } from "#server";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import type { BulkAct, BulkResult } from "../contract.ts";
import { runAct } from "../server/bulk/mergeRun.ts";
import type { runBulk } from "../server/bulk/runBulk.ts";
import { undoBulk } from "../server/bulk/undoJob.ts";
import { eraseUndo } from "../server/bulk/undoRows.ts";

const COUNT = 1300;

describe.each(testDatabases)("acts on many that are cut off, on %s", (database) => {
  let server: TestApp;
  let editor: Asker;
  let eventId: number;
  let types: number[];
  let companies: number[];
  let group: number;
  /** The next job after this one is called off: in its first block, or once that has been written. */
  let calledOff: { after: number; inBlock: 1 | 2 } | undefined;
  /** Jobs ask for the time in each of their blocks, before it is written for good. */
  const callOff = ({ after, inBlock }: NonNullable<typeof calledOff>) => {
    for (let id = after + 1; id < after + 50; id++) {
      const progress = server.deps.jobs.progressOf(id);
      if (progress === undefined || progress > 0 !== (inBlock === 2)) continue;
      calledOff = undefined;
      server.deps.jobs.cancel(id);
      return;
    }
  };
  beforeAll(async () => {
    const now = () => {
      if (calledOff) callOff(calledOff);
      return new Date();
    };
    server = await app({ database, now });
    editor = await server.as("matchmaker");
    eventId = server.bigEventId;
    const all: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
    types = all.filter((type) => type.type_category_id === 1).map(({ id }) => id);
    companies = all.filter((type) => type.type_category_id === 2).map(({ id }) => id);
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
  const start = async (body: object) =>
    (await editor.post(`/1/api/container/${eventId}/thing/bulk`, body)).data.job.id as number;
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

  test("one that merges, and its undoing; those whom it left out before are told of once", async () => {
    const many = Array.from({ length: 21 }, (_, at) => `Crowd,Pair Ltd,crowd${at}@twice.example`);
    const twice = Array.from({ length: 16 }, (_, at) => `Twice ${at % 8},Pair Ltd,${at}@twice.example`);
    const lines = [...many, ...twice].join("\n");
    const query = `kind=thing&format=csv&mode=apply&type=${types[0]}`;
    await editor.importFile(eventId, query, `Name,Company,Email\n${lines}\n`);
    const doubles = { question: { search: "twice.example" } };
    const count = async () =>
      (await editor.post(`/1/api/container/${eventId}/thing/query`, { search: "twice.example", limit: 0 })).data
        .matched;
    const id = ++jobs;

    const done = await cutOff(runAct, id, { selection: doubles, act: { do: "merge", by: "name" }, mode: "apply" });
    expect(done.result).toMatchObject({ changed: 8, groups: 8, unchanged: 0, skipped: 21 });
    expect(done.result.errors).toHaveLength(21);
    expect(new Set(done.told).size).toBe(16);
    expect(done.told).toHaveLength(16);
    expect(await count()).toBe(29);

    const undone = await cutOff(undoBulk, ++jobs, { job: id, locale: "en-gb" });
    expect(undone.result).toMatchObject({ changed: 8, skipped: 0 });
    expect(await count()).toBe(37);
  });

  test("two people at once: each profile changes once for each, and the sums are right", async () => {
    const order = (value: string) => ({
      ...{ selection, mode: "apply" },
      act: { do: "edit", field: "company_name", value },
    });
    const jobsOfBoth = [await start(order("One")), await start(order("Other"))];

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

  test("one that is called off keeps what is done, tells how much and who was left out, and that can be undone", async () => {
    // Every second company has the address of a participant, and the first block of 500 is done when it is called off.
    const line = (at: number) => `Off ${at},${at}@called.example`;
    const numbers = Array.from({ length: 1200 }, (_, at) => at);
    const add = (type: number | undefined, wanted: number[]) =>
      editor.importFile(
        eventId,
        `kind=thing&format=csv&mode=apply&type=${type}`,
        `Name,Email\n${wanted.map(line).join("\n")}\n`,
      );
    await add(companies[0], numbers);
    await add(
      types[0],
      numbers.filter((at) => at % 2 === 0),
    );
    const ofType = { field: "type_id", op: "eq", value: companies[0] };
    const left = async () => {
      const body = { search: "called.example", filter: [ofType], limit: 0 };
      return (await editor.post(`/1/api/container/${eventId}/thing/query`, body)).data.matched;
    };
    const question = { search: "called.example", filter: [ofType] };
    const body = { selection: { question }, act: { do: "move", type_id: types[0] }, mode: "apply" };
    expect(await left()).toBe(1200);

    const tried = await start({ ...body, mode: "dry-run" });
    expect((await editor.finished(tried)).data.result).toMatchObject({ changed: 600, skipped: 600 });
    calledOff = { after: tried, inBlock: 2 };
    const id = await start(body);
    const job = (await editor.finished(id)).data;
    const file = (await editor.get(`/1/api/job/${id}/file`)).response.body.trim().split(/\r?\n/);

    expect(job.state).toBe("cancelled");
    expect(job.result).toMatchObject({ changed: 250, unchanged: 0, skipped: 250, until: expect.any(String) });
    expect(await left()).toBe(950);
    expect(file).toHaveLength(251);
    expect(new Set(file.slice(1)).size).toBe(250);
    expect(file[1]).toContain("0@called.example");
    expect((await editor.get(`/1/api/container/${eventId}/thing/bulk/last`)).data).toMatchObject({
      job: { id, state: "cancelled" },
      do: "move",
    });
    const undoing = await editor.post(`/1/api/container/${eventId}/thing/bulk/${id}/undo`);
    expect((await editor.finished(undoing.data.job.id)).data.result).toMatchObject({ changed: 250, skipped: 0 });
    expect(await left()).toBe(1200);
  });

  test("an undoing that is stopped keeps what is back, and the rest can be undone, once", async () => {
    const changed = () => matching([{ field: "job_title", op: "eq", value: "Half" }]);
    const undo = (id: number) => editor.post(`/1/api/container/${eventId}/thing/bulk/${id}/undo`);
    const last = async () => (await editor.get(`/1/api/container/${eventId}/thing/bulk/last`)).data;
    const id = await start({ selection, act: { do: "edit", field: "job_title", value: "Half" }, mode: "apply" });
    await editor.finished(id);
    const all = await matching([]);
    expect(await changed()).toBe(all);
    expect(await last()).toMatchObject({ job: { id, state: "done" }, isPartlyBack: false });

    calledOff = { after: id, inBlock: 2 };
    const stopped = (await editor.finished((await undo(id)).data.job.id)).data;
    expect(stopped).toMatchObject({ state: "cancelled", result: { changed: 500, skipped: 0 } });
    expect(await changed()).toBe(all - 500);
    expect(await last()).toMatchObject({ job: { id, state: "done" }, isPartlyBack: true });

    const rest = (await editor.finished((await undo(id)).data.job.id)).data;
    expect(rest).toMatchObject({ state: "done", result: { changed: all - 500, skipped: 0, errors: [] } });
    expect(await changed()).toBe(0);
    expect((await undo(id)).error.code).toBe("event-data.undo_over");
  });

  test("an undoing that is stopped leaves no link to who is still away; it comes back with them, and not with who was erased", async () => {
    const base = `/1/api/container/${eventId}`;
    const body = { search: "off.example", sort: [{ field: "id", direction: "asc" }], columns: ["name"] };
    const at = async (offset: number): Promise<number> =>
      (await editor.post(`${base}/thing/query`, { ...body, offset, limit: 1 })).data.rows[0].id;
    const [one, far, other, farthest] = [await at(0), await at(700), await at(1), await at(1200)];
    const end = { label: "leads", category: 1, types: [] };
    const draft = { name: "Leads", cardinality: "one-one", from: end, to: { ...end, label: "is led by" } };
    const kind = (await editor.post(`${base}/relationship`, draft)).data.id as number;
    const linked = async (from: number, to: number) =>
      (await editor.post(`${base}/relationship/${kind}/link`, { from, to })).status;
    const links = async () => (await editor.post(`${base}/relationship/${kind}/link/query`, { limit: 0 })).data.matched;
    const all = await matching([]);
    const remove = async () => {
      const id = await start({ selection, act: { do: "remove", confirm: all }, mode: "apply" });
      expect((await editor.finished(id)).data.result).toMatchObject({ changed: all });
      return id;
    };
    const undo = async (id: number) =>
      (await editor.finished((await editor.post(`${base}/thing/bulk/${id}/undo`)).data.job.id)).data;
    expect([await linked(one, far), await linked(other, farthest)]).toEqual([201, 201]);

    const removed = await remove();
    calledOff = { after: removed, inBlock: 2 };
    expect(await undo(removed)).toMatchObject({ state: "cancelled", result: { changed: 500 } });
    expect(await links()).toBe(0);
    const rest = (await undo(removed)).result;
    expect(rest).toMatchObject({ changed: all - 500, skipped: 0 });
    expect(rest.losses).toBeUndefined();
    expect(await links()).toBe(2);

    const again = await remove();
    const payload = { job: again, locale: "en-gb" };
    const first = contextOf(++jobs, payload, undefined, 2);
    await expect(undoBulk(first.context)).rejects.toThrow("the plug was pulled");
    const { write, dialect } = server.deps.database;
    await eraseUndo(write as unknown as Db, dialect, eventId, [farthest]);
    const result = await undoBulk(contextOf(jobs, payload, first.place.kept).context);
    expect(result).toMatchObject({ changed: all - 1, skipped: 1 });
    expect(await links()).toBe(1);
    expect(await linked(other, one)).toBe(201);
  });

  test("one that is called off before it begins has changed nothing, and there is nothing to undo", async () => {
    const body = { selection, act: { do: "edit", field: "country", value: "DE" }, mode: "apply" };
    const tried = await start({ ...body, mode: "dry-run" });
    await editor.finished(tried);
    calledOff = { after: tried, inBlock: 1 };
    const id = await start(body);
    const job = (await editor.finished(id)).data;

    expect(job).toMatchObject({ id, state: "cancelled" });
    expect(job.result).toBeUndefined();
    expect(await matching([{ field: "country", op: "eq", value: "DE" }])).toBe(0);
    expect((await editor.post(`/1/api/container/${eventId}/thing/bulk/${id}/undo`)).error.code).toBe(
      "event-data.undo_over",
    );
  });
});
