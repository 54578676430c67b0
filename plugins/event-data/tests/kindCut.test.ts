// A change of kind that does not come to its end: the field and its answers are as they were.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { testDatabases } from "../../../tests/support/app.ts";
import { contextOf } from "../../../tests/support/cutOff.ts";
import { KIND_JOB, runKind } from "../server/fields/kind/change.ts";
import { KIND_BACK_JOB, putKindBack } from "../server/fields/kind/undo.ts";
import { Stage } from "./longJobs.ts";

const COUNT = 1200;

describe.each(testDatabases)("a change of kind on %s", (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.of(database, KIND_JOB);
  });
  afterAll(() => stage.server.close());

  const anAnswered = () => {
    const draft = { kind: "text", places: ["profile", "list"] };
    return stage.anAnswered(draft, COUNT, (at) => `${at}.50`);
  };
  const there = async (field: Field) => (await stage.there(field)) as Field;
  const change = ({ id, rev }: Field, mode = "apply") =>
    stage.expert.post(`${stage.base}/field/${id}/kind`, { rev, kind: "number", mode, lose: COUNT });

  test.each([1, 2])(
    "called off after transaction %i, the field is what it was, and can be changed anew",
    async (left) => {
      const field = await anAnswered();

      stage.meanwhile = { left, ask: (job) => stage.cancel(job) };
      const { data: job } = await stage.expert.finished((await change(field)).data.job.id);
      await stage.allDone();
      const after = await there(field);
      const before = await stage.greatest(field);
      const { data: again } = await stage.expert.finished((await change(after)).data.job.id);

      expect(job.state).toBe("cancelled");
      expect(after).toMatchObject({ kind: "text", options: field.options, limits: field.limits });
      expect(before).toBe("999.50");
      expect(again).toMatchObject({ state: "done", result: { changed: COUNT } });
      expect([(await there(field)).kind, await stage.greatest(field)]).toEqual(["number", COUNT - 0.5]);
    },
  );

  test("what somebody takes back at the same time is taken back once", async () => {
    const field = await anAnswered();

    let undoing = 0;
    stage.meanwhile = {
      left: 2,
      ask: async (job) => {
        undoing = (await stage.expert.post(`${stage.base}/field/${field.id}/kind-job/${job}/undo`)).data.job.id;
        await stage.cancel(job);
      },
    };
    await stage.expert.finished((await change(field)).data.job.id);
    await stage.expert.finished(undoing);
    await stage.allDone();

    expect(await there(field)).toMatchObject({ kind: "text", rev: field.rev + 2 });
    expect(await stage.greatest(field)).toBe("999.50");
  });

  test("what puts back is cut off, and goes on", async () => {
    const field = await anAnswered();
    const payload = { fieldId: field.id, rev: field.rev, kind: "number", mode: "apply", lose: COUNT };

    const first = contextOf(
      stage.server,
      { id: 900_011, payload },
      ({ result }) => (result as { changed: number }).changed > 0,
    );
    await expect(runKind(first.context)).rejects.toThrow("the plug was pulled");
    const half = (await there(field)).kind;
    const back = { ...payload, job: 900_011 };
    const second = contextOf(stage.server, { id: 900_012, payload: back }, () => true);
    await expect(putKindBack(second.context)).rejects.toThrow("the plug was pulled");
    await putKindBack(contextOf(stage.server, { id: 900_012, payload: back, kept: second.place.kept }).context);

    expect(KIND_BACK_JOB).toBe("event-data.kind-back");
    expect(half).toBe("number");
    expect((await there(field)).kind).toBe("text");
    expect(await stage.greatest(field)).toBe("999.50");
  });
});
