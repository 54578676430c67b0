// The undoing of a change of kind, or of an option that was taken out, which does not come to its end: the change is whole, and can
// be undone again.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { testDatabases } from "../../../tests/support/app.ts";
import { contextOf } from "../../../tests/support/cutOff.ts";
import { findAct } from "../server/bulk/undoRows.ts";
import { changeAgain } from "../server/fields/kind/again.ts";
import { KIND_UNDO_JOB, undoKind } from "../server/fields/kind/undo.ts";
import { OPTION_UNDO_JOB } from "../server/fields/optionsBack.ts";
import { Stage } from "./longJobs.ts";

const COUNT = 1200;

describe.each(testDatabases)("the undoing of a change of kind on %s", (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.of(database, KIND_UNDO_JOB);
  });
  afterAll(() => stage.server.close());

  const there = async (field: Field) => (await stage.there(field)) as Field;
  const undo = ({ id }: Field, job: number) => stage.expert.post(`${stage.base}/field/${id}/kind-job/${job}/undo`);
  const undone = async (field: Field, job: number) =>
    (await stage.expert.finished((await undo(field, job)).data.job.id)).data;
  const changed = async () => {
    const field = await stage.anAnswered({ kind: "text", places: ["profile", "list"] }, COUNT, (at) => `${at}.50`);
    const body = { rev: field.rev, kind: "number", mode: "apply", lose: 0 };
    const started = await stage.expert.post(`${stage.base}/field/${field.id}/kind`, body);
    return { field, job: (await stage.expert.finished(started.data.job.id)).data.id as number };
  };

  test.each([1, 2])("stopped after transaction %i, all are numbers again, and it can be undone anew", async (left) => {
    const { field, job } = await changed();

    stage.meanwhile = { left, ask: (id) => stage.cancel(id) };
    const stopped = await undone(field, job);
    await stage.allDone();
    const [after, greatest] = [await there(field), await stage.greatest(field)];
    const again = await undone(field, job);

    expect(stopped.state).toBe("cancelled");
    expect([after.kind, greatest]).toEqual(["number", COUNT - 0.5]);
    expect(again).toMatchObject({ state: "done", result: { changed: COUNT, skipped: 0 } });
    expect([(await there(field)).kind, await stage.greatest(field)]).toEqual(["text", "999.50"]);
  });

  test("stopped while it waits, it can be begun again", async () => {
    const [{ field, job }, other] = [await changed(), await changed()];

    let state = "";
    const ask = async () => {
      const waiting = (await undo(field, job)).data.job.id as number;
      state = (await stage.cancel(waiting)).data.state;
    };
    stage.meanwhile = { left: 1, ask };
    await undone(other.field, other.job);
    const again = await undone(field, job);

    expect(state).toBe("cancelled");
    expect(again).toMatchObject({ state: "done" });
    expect((await there(field)).kind).toBe("text");
  });

  test("who answered in between keeps the answer, and has it back with the next undoing", async () => {
    const { field, job } = await changed();
    const query = { search: stage.mail(1), limit: 1 };
    const someone = async () => (await stage.expert.post(`${stage.base}/thing/query`, query)).data.rows[0];
    const save = async (answer: unknown) => {
      const { id, rev } = await someone();
      return stage.expert.patch(`${stage.base}/thing/${id}`, { rev, fields: { [field.key]: answer } });
    };

    stage.meanwhile = {
      left: 2,
      ask: async (id) => {
        await save("7 o'clock");
        await stage.cancel(id);
      },
    };
    await undone(field, job);
    await stage.allDone();
    const lost = (await someone()).fields[field.key];
    await undone(field, job);

    expect(lost).toBeUndefined();
    expect((await someone()).fields[field.key]).toBe("7 o'clock");
    expect(await stage.greatest(field)).toBe("999.50");
  });

  test("what changes it again is cut off, and goes on; meanwhile nobody undoes it", async () => {
    const { field, job } = await changed();
    const hasSome = ({ result }: { result: unknown }) => (result as { changed: number }).changed > 0;
    const payload = { ...(await findAct(stage.server.deps.database.read as never, job)), undoes: job };

    const undoing = contextOf(stage.server, { id: 920_001, payload }, hasSome);
    await expect(undoKind(undoing.context)).rejects.toThrow("the plug was pulled");
    const half = (await there(field)).kind;
    const again = contextOf(stage.server, { id: 920_002, payload }, hasSome);
    await expect(changeAgain(again.context)).rejects.toThrow("the plug was pulled");
    const refused = await undo(field, job);
    await changeAgain(contextOf(stage.server, { id: 920_002, payload, kept: again.place.kept }).context);

    expect(half).toBe("text");
    expect(refused).toMatchObject({ status: 409, error: { code: "event-data.undo_waits" } });
    expect([(await there(field)).kind, await stage.greatest(field)]).toEqual(["number", COUNT - 0.5]);
    expect(await undone(field, job)).toMatchObject({ state: "done", result: { changed: COUNT } });
  });
});

describe.each(testDatabases)("the undoing of an option that was taken out on %s", (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.of(database, OPTION_UNDO_JOB);
  });
  afterAll(() => stage.server.close());

  const options = ["a", "b", "c"].map((key) => ({ key, labels: { "en-gb": key.toUpperCase() } }));
  const there = async (field: Field) => (await stage.there(field)) as Field;
  const holders = async ({ key }: Field, option: string) => {
    const filter = [{ field: `fields.${key}`, op: "in", value: [option] }];
    return (await stage.expert.post(`${stage.base}/thing/query`, { filter, limit: 0 })).data.matched as number;
  };
  const undone = async ({ id }: Field, job: number) => {
    const started = await stage.expert.post(`${stage.base}/field/${id}/option-job/${job}/undo`);
    return (await stage.expert.finished(started.data.job.id)).data;
  };

  test.each([1, 2])("stopped after transaction %i, it is out again, and can be undone anew", async (left) => {
    const field = await stage.anAnswered({ kind: "choice", options }, COUNT, () => "A");
    const body = { rev: field.rev, mode: "apply", into: "b" };
    const started = await stage.expert.post(`${stage.base}/field/${field.id}/option/a/replace`, body);
    const job = (await stage.expert.finished(started.data.job.id)).data.id as number;

    stage.meanwhile = { left, ask: (id) => stage.cancel(id) };
    const stopped = await undone(field, job);
    await stage.allDone();
    const keys = (await there(field)).options.map(({ key }) => key);
    const out = [await holders(field, "a"), await holders(field, "b")];
    const again = await undone(field, job);

    expect(stopped.state).toBe("cancelled");
    expect([keys, out]).toEqual([
      ["b", "c"],
      [0, COUNT],
    ]);
    expect(again).toMatchObject({ state: "done", result: { changed: COUNT, skipped: 0 } });
    expect((await there(field)).options).toEqual(options);
    expect([await holders(field, "a"), await holders(field, "b")]).toEqual([COUNT, 0]);
  });
});
