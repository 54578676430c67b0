// An option whose taking out does not come to its end: the field and its answers are as they were.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { contextOf, watchJobs } from "../../../tests/support/cutOff.ts";
import { OPTION_JOB, runReplace } from "../server/fields/options.ts";
import { putOptionBack, undoReplace } from "../server/fields/optionsBack.ts";

const COUNT = 1200;

describe.each(testDatabases)("an option that is taken out on %s", (database) => {
  let server: TestApp;
  let expert: Asker;
  let base: string;
  let type: number;
  let round = 0;
  /** Asked after so many more transactions of the next one. */
  let meanwhile: { left: number; ask: (job: number) => Promise<unknown> } | undefined;
  beforeAll(async () => {
    server = await app({ database });
    const after = async (job: number) => {
      if (!meanwhile) return;
      meanwhile.left -= 1;
      if (meanwhile.left > 0) return;
      const { ask } = meanwhile;
      meanwhile = undefined;
      await ask(job);
    };
    watchJobs(server, OPTION_JOB, { after });
    expert = await server.as("expert");
    base = `/1/api/container/${server.bigEventId}`;
    const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
    type = types.find((one) => one.type_category_id === 1)?.id as number;
  });
  afterAll(() => server.close());

  const options = ["a", "b", "c"].map((key) => ({ key, labels: { "en-gb": key.toUpperCase() } }));
  async function anAnswered(): Promise<Field> {
    round += 1;
    const draft = { labels: { "en-gb": `Picked ${round}` }, kind: "choices", options };
    const { data } = await expert.post(`${base}/field`, draft);
    const lines = Array.from({ length: COUNT }, (_, at) => `Pick ${at},${at}@pick${round}.example,"A, B"`).join("\n");
    const query = `kind=thing&format=csv&mode=apply&type=${type}`;
    await expert.importFile(server.bigEventId, query, `Name,Email,Picked ${round}\n${lines}\n`);
    return data;
  }
  const there = async ({ id }: Field) =>
    ((await expert.get(`${base}/field`)).data as Field[]).find((one) => one.id === id) as Field;
  const holders = async ({ key }: Field, option: string) => {
    const filter = [{ field: `fields.${key}`, op: "in", value: [option] }];
    return (await expert.post(`${base}/thing/query`, { filter, limit: 0 })).data.matched as number;
  };
  const someone = async ({ key }: Field, at: number) => {
    const { rows } = (await expert.post(`${base}/thing/query`, { search: `${at}@pick${round}.example`, limit: 1 }))
      .data;
    return { ...rows[0], answer: rows[0].fields[key] };
  };
  const replace = ({ id, rev }: Field, body: object = {}) =>
    expert.post(`${base}/field/${id}/option/a/replace`, { rev, mode: "apply", ...body });
  /** Jobs run one after another: the next one ends after the one that puts back. */
  const allDone = async () => {
    const draft = { labels: { "en-gb": "Next" }, kind: "choice", options };
    const field = (await expert.post(`${base}/field`, draft)).data;
    await expert.finished((await replace(field, { mode: "dry-run" })).data.job.id);
  };

  test.each([1, 2])("called off after transaction %i, all is as it was, and can be done anew", async (left) => {
    const field = await anAnswered();

    meanwhile = { left, ask: (job) => expert.post(`/1/api/job/${job}/cancel`) };
    const { data: job } = await expert.finished((await replace(field)).data.job.id);
    await allDone();
    const [after, answers] = [await there(field), await holders(field, "a")];
    const { data: again } = await expert.finished((await replace(after)).data.job.id);

    expect(job.state).toBe("cancelled");
    expect([after.options, answers]).toEqual([options, COUNT]);
    expect(again).toMatchObject({ state: "done", result: { changed: COUNT } });
    expect([await holders(field, "a"), await holders(field, "b")]).toEqual([0, COUNT]);
  });

  test("who was saved in between gets the option back, unless they have given another answer", async () => {
    const field = await anAnswered();
    const [first, second] = [await someone(field, 0), await someone(field, 1)];

    meanwhile = {
      left: 2,
      ask: async (job) => {
        const save = (id: number, rev: number, change: object) =>
          expert.patch(`${base}/thing/${id}`, { rev, ...change });
        await save(first.id, first.rev + 1, { job_title: "Saved meanwhile" });
        await save(second.id, second.rev + 1, { fields: { [field.key]: ["c"] } });
        await expert.post(`/1/api/job/${job}/cancel`);
      },
    };
    await expert.finished((await replace(field)).data.job.id);
    await allDone();

    expect((await there(field)).options).toEqual(options);
    expect(await someone(field, 0)).toMatchObject({ job_title: "Saved meanwhile", answer: ["a", "b"] });
    expect((await someone(field, 1)).answer).toEqual(["c"]);
  });

  test("cut off, it goes on; what is undone then is the option as it was before all of it", async () => {
    const field = await anAnswered();
    const payload = { fieldId: field.id, rev: field.rev, option: "a", mode: "apply" };
    const hasSome = ({ result }: { result: unknown }) => (result as { changed: number }).changed > 0;

    const first = contextOf(server, { id: 910_001, payload }, hasSome);
    await expect(runReplace(first.context)).rejects.toThrow("the plug was pulled");
    const half = await holders(field, "a");
    const done = await runReplace(contextOf(server, { id: 910_001, payload, kept: first.place.kept }).context);
    const gone = await there(field);
    const undo = { fieldId: field.id, option: options[0], at: 0, job: 910_001 };
    const second = contextOf(server, { id: 910_002, payload: undo }, hasSome);
    await expect(undoReplace(second.context)).rejects.toThrow("the plug was pulled");
    const back = await undoReplace(contextOf(server, { id: 910_002, payload: undo, kept: second.place.kept }).context);

    expect([half > 0, half < COUNT]).toEqual([true, true]);
    expect(done).toMatchObject({ changed: COUNT });
    expect(gone.options.map(({ key }) => key)).toEqual(["b", "c"]);
    expect(back).toMatchObject({ changed: COUNT, skipped: 0 });
    expect([(await there(field)).options, await holders(field, "a")]).toEqual([options, COUNT]);
  });

  test("what puts back is cut off, and goes on", async () => {
    const field = await anAnswered();
    const payload = { fieldId: field.id, rev: field.rev, option: "a", mode: "apply", into: "c" };
    const hasSome = ({ result }: { result: unknown }) => (result as { changed: number }).changed > 0;

    const first = contextOf(server, { id: 910_011, payload }, hasSome);
    await expect(runReplace(first.context)).rejects.toThrow("the plug was pulled");
    // Cut off and gone on once more: what is kept of the option stays as it was.
    const more = contextOf(server, { id: 910_011, payload, kept: first.place.kept }, () => true);
    await expect(runReplace(more.context)).rejects.toThrow("the plug was pulled");
    const back = { ...payload, job: 910_011 };
    const second = contextOf(server, { id: 910_012, payload: back }, hasSome);
    await expect(putOptionBack(second.context)).rejects.toThrow("the plug was pulled");
    await putOptionBack(contextOf(server, { id: 910_012, payload: back, kept: second.place.kept }).context);

    expect((await there(field)).options).toEqual(options);
    expect([await holders(field, "a"), await holders(field, "c")]).toEqual([COUNT, 0]);
  });
});
