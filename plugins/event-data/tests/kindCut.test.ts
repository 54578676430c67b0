// A change of kind that does not come to its end: the field and its answers are as they were.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { contextOf, watchJobs } from "../../../tests/support/cutOff.ts";
import { KIND_JOB, runKind } from "../server/fields/kind/change.ts";
import { KIND_BACK_JOB, putKindBack } from "../server/fields/kind/undo.ts";

const COUNT = 1200;

describe.each(testDatabases)("a change of kind on %s", (database) => {
  let server: TestApp;
  let expert: Asker;
  let base: string;
  let type: number;
  let round = 0;
  /** Asked after so many more transactions of the next change. */
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
    watchJobs(server, KIND_JOB, { after });
    expert = await server.as("expert");
    base = `/1/api/container/${server.bigEventId}`;
    const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
    type = types.find((one) => one.type_category_id === 1)?.id as number;
  });
  afterAll(() => server.close());

  async function anAnswered(): Promise<Field> {
    round += 1;
    const draft = { labels: { "en-gb": `Turning ${round}` }, kind: "text", places: ["profile", "list"] };
    const { data } = await expert.post(`${base}/field`, draft);
    const lines = Array.from({ length: COUNT }, (_, at) => `Turn ${at},${at}@turn${round}.example,${at}.50`).join("\n");
    const query = `kind=thing&format=csv&mode=apply&type=${type}`;
    await expert.importFile(server.bigEventId, query, `Name,Email,Turning ${round}\n${lines}\n`);
    return data;
  }
  const there = async ({ id }: Field) =>
    ((await expert.get(`${base}/field`)).data as Field[]).find((one) => one.id === id) as Field;
  /** The greatest answer, by the list's own order. */
  const greatest = async ({ key }: Field) => {
    const sort = [{ field: `fields.${key}`, direction: "desc" }];
    const { rows } = (await expert.post(`${base}/thing/query`, { sort, limit: 1 })).data;
    return rows[0].fields[key];
  };
  const change = ({ id, rev }: Field, mode = "apply") =>
    expert.post(`${base}/field/${id}/kind`, { rev, kind: "number", mode, lose: COUNT });
  /** Jobs run one after another: the next one ends after the one that puts back. */
  const allDone = async () => {
    const field = (await expert.post(`${base}/field`, { labels: { "en-gb": "Next" }, kind: "text" })).data;
    await expert.finished((await change(field, "dry-run")).data.job.id);
  };

  test.each([1, 2])(
    "called off after transaction %i, the field is what it was, and can be changed anew",
    async (left) => {
      const field = await anAnswered();

      meanwhile = { left, ask: (job) => expert.post(`/1/api/job/${job}/cancel`) };
      const { data: job } = await expert.finished((await change(field)).data.job.id);
      await allDone();
      const after = await there(field);
      const before = await greatest(field);
      const { data: again } = await expert.finished((await change(after)).data.job.id);

      expect(job.state).toBe("cancelled");
      expect(after).toMatchObject({ kind: "text", options: field.options, limits: field.limits });
      expect(before).toBe("999.50");
      expect(again).toMatchObject({ state: "done", result: { changed: COUNT } });
      expect([(await there(field)).kind, await greatest(field)]).toEqual(["number", COUNT - 0.5]);
    },
  );

  test("what somebody takes back at the same time is taken back once", async () => {
    const field = await anAnswered();

    let undoing = 0;
    meanwhile = {
      left: 2,
      ask: async (job) => {
        undoing = (await expert.post(`${base}/field/${field.id}/kind-job/${job}/undo`)).data.job.id;
        await expert.post(`/1/api/job/${job}/cancel`);
      },
    };
    await expert.finished((await change(field)).data.job.id);
    await expert.finished(undoing);
    await allDone();

    expect(await there(field)).toMatchObject({ kind: "text", rev: field.rev + 2 });
    expect(await greatest(field)).toBe("999.50");
  });

  test("what puts back is cut off, and goes on", async () => {
    const field = await anAnswered();
    const payload = { fieldId: field.id, rev: field.rev, kind: "number", mode: "apply", lose: COUNT };

    const first = contextOf(
      server,
      { id: 900_011, payload },
      ({ result }) => (result as { changed: number }).changed > 0,
    );
    await expect(runKind(first.context)).rejects.toThrow("the plug was pulled");
    const half = (await there(field)).kind;
    const back = { ...payload, job: 900_011 };
    const second = contextOf(server, { id: 900_012, payload: back }, () => true);
    await expect(putKindBack(second.context)).rejects.toThrow("the plug was pulled");
    await putKindBack(contextOf(server, { id: 900_012, payload: back, kept: second.place.kept }).context);

    expect(KIND_BACK_JOB).toBe("event-data.kind-back");
    expect(half).toBe("number");
    expect((await there(field)).kind).toBe("text");
    expect(await greatest(field)).toBe("999.50");
  });
});
