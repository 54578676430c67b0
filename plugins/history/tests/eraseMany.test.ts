// Many who ask to be erased are erased from the history at once: those who are gone, and nobody else.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../../server/core/audit/verify.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { stopNext, watchJobs } from "../../../tests/support/cutOff.ts";
import type { HistoryErased, HistorySelection } from "../contract.ts";
import { ERASE_JOB } from "../server/forget.ts";

interface Line {
  id: number;
  action: string;
  object_type: string;
  object_id: string;
  object_label: string;
  after: { lines?: number[] } | null;
  erased_at: string | null;
}

/** More than two blocks of the job. */
const MANY = 1100;

describe("many that are gone", () => {
  const statements: string[] = [];
  let lanyard: TestApp;
  let chief: Asker;
  let base: string;
  let typeId: number;
  let companyType: number;
  beforeAll(async () => {
    lanyard = await app({ hear: (text) => void statements.push(text) });
    chief = await lanyard.as("super");
    base = `/1/api/container/${lanyard.bigEventId}`;
    const categories = (await chief.get(`${base}/type-category`)).data as { types: { id: number }[] }[];
    typeId = categories[0]?.types[0]?.id as number;
    companyType = categories[1]?.types[0]?.id as number;
  });
  afterAll(() => lanyard.close());

  const make = async (last_name: string) =>
    (await chief.post(`${base}/thing`, { type_id: typeId, first_name: "Ada", last_name })).data as { id: number };
  const remove = async (id: number, rev = 1) => {
    expect((await chief.remove(`${base}/thing/${id}?rev=${rev}`)).status).toBe(200);
  };
  /** Made and removed. */
  const gone = async (last_name: string) => {
    const { id } = await make(last_name);
    await remove(id);
    return id;
  };
  /** Brought in and removed by acts on many, with the job that removed them; under a name that nobody else has. */
  const manyGone = async (name: string, count: number) => {
    const lines = Array.from({ length: count }, (_, at) => `Eve,${name} No${at},${at}@${name.toLowerCase()}.test`);
    const query = `kind=thing&format=csv&mode=apply&type=${typeId}`;
    await chief.importFile(lanyard.bigEventId, query, `First name,Last name,Email\n${lines.join("\n")}\n`);
    const body = { selection: { question: { search: `${name.toLowerCase()}.test` } } };
    const act = { act: { do: "remove", confirm: count }, mode: "apply" };
    const { job } = (await chief.post(`${base}/thing/bulk`, { ...body, ...act })).data;
    expect((await chief.finished(job.id)).data.result.changed).toBe(count);
    return job.id as number;
  };
  const query = async (question: object) =>
    (await chief.post(`${base}/history/query`, { limit: 500, ...question })).data as { rows: Line[]; matched: number };
  const linesOf = async (id: number) =>
    (
      await query({
        filter: [
          { field: "object_type", op: "eq", value: "event-data.thing" },
          { field: "object_id", op: "eq", value: String(id) },
        ],
      })
    ).rows;
  const lineOf = async (id: number) => (await linesOf(id))[0] as Line;
  const removalsOf = (name: string) => ({
    question: { search: name, filter: [{ field: "action", op: "eq" as const, value: "remove" }] },
  });
  const start = async (body: object, asker = chief) => asker.post(`${base}/history/erase`, body);
  const run = async (selection: HistorySelection, more: object) => {
    const { status, data } = await start({ selection, ...more });
    expect(status).toBe(202);
    return (await chief.finished(data.job.id)).data as {
      id: number;
      state: string;
      result: HistoryErased;
      error?: string;
    };
  };
  const look = (selection: HistorySelection, more: object = {}) => run(selection, { mode: "dry-run", ...more });
  const erase = (selection: HistorySelection, confirm: number) => run(selection, { mode: "apply", confirm });
  const proof = () => verifyAudit(lanyard.deps.database.quick);
  const lastLine = async () => (await query({ limit: 1 })).rows[0] as Line;

  test("are forgotten together by every line that tells of them, also lines of others, and one line tells which", async () => {
    const kept = await make("Kept");
    const company = (await chief.post(`${base}/thing`, { type_id: companyType, name: "Apart Ltd" })).data;
    const end = (category: number) => ({ label: "At", category, types: [] });
    const kind = { name: "Works at", from: end(1), to: end(2), cardinality: "many-many" };
    const { id: kindId } = (await chief.post(`${base}/relationship`, kind)).data;
    const ids: number[] = [];
    for (const name of ['Apart "the first"', "Apart (Two)", "Apart"]) {
      const { id } = await make(name);
      await chief.post(`${base}/relationship/${kindId}/link`, { from: id, to: company.id });
      ids.push(id);
    }
    await chief.post(`${base}/relationship/${kindId}/link`, { from: kept.id, to: company.id });
    await chief.patch(`${base}/thing/${ids[0]}`, { rev: 1, last_name: "Apart renamed" });
    for (const [at, id] of ids.entries()) await remove(id, at === 0 ? 2 : 1);
    const lines = await Promise.all(ids.map(lineOf));

    const before = await look({ ids: lines.map(({ id }) => id) });
    const done = await erase({ ids: lines.map(({ id }) => id) }, 3);

    expect(before.result).toEqual({ erased: 3, lines: 0, unchanged: 0, skipped: 0, errors: [] });
    // Four lines of the first, three of each of the others, and what their kind and the company say of the link of each.
    expect(done.result).toEqual({ erased: 3, lines: 16, unchanged: 0, skipped: 0, errors: [] });
    for (const id of ids)
      for (const line of await linesOf(id)) expect(line).toMatchObject({ object_label: "", after: null });
    const links = (await query({ filter: [{ field: "action", op: "eq", value: "link" }], search: "Works" })).rows;
    expect(links.map(({ after }) => after)).toEqual([expect.objectContaining({ from: `Ada Kept (${kept.id})` })]);
    expect((await query({ search: "Apart renamed" })).matched).toBe(0);
    const told = await lastLine();
    expect(told).toMatchObject({ action: "erase", object_type: "history", object_label: "" });
    expect(told.after?.lines).toHaveLength(16);
    expect((await proof()).broken).toBeUndefined();
  });

  test("are told apart from those that are still there, those of other kinds and those that are forgotten already", async () => {
    const alive = await make("Alive");
    const [one, other] = [await gone("Sorted"), await gone("Sorted too")];
    await chief.post(`${base}/history/export`, {});
    const exported = (await query({ filter: [{ field: "action", op: "eq", value: "export" }] })).rows[0] as Line;
    await erase({ ids: [(await lineOf(other)).id] }, 1);
    const forgotten = (await linesOf(other))[0] as Line;
    const ids = [exported.id, (await lineOf(alive.id)).id, (await lineOf(one)).id, forgotten.id];

    const before = await look({ ids });
    const file = await chief.get(`/1/api/job/${before.id}/file`);
    const german = await look({ ids }, { locale: "de" });
    const done = await erase({ ids }, 1);

    expect(before.result).toMatchObject({ erased: 1, unchanged: 1, skipped: 2 });
    expect(before.result.errors).toEqual([
      { type: "event-data.thing", id: String(alive.id), name: "Ada Alive", message: expect.stringMatching(/still/) },
      { type: "history", id: String(lanyard.bigEventId), name: expect.any(String), message: expect.any(String) },
    ]);
    expect(file.response.payload.trim().split("\r\n")).toHaveLength(3);
    expect(file.response.payload).toMatch(`Profile,${alive.id},Ada Alive,This is still there. Remove it first.`);
    expect(german.result.errors[0]?.message).toMatch(/noch da/);
    expect(done.result).toMatchObject({ erased: 1, lines: 2, unchanged: 1, skipped: 2 });
    expect(await lineOf(alive.id)).toMatchObject({ object_label: "Ada Alive", erased_at: null });
    expect((await proof()).broken).toBeUndefined();
  });

  test("are all that a question finds, but for lines that were taken out, once their number is confirmed", async () => {
    await manyGone("Asked", 3);
    const removals = removalsOf("Asked");
    const [spared] = (await query(removals.question)).rows as [Line];
    const but = { ...removals, except: [spared.id] };

    const unconfirmed = await run(removals, { mode: "apply" });
    const other = await erase(but, 3);
    const done = await erase(but, 2);

    expect([unconfirmed.state, other.state]).toEqual(["failed", "failed"]);
    expect(other.error).toMatch(/2/);
    expect(done.result).toMatchObject({ erased: 2, lines: 4 });
    expect((await query({ search: "Asked" })).rows.map(({ object_id }) => object_id)).toEqual([
      spared.object_id,
      spared.object_id,
    ]);
    expect(
      (await start({ selection: { question: { filter: [{ field: "no", op: "eq", value: 1 }] } }, mode: "dry-run" }))
        .status,
    ).toBe(400);
    expect((await start({ selection: removals, mode: "dry-run" }, await lanyard.as("partner"))).status).toBe(403);
  });

  test("are looked for by one pass through the history, however many they are", async () => {
    await manyGone("Passed", 40);
    const [{ id: first }] = (await query(removalsOf("Passed").question)).rows as [Line];
    const passesOf = async (selection: HistorySelection, count: number) => {
      statements.length = 0;
      expect((await erase(selection, count)).result.erased).toBe(count);
      return statements.filter((text) => /"erased_at" is null and .*"before" like/.test(text)).length;
    };

    const one = await passesOf({ ids: [first] }, 1);
    const rest = await passesOf(removalsOf("Passed"), 39);

    expect(one).toBeGreaterThan(0);
    expect(rest).toBeLessThanOrEqual(one + 1);
  });

  test("that come back before their turn are left alone and told", async () => {
    const removal = await manyGone("Returned", 2);
    let isFirst = true;
    watchJobs(lanyard, ERASE_JOB, {
      before: async () => {
        if (!isFirst) return;
        isFirst = false;
        const { write, dialect } = lanyard.deps.database;
        const kept = await write
          .selectFrom("event_data_undo" as never)
          .select(["before"] as never)
          .where("job_id" as never, "=", removal as never)
          .limit(1)
          .executeTakeFirstOrThrow();
        const { thing } = JSON.parse((kept as { before: string }).before);
        const { putBackMany } = await import("../../event-data/server/bulk/writeMany.ts");
        await write
          .transaction()
          .execute((db) => putBackMany(db as never, dialect, lanyard.bigEventId, [{ ...thing, rev: thing.rev + 1 }]));
      },
    });

    const done = await erase(removalsOf("Returned"), 2);

    expect(done.result).toMatchObject({ erased: 1, lines: 2, skipped: 1 });
    expect((await chief.get(`/1/api/job/${done.id}/file`)).response.payload).toMatch(/Returned/);
    expect((await query({ search: "Returned" })).matched).toBe(2);
    expect((await proof()).broken).toBeUndefined();
  });

  test("stay half forgotten where somebody stops it, which the history can prove, and the rest is forgotten later", async () => {
    await manyGone("Stopped", MANY);
    stopNext(lanyard, chief, ERASE_JOB);

    const cut = await erase(removalsOf("Stopped"), MANY);
    const half = await proof();
    const left = (await query({ search: "Stopped No", limit: 1 })).matched;
    const rest = await erase(removalsOf("Stopped"), MANY - cut.result.erased);

    expect(cut.state).toBe("cancelled");
    expect(cut.result).toMatchObject({ erased: 500, lines: 1000 });
    expect(half.broken).toBeUndefined();
    expect(left).toBe(2 * (MANY - 500));
    expect(rest).toMatchObject({ state: "done", result: { erased: MANY - 500, lines: 2 * (MANY - 500) } });
    expect((await query({ search: "Stopped No", limit: 1 })).matched).toBe(0);
    expect((await proof()).broken).toBeUndefined();
  }, 60_000);
});
