// An option whose taking out does not come to its end: the field and its answers are as they were.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { testDatabases } from "../../../tests/support/app.ts";
import { contextOf } from "../../../tests/support/cutOff.ts";
import { tidyUndo } from "../server/bulk/undoRows.ts";
import { OPTION_JOB, runReplace } from "../server/fields/options.ts";
import { putOptionBack, undoReplace } from "../server/fields/optionsBack.ts";
import { Stage } from "./longJobs.ts";

const COUNT = 1200;

describe.each(testDatabases)("an option that is taken out on %s", (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.of(database, OPTION_JOB);
  });
  afterAll(() => stage.server.close());

  const options = ["a", "b", "c"].map((key) => ({ key, labels: { "en-gb": key.toUpperCase() } }));
  const anAnswered = () => stage.anAnswered({ kind: "choices", options }, COUNT, () => "A, B");
  const there = async (field: Field) => (await stage.there(field)) as Field;
  const holders = async ({ key }: Field, option: string) => {
    const filter = [{ field: `fields.${key}`, op: "in", value: [option] }];
    return (await stage.expert.post(`${stage.base}/thing/query`, { filter, limit: 0 })).data.matched as number;
  };
  const someone = async ({ key }: Field, at: number) => {
    const asked = { search: stage.mail(at), limit: 1 };
    const { rows } = (await stage.expert.post(`${stage.base}/thing/query`, asked)).data;
    return { ...rows[0], answer: rows[0].fields[key] };
  };
  const replace = ({ id, rev }: Field, body: object = {}) =>
    stage.expert.post(`${stage.base}/field/${id}/option/a/replace`, { rev, mode: "apply", ...body });

  test.each([1, 2])("called off after transaction %i, all is as it was, and can be done anew", async (left) => {
    const field = await anAnswered();

    stage.meanwhile = { left, ask: (job) => stage.cancel(job) };
    const { data: job } = await stage.expert.finished((await replace(field)).data.job.id);
    await stage.allDone();
    const [after, answers] = [await there(field), await holders(field, "a")];
    const { data: again } = await stage.expert.finished((await replace(after)).data.job.id);

    expect(job.state).toBe("cancelled");
    expect([after.options, answers]).toEqual([options, COUNT]);
    expect(again).toMatchObject({ state: "done", result: { changed: COUNT } });
    expect([await holders(field, "a"), await holders(field, "b")]).toEqual([0, COUNT]);
  });

  test("who was saved in between gets the option back, unless they have given another answer", async () => {
    const field = await anAnswered();
    const [first, second] = [await someone(field, 0), await someone(field, 1)];

    stage.meanwhile = {
      left: 2,
      ask: async (job) => {
        const save = (id: number, rev: number, change: object) =>
          stage.expert.patch(`${stage.base}/thing/${id}`, { rev, ...change });
        await save(first.id, first.rev + 1, { job_title: "Saved meanwhile" });
        await save(second.id, second.rev + 1, { fields: { [field.key]: ["c"] } });
        await stage.cancel(job);
      },
    };
    await stage.expert.finished((await replace(field)).data.job.id);
    await stage.allDone();

    expect((await there(field)).options).toEqual(options);
    expect(await someone(field, 0)).toMatchObject({ job_title: "Saved meanwhile", answer: ["a", "b"] });
    expect((await someone(field, 1)).answer).toEqual(["c"]);
  });

  test("cut off, it goes on; what is undone then is the option as it was before all of it", async () => {
    const field = await anAnswered();
    const payload = { fieldId: field.id, rev: field.rev, option: "a", mode: "apply" };
    const hasSome = ({ result }: { result: unknown }) => (result as { changed: number }).changed > 0;

    const first = contextOf(stage.server, { id: 910_001, payload }, hasSome);
    await expect(runReplace(first.context)).rejects.toThrow("the plug was pulled");
    const half = await holders(field, "a");
    const done = await runReplace(contextOf(stage.server, { id: 910_001, payload, kept: first.place.kept }).context);
    const gone = await there(field);
    const undo = { fieldId: field.id, option: options[0], at: 0, undoes: 910_001 };
    const second = contextOf(stage.server, { id: 910_002, payload: undo }, hasSome);
    await expect(undoReplace(second.context)).rejects.toThrow("the plug was pulled");
    const back = await undoReplace(
      contextOf(stage.server, { id: 910_002, payload: undo, kept: second.place.kept }).context,
    );

    expect([half > 0, half < COUNT]).toEqual([true, true]);
    expect(done).toMatchObject({ changed: COUNT });
    expect(gone.options.map(({ key }) => key)).toEqual(["b", "c"]);
    expect(back).toMatchObject({ changed: COUNT, skipped: 0 });
    expect([(await there(field)).options, await holders(field, "a")]).toEqual([options, COUNT]);
  });

  test("cut off for so long that what was kept of it is gone, it goes on all the same", async () => {
    const field = await anAnswered();
    const payload = { fieldId: field.id, rev: field.rev, option: "a", mode: "apply" };
    const hasSome = ({ result }: { result: unknown }) => (result as { changed: number }).changed > 0;

    const first = contextOf(stage.server, { id: 910_031, payload }, hasSome);
    await expect(runReplace(first.context)).rejects.toThrow("the plug was pulled");
    const { write } = stage.server.deps.database;
    await tidyUndo({ db: write as never, now: new Date(Date.now() + 80 * 60_000) });
    const done = await runReplace(contextOf(stage.server, { id: 910_031, payload, kept: first.place.kept }).context);

    expect(done).toMatchObject({ changed: COUNT });
    expect((await there(field)).options.map(({ key }) => key)).toEqual(["b", "c"]);
    expect(await holders(field, "a")).toBe(0);
  });

  test("what puts back is cut off, and goes on", async () => {
    const field = await anAnswered();
    const payload = { fieldId: field.id, rev: field.rev, option: "a", mode: "apply", into: "c" };
    const hasSome = ({ result }: { result: unknown }) => (result as { changed: number }).changed > 0;

    const first = contextOf(stage.server, { id: 910_011, payload }, hasSome);
    await expect(runReplace(first.context)).rejects.toThrow("the plug was pulled");
    // Cut off and gone on once more: what is kept of the option stays as it was.
    const more = contextOf(stage.server, { id: 910_011, payload, kept: first.place.kept }, () => true);
    await expect(runReplace(more.context)).rejects.toThrow("the plug was pulled");
    const back = { ...payload, job: 910_011 };
    const second = contextOf(stage.server, { id: 910_012, payload: back }, hasSome);
    await expect(putOptionBack(second.context)).rejects.toThrow("the plug was pulled");
    await putOptionBack(contextOf(stage.server, { id: 910_012, payload: back, kept: second.place.kept }).context);

    expect((await there(field)).options).toEqual(options);
    expect([await holders(field, "a"), await holders(field, "c")]).toEqual([COUNT, 0]);
  });

  test("who waited for another job finds the field as it is by then, and takes nothing out of one that was changed", async () => {
    const field = await stage.anAnswered({ kind: "choices", options }, 3, () => "A, B");
    const order = (id: number, body: object) =>
      contextOf(stage.server, { id, payload: { fieldId: field.id, rev: field.rev, mode: "apply", ...body } }).context;
    await runReplace(order(910_021, { option: "b" }));
    const between = await there(field);

    const into = runReplace(order(910_022, { option: "a", into: "b" }));
    await expect(into).rejects.toMatchObject({ code: "event-data.option_unknown" });
    const stale = runReplace(order(910_023, { option: "a" }));
    await expect(stale).rejects.toMatchObject({ code: "stale" });
    await runReplace(order(910_024, { option: "a", rev: between.rev }));
    const last = runReplace(order(910_025, { option: "c", rev: (await there(field)).rev }));
    await expect(last).rejects.toMatchObject({ code: "event-data.option_last" });

    expect(between.options.map(({ key }) => key)).toEqual(["a", "c"]);
    expect((await there(field)).options).toEqual([options[2]]);
  });
});
