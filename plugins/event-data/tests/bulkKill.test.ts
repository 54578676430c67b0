// Acts on many in the built server, which is killed in the middle of them and started again: they go on, and say what they did.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Killed } from "./longJobs.ts";

const COUNT = 6000;

describe("acts on many under a kill", () => {
  let killed: Killed;
  let path: string;
  beforeAll(async () => {
    killed = await Killed.start();
    path = killed.path;
    await killed.bring(COUNT);
  }, 180_000);
  afterAll(() => killed.end());

  async function count(status: string): Promise<number> {
    const filter = [{ field: "status", op: "eq", value: status }];
    const asked = { search: "killed.example", filter, limit: 0 };
    return (await killed.call("POST", `${path}/thing/query`, asked)).data.matched;
  }
  /** Pulls the plug once a job has changed some and not yet all. */
  async function killOnceSome(status: string): Promise<number> {
    const some = await killed.once(
      () => count(status),
      (number) => number > 0,
    );
    await killed.kill();
    return some;
  }

  test("a job goes on where it was, its undoing too: each profile once, and both tell all that they did", async () => {
    const body = { selection: { question: { search: "killed.example" } }, act: { do: "deactivate" }, mode: "apply" };
    const { id } = (await killed.call("POST", `${path}/thing/bulk`, body)).data.job;
    const atKill = await killOnceSome("blocked");
    const last = (await killed.call("GET", `${path}/thing/bulk/last`)).data;
    const job = await killed.finished(id);

    expect(atKill).toBeLessThan(COUNT);
    expect(last).toMatchObject({ job: { id }, do: "deactivate" });
    expect(job).toMatchObject({ state: "done", result: { changed: COUNT, unchanged: 0, skipped: 0, errors: [] } });
    expect(await count("blocked")).toBe(COUNT);

    const undoing = (await killed.call("POST", `${path}/thing/bulk/${id}/undo`, {})).data.job.id;
    const backAtKill = await killOnceSome("imported");
    const undone = await killed.finished(undoing);

    expect(backAtKill).toBeLessThan(COUNT);
    expect(undone).toMatchObject({ state: "done", result: { changed: COUNT, unchanged: 0, skipped: 0, errors: [] } });
    expect(await count("imported")).toBe(COUNT);
    // The import by which they came can be undone still.
    expect((await killed.call("GET", `${path}/thing/bulk/last`)).data).toMatchObject({
      do: "import",
      isPartlyBack: false,
    });
    const history = { filter: [{ field: "object_label", op: "startsWith", value: "Killed No" }], limit: 0 };
    // Each came in, was deactivated and came back: a line each, and no more.
    expect((await killed.call("POST", `${path}/history/query`, history)).data.matched).toBe(3 * COUNT);
    await killed.expectWholeHistory();
  }, 240_000);
});
