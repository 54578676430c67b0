// An erasure of many in the built server, which is killed in the middle of it and started again: it goes on, and the history holds.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Killed } from "../../event-data/tests/longJobs.ts";

const COUNT = 6000;

describe("an erasure of many under a kill", () => {
  let killed: Killed;
  let path: string;
  beforeAll(async () => {
    killed = await Killed.start();
    path = killed.path;
    await killed.bring(COUNT);
    const act = { do: "remove", confirm: COUNT };
    const body = { selection: { question: { search: "killed.example" } }, act, mode: "apply" };
    const { job } = (await killed.call("POST", `${path}/thing/bulk`, body)).data;
    expect((await killed.finished(job.id)).result).toMatchObject({ changed: COUNT });
  }, 180_000);
  afterAll(() => killed.end());

  const named = async () =>
    (await killed.call("POST", `${path}/history/query`, { search: "Killed No", limit: 1 })).data.matched as number;

  test("the history holds where it was cut off, and the job goes on: all are forgotten, and it tells all that it did", async () => {
    const filter = [
      { field: "action", op: "eq", value: "remove" },
      { field: "object_type", op: "eq", value: "event-data.thing" },
      { field: "object_label", op: "startsWith", value: "Killed No" },
    ];
    const order = { selection: { question: { filter } }, mode: "apply", confirm: COUNT };
    const { id } = (await killed.call("POST", `${path}/history/erase`, order)).data.job;
    const left = await killed.once(named, (number) => number < 2 * COUNT);
    await killed.kill();
    await killed.expectWholeHistory();
    const job = await killed.finished(id);

    expect(left).toBeGreaterThan(0);
    expect(job).toMatchObject({
      state: "done",
      result: { erased: COUNT, lines: 2 * COUNT, unchanged: 0, skipped: 0, errors: [] },
    });
    expect(await named()).toBe(0);
    await killed.expectWholeHistory();
  }, 240_000);
});
