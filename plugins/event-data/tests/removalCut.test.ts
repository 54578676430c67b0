// The removal of a field that does not come to its end: called off, hindered or cut off, it is whole or has not been.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Answer, testDatabases } from "../../../tests/support/app.ts";
import { contextOf, watchJobs } from "../../../tests/support/cutOff.ts";
import { PUT_BACK_JOB, putAnswersBack, REMOVE_JOB, runRemoval } from "../server/fields/remove.ts";
import { Stage } from "./longJobs.ts";

const COUNT = 2300;
const ASKED = "The field is asked again. Archive it before it is deleted.";
const PUT_BACK = "Nothing has been deleted: its answers are being put back.";

describe.each(testDatabases)("the removal of a field on %s", (database) => {
  let stage: Stage;
  /** So many transactions of putting back break. */
  let breaks = 0;
  beforeAll(async () => {
    stage = await Stage.of(database, REMOVE_JOB);
    const broken = async () => {
      breaks -= 1;
      if (breaks >= 0) throw new Error("the disk is full");
    };
    watchJobs(stage.server, PUT_BACK_JOB, { before: broken });
  });
  afterAll(() => stage.server.close());

  /** An archived field that many profiles answer. */
  async function anAnswered(): Promise<Field> {
    const draft = { kind: "text", places: ["profile", "list"] };
    const { id, rev } = await stage.anAnswered(draft, COUNT, (at) => `seat ${at}`);
    return (await stage.expert.post(`${stage.base}/field/${id}/archive`, { rev })).data;
  }
  const there = (field: Field) => stage.there(field);
  const cancel = (job: number) => stage.cancel(job);
  const answers = async ({ key }: Field): Promise<number> => {
    const { keys } = (await stage.expert.get(`${stage.base}/field/use`)).data;
    return keys.find((one: { key: string }) => one.key === key)?.answers ?? 0;
  };
  const removal = ({ id, rev }: Field) => stage.expert.post(`${stage.base}/field/${id}/remove`, { rev });
  /** What becomes of a removal when all this is asked in its middle, one after another. */
  async function removedWhile(field: Field, ...all: ((job: number) => Promise<Answer>)[]) {
    const told: Answer[] = [];
    const ask = async (job: number) => {
      for (const one of all) told.push(await one(job));
    };
    stage.meanwhile = { left: 1, ask };
    const started = await removal(field);
    return { job: (await stage.expert.finished(started.data.job.id)).data, told };
  }

  test("called off half-way, it tells that nothing was removed, and all answers come back", async () => {
    const field = await anAnswered();

    let half = 0;
    const { job, told } = await removedWhile(
      field,
      async () => {
        half = await answers(field);
        return removal(field);
      },
      cancel,
    );
    await stage.allDone();
    const after = [await answers(field), (await there(field))?.archived_at];
    const { data: again } = await stage.expert.finished((await removal(field)).data.job.id);

    expect(half).toBeLessThan(COUNT);
    expect(told[0]?.error.code).toBe("event-data.field_removing");
    expect(job).toMatchObject({ state: "cancelled", result: { changed: 0 } });
    expect(after).toEqual([COUNT, field.archived_at]);
    expect(again).toMatchObject({ state: "done", result: { changed: COUNT } });
    expect([await answers(field), await there(field)]).toEqual([0, undefined]);
  });

  test("where the field is asked again meanwhile, it fails with that reason and all answers come back", async () => {
    const field = await anAnswered();

    const { job } = await removedWhile(field, () =>
      stage.expert.post(`${stage.base}/field/${field.id}/restore`, { rev: field.rev }),
    );
    await stage.allDone();

    expect(job).toMatchObject({ state: "failed", error: `${ASKED} ${PUT_BACK}` });
    expect([await answers(field), (await there(field))?.archived_at]).toEqual([COUNT, null]);
    expect(await stage.greatest(field)).toBe("seat 999");
  });

  test("what puts answers back is not called off", async () => {
    const field = await anAnswered();

    const { told } = await removedWhile(field, cancel, (job) => cancel(job + 1));
    await stage.allDone();

    expect(told[1]?.data).toMatchObject({ kind: PUT_BACK_JOB, state: "queued" });
    expect(await answers(field)).toBe(COUNT);
  });

  test("where the putting back breaks, whoever removes the field once more has it put back first", async () => {
    const field = await anAnswered();

    breaks = 1;
    await removedWhile(field, cancel);
    await stage.allDone();
    const half = await answers(field);
    const { data: again } = await stage.expert.finished((await removal(field)).data.job.id);

    expect(half).toBeLessThan(COUNT);
    expect(again).toMatchObject({ state: "done", result: { changed: COUNT } });
    expect([await answers(field), await there(field)]).toEqual([0, undefined]);
  });

  test("cut off, it goes on and tells all that it removed; so does what puts back", async () => {
    const field = await anAnswered();
    const order = { fieldId: field.id };

    const afterSome = ({ at }: { at: unknown }) => (at as { changed: number }).changed > 1000;
    const first = contextOf(stage.server, { id: 900_001, payload: order }, afterSome);
    await expect(runRemoval(first.context)).rejects.toThrow("the plug was pulled");
    const half = await answers(field);
    const back = { ...order, job: 900_001 };
    const second = contextOf(stage.server, { id: 900_002, payload: back }, () => true);
    await expect(putAnswersBack(second.context)).rejects.toThrow("the plug was pulled");
    const third = await putAnswersBack(
      contextOf(stage.server, { id: 900_002, payload: back, kept: second.place.kept }).context,
    );
    const whole = await answers(field);
    const again = contextOf(stage.server, { id: 900_003, payload: order }, () => true);
    await expect(runRemoval(again.context)).rejects.toThrow("the plug was pulled");
    const done = await runRemoval(
      contextOf(stage.server, { id: 900_003, payload: order, kept: again.place.kept }).context,
    );

    expect([half > 0, half < COUNT]).toEqual([true, true]);
    expect([third, whole]).toEqual([{ changed: COUNT - half }, COUNT]);
    expect(done).toEqual({ changed: COUNT });
    expect([await answers(field), await there(field)]).toEqual([0, undefined]);
  });
});
