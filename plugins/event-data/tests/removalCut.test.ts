// The removal of a field that does not come to its end: called off, hindered or cut off, it is whole or has not been.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Answer, type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { contextOf, watchJobs } from "../../../tests/support/cutOff.ts";
import { PUT_BACK_JOB, putAnswersBack, REMOVE_JOB, runRemoval } from "../server/fields/remove.ts";

const COUNT = 2300;
const ASKED = "The field is asked again. Archive it before it is deleted.";
const PUT_BACK = "Nothing has been deleted: its answers are being put back.";

describe.each(testDatabases)("the removal of a field on %s", (database) => {
  let server: TestApp;
  let expert: Asker;
  let base: string;
  let type: number;
  let round = 0;
  /** Asked once the next removal has written its first answers. */
  let meanwhile: ((job: number) => Promise<unknown>) | undefined;
  /** So many transactions of putting back break. */
  let breaks = 0;
  beforeAll(async () => {
    server = await app({ database });
    const ask = async (job: number) => {
      const asked = meanwhile;
      meanwhile = undefined;
      await asked?.(job);
    };
    watchJobs(server, REMOVE_JOB, { after: ask });
    const broken = async () => {
      breaks -= 1;
      if (breaks >= 0) throw new Error("the disk is full");
    };
    watchJobs(server, PUT_BACK_JOB, { before: broken });
    expert = await server.as("expert");
    base = `/1/api/container/${server.bigEventId}`;
    const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
    type = types.find((one) => one.type_category_id === 1)?.id as number;
  });
  afterAll(() => server.close());

  /** An archived field that many profiles answer. */
  async function anAnswered(): Promise<Field> {
    round += 1;
    const draft = { labels: { "en-gb": `Going ${round}` }, kind: "text", places: ["profile", "list"] };
    const { data } = await expert.post(`${base}/field`, draft);
    const lines = Array.from({ length: COUNT }, (_, at) => `Cut ${at},${at}@${round}.example,seat ${at}`).join("\n");
    await expert.importFile(
      server.bigEventId,
      `kind=thing&format=csv&mode=apply&type=${type}`,
      `Name,Email,Going ${round}\n${lines}\n`,
    );
    return (await expert.post(`${base}/field/${data.id}/archive`, { rev: data.rev })).data;
  }
  const answers = async ({ key }: Field): Promise<number> => {
    const { keys } = (await expert.get(`${base}/field/use`)).data;
    return keys.find((one: { key: string }) => one.key === key)?.answers ?? 0;
  };
  const there = async ({ id }: Field): Promise<Field | undefined> =>
    ((await expert.get(`${base}/field`)).data as Field[]).find((one) => one.id === id);
  const removal = ({ id, rev }: Field) => expert.post(`${base}/field/${id}/remove`, { rev });
  /** What becomes of a removal when all this is asked in its middle, one after another. */
  async function removedWhile(field: Field, ...all: ((job: number) => Promise<Answer>)[]) {
    const told: Answer[] = [];
    meanwhile = async (job) => {
      for (const ask of all) told.push(await ask(job));
    };
    const started = await removal(field);
    return { job: (await expert.finished(started.data.job.id)).data, told };
  }
  const cancel = (job: number) => expert.post(`/1/api/job/${job}/cancel`);
  /** Jobs run one after another: the next one ends after the one that puts back. */
  const allDone = async () => {
    const field = (await expert.post(`${base}/field`, { labels: { "en-gb": "Next" }, kind: "text" })).data;
    const body = { rev: field.rev, kind: "number", mode: "dry-run" };
    await expert.finished((await expert.post(`${base}/field/${field.id}/kind`, body)).data.job.id);
  };

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
    await allDone();
    const after = [await answers(field), (await there(field))?.archived_at];
    const { data: again } = await expert.finished((await removal(field)).data.job.id);

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
      expert.post(`${base}/field/${field.id}/restore`, { rev: field.rev }),
    );
    await allDone();

    expect(job).toMatchObject({ state: "failed", error: `${ASKED} ${PUT_BACK}` });
    expect([await answers(field), (await there(field))?.archived_at]).toEqual([COUNT, null]);
    const sort = [{ field: `fields.${field.key}`, direction: "desc" }];
    const { rows } = (await expert.post(`${base}/thing/query`, { sort, limit: 1 })).data;
    expect(rows[0].fields[field.key]).toBe("seat 999");
  });

  test("what puts answers back is not called off", async () => {
    const field = await anAnswered();

    const { told } = await removedWhile(field, cancel, (job) => cancel(job + 1));
    await allDone();

    expect(told[1]?.data).toMatchObject({ kind: PUT_BACK_JOB, state: "queued" });
    expect(await answers(field)).toBe(COUNT);
  });

  test("where the putting back breaks, whoever removes the field once more has it put back first", async () => {
    const field = await anAnswered();

    breaks = 1;
    await removedWhile(field, cancel);
    await allDone();
    const half = await answers(field);
    const { data: again } = await expert.finished((await removal(field)).data.job.id);

    expect(half).toBeLessThan(COUNT);
    expect(again).toMatchObject({ state: "done", result: { changed: COUNT } });
    expect([await answers(field), await there(field)]).toEqual([0, undefined]);
  });

  test("cut off, it goes on and tells all that it removed; so does what puts back", async () => {
    const field = await anAnswered();
    const order = { fieldId: field.id };

    const afterSome = ({ at }: { at: unknown }) => (at as { changed: number }).changed > 1000;
    const first = contextOf(server, { id: 900_001, payload: order }, afterSome);
    await expect(runRemoval(first.context)).rejects.toThrow("the plug was pulled");
    const half = await answers(field);
    const back = { ...order, job: 900_001 };
    const second = contextOf(server, { id: 900_002, payload: back }, () => true);
    await expect(putAnswersBack(second.context)).rejects.toThrow("the plug was pulled");
    const third = await putAnswersBack(
      contextOf(server, { id: 900_002, payload: back, kept: second.place.kept }).context,
    );
    const whole = await answers(field);
    const again = contextOf(server, { id: 900_003, payload: order }, () => true);
    await expect(runRemoval(again.context)).rejects.toThrow("the plug was pulled");
    const done = await runRemoval(contextOf(server, { id: 900_003, payload: order, kept: again.place.kept }).context);

    expect([half > 0, half < COUNT]).toEqual([true, true]);
    expect([third, whole]).toEqual([{ changed: COUNT - half }, COUNT]);
    expect(done).toEqual({ changed: COUNT });
    expect([await answers(field), await there(field)]).toEqual([0, undefined]);
  });
});
