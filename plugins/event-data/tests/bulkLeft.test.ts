// Whom an act on many or its undoing leaves out, all of them in a file, however many they are.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { contextOf, watchJobs } from "../../../tests/support/cutOff.ts";
import type { BulkResult } from "../contract.ts";
import { LeftFile } from "../server/bulk/leftFile.ts";
import { runAct } from "../server/bulk/mergeRun.ts";

const COUNT = 700;

describe.each(testDatabases)("who is left out, on %s", (database) => {
  let server: TestApp;
  let editor: Asker;
  let base: string;
  let types: number[];
  let companies: number[];
  beforeAll(async () => {
    server = await app({ database });
    editor = await server.as("matchmaker");
    base = `/1/api/container/${server.bigEventId}`;
    const all: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
    types = all.filter((one) => one.type_category_id === 1).map(({ id }) => id);
    companies = all.filter((one) => one.type_category_id === 2).map(({ id }) => id);
  });
  afterAll(() => server.close());

  const add = (type: number | undefined, mails: string, extra = "") => {
    const lines = Array.from({ length: COUNT }, (_, at) => `Left ${at},${at}@${mails},${extra}`).join("\n");
    const query = `kind=thing&format=csv&mode=apply&type=${type}`;
    return editor.importFile(server.bigEventId, query, `Name,Email,Job title\n${lines}\n`);
  };
  const run = async (body: object) =>
    (await editor.finished((await editor.post(`${base}/thing/bulk`, body)).data.job.id)).data;
  const linesOf = async (job: number) => {
    const { status, response } = await editor.get(`/1/api/job/${job}/file`);
    return status === 200 ? response.body.trim().split(/\r?\n/) : status;
  };

  test("the undoing of an act names all that it leaves alone, each once, also where its process ends in between", async () => {
    await add(types[0], "undone.example");
    const selection = { question: { search: "undone.example" } };
    const job = await run({ selection, act: { do: "edit", field: "job_title", value: "Held" }, mode: "apply" });
    // Somebody saves them all since.
    await add(types[0], "undone.example", "Saved since");
    let cuts = 1;
    const { write } = server.deps.database;
    watchJobs(server, "event-data.bulk-undo", {
      after: async (id) => {
        cuts -= 1;
        if (cuts !== 0) return;
        const cut = { state: "queued", worker: null, lease_until: null };
        await write.updateTable("core_job").set(cut).where("id", "=", id).execute();
      },
    });

    const undoing = (await editor.post(`${base}/thing/bulk/${job.id}/undo`)).data.job.id as number;
    const { result } = (await editor.finished(undoing)).data as { result: BulkResult };
    const lines = await linesOf(undoing);

    expect(cuts).toBeLessThan(0);
    expect(result).toMatchObject({ changed: 0, skipped: COUNT });
    expect(result.errors).toHaveLength(200);
    expect(lines).toHaveLength(COUNT + 1);
    expect(new Set(lines as string[]).size).toBe(COUNT + 1);
    expect((lines as string[])[1]).toContain("0@undone.example");
    expect((lines as string[])[1]).toContain(result.errors[0]?.message);
  });

  test("an undoing that leaves nobody alone has no file", async () => {
    const mails = "back.example";
    await add(types[0], mails);
    const job = await run({
      ...{ selection: { question: { search: mails } }, mode: "apply" },
      act: { do: "edit", field: "job_title", value: "Held" },
    });

    const undoing = (await editor.post(`${base}/thing/bulk/${job.id}/undo`)).data.job.id as number;

    expect((await editor.finished(undoing)).data.result).toMatchObject({ changed: COUNT, skipped: 0 });
    expect(await linesOf(undoing)).toBe(404);
  });

  test("a trial writes its file while it goes on, and holds none of it until the end", async () => {
    await add(companies[0], "tried.example");
    await add(types[0], "tried.example");
    const ofType = { field: "type_id", op: "eq", value: companies[0] };
    const payload = {
      ...{ selection: { question: { search: "tried.example", filter: [ofType] } }, mode: "dry-run" },
      act: { do: "move", type_id: types[0] },
    };
    let done = 0;
    const came: { done: number; lines: number }[] = [];
    const context = {
      ...contextOf(server, { id: 900_001, payload }).context,
      progress: (to: number) => {
        done = to;
      },
      saveFile: async ({ bytes }: { bytes: Buffer | AsyncIterable<Buffer> }) => {
        for await (const piece of Buffer.isBuffer(bytes) ? [bytes] : bytes)
          came.push({ done, lines: piece.toString().trim().split(/\r?\n/).length });
      },
    };

    const result = (await runAct(context as never)) as BulkResult;

    expect(result).toMatchObject({ changed: 0, skipped: COUNT });
    expect(came.length).toBeGreaterThan(1);
    expect(came[0]?.done).toBeLessThan(1);
    expect(came.reduce((sum, { lines }) => sum + lines, 0)).toBe(COUNT + 1);
  });
});

test("a spreadsheet program in German opens it in columns", () => {
  const file = new LeftFile("de", (key) => key);

  file.add({ id: 4, name: "Ada, Lady", email: "ada@left.example" }, "weg");

  expect(file.take()?.bytes.toString()).toContain('4;"Ada, Lady";ada@left.example;weg\r\n');
});
