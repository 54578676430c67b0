// The removal of a field in the built server, which is killed in its middle and started again: nothing is lost on the way.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { Killed } from "./longJobs.ts";

/** More than one transaction writes. */
const COUNT = 24_000;

describe("the removal of a field under a kill", () => {
  let killed: Killed;
  let field: Field;
  beforeAll(async () => {
    killed = await Killed.start();
    const address = `${killed.path}/field`;
    const made = (await killed.call("POST", address, { labels: { "en-gb": "Seat" }, kind: "text" })).data;
    await killed.bring(COUNT, ",Seat", (at) => `,S${at}`);
    field = (await killed.call("POST", `${address}/${made.id}/archive`, { rev: made.rev })).data;
  }, 300_000);
  afterAll(() => killed.end());

  const answers = async (): Promise<number> => {
    const { keys } = (await killed.call("GET", `${killed.path}/field/use`)).data;
    return keys.find(({ key }: { key: string }) => key === field.key)?.answers ?? 0;
  };
  const isThere = async () =>
    ((await killed.call("GET", `${killed.path}/field`)).data as Field[]).some(({ id }) => id === field.id);
  const removal = async (): Promise<number> =>
    (await killed.call("POST", `${killed.path}/field/${field.id}/remove`, { rev: field.rev })).data.job.id;
  const once = (holds: (count: number) => boolean) => killed.once(answers, holds);

  test("called off, and killed while it is put back, all answers are there again; killed on its way, it goes on to its end", async () => {
    const first = await removal();
    const taken = await once((count) => count < COUNT);
    await killed.call("POST", `/1/api/job/${first}/cancel`, {});
    await killed.kill();
    const back = await once((count) => count === COUNT);
    const called = await killed.finished(first);

    expect(taken).toBeLessThan(COUNT);
    expect(called).toMatchObject({ state: "cancelled", result: { changed: 0 } });
    expect([back, await isThere()]).toEqual([COUNT, true]);

    let second: number | undefined;
    while (second === undefined) second = await removal().catch(() => undefined);
    const left = await once((count) => count < COUNT);
    await killed.kill();
    const job = await killed.finished(second);

    expect(left).toBeLessThan(COUNT);
    expect(job).toMatchObject({ state: "done", result: { changed: COUNT } });
    expect([await answers(), await isThere()]).toEqual([0, false]);
    await killed.expectWholeHistory();
  }, 300_000);
});
