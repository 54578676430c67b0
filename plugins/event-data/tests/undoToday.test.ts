// Fields change between an act on many and its undoing: answers come back as the fields of today take them, or are told.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { BulkAct, BulkResult } from "../contract.ts";

describe.each(testDatabases)("fields that change before an undoing, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let expert: Asker;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    expert = await server.as("super");
  });
  afterAll(() => server.close());
  beforeEach(() => {
    round += 1;
  });

  const option = (key: string, label: string) => ({ key, labels: { "en-gb": label } });
  const SIZES = [option("s", "Small"), option("m", "Medium"), option("l", "Large")];
  const aField = async (draft: object, path = place.path): Promise<Field> => {
    const made = await expert.post(`${path}/field`, { labels: { "en-gb": `Today ${round}` }, ...draft });
    expect(made.status).toBe(201);
    return made.data;
  };
  const fieldNow = async ({ id }: Field): Promise<Field> =>
    ((await expert.get(`${place.path}/field`)).data as Field[]).find((one) => one.id === id) as Field;
  const person = (name: string, values: object = {}) =>
    aProfile(place, { first_name: name, last_name: `Today${round}`, ...values });
  const answers = async ({ id }: { id: number }) => (await place.asker.get(`${place.path}/thing/${id}`)).data.fields;
  const finished = async (started: { status: number; data: { job: { id: number } } }) => {
    expect(started.status).toBe(202);
    const { data } = await expert.finished(started.data.job.id);
    expect(data.state).toBe("done");
    return data;
  };
  const bulk = async (act: BulkAct, people: readonly { id: number }[]) => {
    const selection = { ids: people.map(({ id }) => id) };
    const started = await place.asker.post(`${place.path}/thing/bulk`, { selection, act, mode: "apply" });
    return (await finished(started)).id as number;
  };
  const remove = (people: readonly { id: number }[]) => bulk({ do: "remove", confirm: people.length }, people);
  const undo = async (job: number) =>
    (await finished(await place.asker.post(`${place.path}/thing/bulk/${job}/undo`, {}))).result as BulkResult;

  const kindOf = async (field: Field, kind: string, more: object = {}) => {
    const { rev } = await fieldNow(field);
    const order = { rev, kind, mode: "apply", ...more };
    return (await finished(await expert.post(`${place.path}/field/${field.id}/kind`, order))).id as number;
  };
  const undoKind = async (field: Field, job: number) =>
    finished(await expert.post(`${place.path}/field/${field.id}/kind-job/${job}/undo`));
  const replace = async (field: Field, key: string, into?: string) => {
    const order = { rev: (await fieldNow(field)).rev, mode: "apply", ...(into && { into }) };
    return (await finished(await expert.post(`${place.path}/field/${field.id}/option/${key}/replace`, order)))
      .id as number;
  };
  const removeField = async (field: Field) => {
    const { data } = await expert.post(`${place.path}/field/${field.id}/archive`, { rev: (await fieldNow(field)).rev });
    await finished(await expert.post(`${place.path}/field/${field.id}/remove`, { rev: data.rev }));
  };
  const lostOnes = (count: number) => [expect.objectContaining({ label: "event-data:undone.answers", count })];

  test("a choice that has become a text comes back by its name", async () => {
    const field = await aField({ kind: "choice", options: SIZES });
    const [ann, bo] = [await person("Ann", { fields: { [field.key]: "m" } }), await person("Bo")];
    const job = await remove([ann, bo]);
    await kindOf(field, "text");

    const undone = await undo(job);

    expect(undone).toMatchObject({ changed: 2, skipped: 0 });
    expect(undone.losses).toBeUndefined();
    expect(await answers(ann)).toEqual({ [field.key]: "Medium" });
  });

  test("texts that are no number stay out and are told, of those who come back", async () => {
    const field = await aField({ kind: "text" });
    const values = (text: string) => ({ fields: { [field.key]: text } });
    const [ann, bo] = [await person("Ann", values("about ten")), await person("Bo", values("12"))];
    const job = await remove([ann, bo]);
    await kindOf(field, "number");

    const undone = await undo(job);

    expect(undone).toMatchObject({ changed: 2, skipped: 0 });
    expect([await answers(ann), await answers(bo)]).toEqual([{}, { [field.key]: 12 }]);
    expect(undone.losses).toEqual([
      {
        label: "event-data:undone.answers",
        count: 1,
        examples: [
          { label: "event-data:undone.answer", values: { field: `Today ${round}`, name: `Ann Today${round}` } },
        ],
      },
    ]);
    const history = (await expert.get(`${place.path}/thing/${ann.id}/history`)).data;
    expect(history[0]).toMatchObject({ action: "undo", before: null });
    expect(history[0].after.fields ?? {}).toEqual({});
  });

  test("a change of kind that has been undone leaves the answer as it was", async () => {
    const field = await aField({ kind: "text" });
    const ann = await person("Ann", { fields: { [field.key]: "about ten" } });
    const job = await remove([ann]);
    await undoKind(field, await kindOf(field, "number"));

    expect((await undo(job)).losses).toBeUndefined();
    expect(await answers(ann)).toEqual({ [field.key]: "about ten" });
  });

  test("one kind after another is followed", async () => {
    const field = await aField({ kind: "choices", options: SIZES });
    const ann = await person("Ann", { fields: { [field.key]: ["s", "l"] } });
    const job = await remove([ann]);
    await kindOf(field, "text");
    await kindOf(field, "long_text");

    expect((await undo(job)).losses).toBeUndefined();
    expect(await answers(ann)).toEqual({ [field.key]: "Small, Large" });
  });

  test("an option that went into another does so of those who come back; one that went away does, too, and is told", async () => {
    const one = await aField({ kind: "choice", options: SIZES });
    const many = await aField({ kind: "choices", options: SIZES, labels: { "en-gb": `Many ${round}` } });
    const ann = await person("Ann", { fields: { [one.key]: "s", [many.key]: ["s", "m"] } });
    const bo = await person("Bo", { fields: { [many.key]: ["s"] } });
    const job = await remove([ann, bo]);
    await replace(one, "s", "l");
    await replace(many, "s");

    const undone = await undo(job);

    expect(undone.losses).toEqual(lostOnes(2));
    expect([await answers(ann), await answers(bo)]).toEqual([{ [one.key]: "l", [many.key]: ["m"] }, {}]);
  });

  test("an option that has come back since is answered as it was", async () => {
    const field = await aField({ kind: "choice", options: SIZES });
    const ann = await person("Ann", { fields: { [field.key]: "s" } });
    const job = await remove([ann]);
    const replaced = await replace(field, "s", "l");
    await finished(await expert.post(`${place.path}/field/${field.id}/option-job/${replaced}/undo`));

    expect((await undo(job)).losses).toBeUndefined();
    expect(await answers(ann)).toEqual({ [field.key]: "s" });
  });

  test("an answer that was emptied before its field changed comes back in the new kind", async () => {
    const field = await aField({ kind: "choice", options: SIZES });
    const ann = await person("Ann", { fields: { [field.key]: "m" } });
    const job = await bulk({ do: "edit", field: `fields.${field.key}`, value: null }, [ann]);
    expect(await answers(ann)).toEqual({});
    await kindOf(field, "text");

    expect(await undo(job)).toMatchObject({ changed: 1, skipped: 0 });
    expect(await answers(ann)).toEqual({ [field.key]: "Medium" });
  });

  test("where it cannot come back, what was answered instead stays", async () => {
    const field = await aField({ kind: "text" });
    const other = await aField({ kind: "text", labels: { "en-gb": `Other ${round}` } });
    const ann = await person("Ann", { fields: { [other.key]: "a" } });
    await bulk({ do: "edit", field: `fields.${field.key}`, value: "about ten" }, [ann]);
    const job = await bulk({ do: "edit", field: `fields.${field.key}`, value: null }, [ann]);
    await kindOf(field, "number");

    const undone = await undo(job);

    expect(undone.losses).toEqual(lostOnes(1));
    expect(await answers(ann)).toEqual({ [other.key]: "a" });
  });

  test("answers to a field that has been removed stay out, also where another one has its key", async () => {
    const [going, renewed] = [await aField({ kind: "text" }), await aField({ kind: "text", key: `again_${round}` })];
    const ann = await person("Ann", { fields: { [going.key]: "a", [renewed.key]: "b", loose: "c" } });
    const job = await remove([ann]);
    for (const field of [going, renewed]) await removeField(field);
    const again = await aField({ kind: "text", key: renewed.key });
    const bo = await person("Bo", { fields: { [again.key]: "mine" } });
    const job2 = await remove([bo]);

    expect((await undo(job2)).losses).toBeUndefined();
    expect((await undo(job)).losses).toEqual(lostOnes(2));
    expect([await answers(ann), await answers(bo)]).toEqual([{ loose: "c" }, { [again.key]: "mine" }]);
  });

  test("answers move with a field that has become one of several events", async () => {
    const elsewhere = `/1/api/container/${server.events["Baltic Trade Forum"]}`;
    const first = await aField({ kind: "choice", options: SIZES, key: `first_${round}` }, elsewhere);
    const here = await aField({
      kind: "choice",
      options: [option("klein", "Small"), option("gross", "Large")],
      key: `here_${round}`,
    });
    const ann = await person("Ann", { fields: { [here.key]: "gross" } });
    const job = await remove([ann]);
    const order = { fields: [first.id, here.id], differing: "stay", mode: "apply" };
    await finished(await expert.post("/1/api/field/promote", order));

    expect((await undo(job)).losses).toBeUndefined();
    expect(await answers(ann)).toEqual({ [first.key]: "l" });
  });

  test("a merge that is undone, alone or among many, gives both their answers as the field takes them today", async () => {
    const field = await aField({ kind: "choice", options: SIZES });
    const twins = async (name: string) => {
      const values = (size: string) => ({ company_name: "Twin", fields: { [field.key]: size } });
      return [await person(name, values("l")), await person(name, values("s"))] as const;
    };
    const [ann, anna] = await twins("Ann");
    const [bo, bob] = await twins("Bo");
    const sides = { keep: { id: ann.id, rev: ann.rev }, drop: { id: anna.id, rev: anna.rev }, take: [] };
    const merged = await place.asker.post(`${place.path}/thing/merge`, sides);
    expect(merged.status).toBe(201);
    const job = await bulk({ do: "merge", by: "name" }, [bo, bob]);
    await replace(field, "s");

    const alone = await place.asker.post(`${place.path}/thing/merge/${merged.data.id}/undo`);
    const many = await undo(job);

    expect(alone.data.left).toEqual(lostOnes(1));
    expect(many).toMatchObject({ changed: 1, skipped: 0, losses: lostOnes(1) });
    expect(await Promise.all([ann, anna, bo, bob].map(answers))).toEqual([
      { [field.key]: "l" },
      {},
      { [field.key]: "l" },
      {},
    ]);
  });

  test.each(["kind", "option"] as const)(
    "an earlier act can be undone while a change of a field that came after it stands, which can be undone then: its %s",
    async (what) => {
      const field = await aField({ kind: "choice", options: SIZES, key: `stands_${round}` });
      const [ann, bo] = [await person("Ann"), await person("Bo", { fields: { [field.key]: "m" } })];
      const titles = await bulk({ do: "edit", field: "job_title", value: "Baker" }, [ann, bo]);
      const sizes = await bulk({ do: "edit", field: `fields.${field.key}`, value: "s" }, [ann, bo]);
      const later = what === "kind" ? await kindOf(field, "text") : await replace(field, "s", "l");
      const between = what === "kind" ? { s: "Small", m: "Medium" } : { s: "l", m: "m" };
      expect(await answers(ann)).toEqual({ [field.key]: between.s });

      expect(await undo(sizes)).toMatchObject({ changed: 2, skipped: 0 });
      expect([await answers(ann), await answers(bo)]).toEqual([{}, { [field.key]: between.m }]);
      expect(await undo(titles)).toMatchObject({ changed: 2, skipped: 0 });

      if (what === "kind") await undoKind(field, later);
      else await finished(await expert.post(`${place.path}/field/${field.id}/option-job/${later}/undo`));
      expect([await answers(ann), await answers(bo)]).toEqual([{}, { [field.key]: "m" }]);
      const { data } = await place.asker.get(`${place.path}/thing/${ann.id}`);
      expect(data.job_title).toBe("");
    },
  );

  test("what somebody has saved between an act and a change of a field stays as it is", async () => {
    const field = await aField({ kind: "choice", options: SIZES, key: `saved_${round}` });
    const ann = await person("Ann", { fields: { [field.key]: "m" } });
    const job = await bulk({ do: "edit", field: "job_title", value: "Baker" }, [ann]);
    const now = (await place.asker.get(`${place.path}/thing/${ann.id}`)).data;
    await place.asker.patch(`${place.path}/thing/${ann.id}`, { rev: now.rev, company_name: "Oak" });
    await kindOf(field, "text");

    expect(await undo(job)).toMatchObject({ changed: 0, skipped: 1 });
  });

  test.each(["kind", "option", "promotion"] as const)(
    "an earlier act can be undone once a change of a field that came after it has been: its %s",
    async (what) => {
      const field = await aField({ kind: "choice", options: SIZES, key: `later_${round}` });
      const [ann, bo] = [await person("Ann"), await person("Bo", { fields: { [field.key]: "m" } })];
      const job = await bulk({ do: "edit", field: `fields.${field.key}`, value: "s" }, [ann, bo]);
      if (what === "kind") await undoKind(field, await kindOf(field, "text"));
      if (what === "option") {
        const replaced = await replace(field, "s", "l");
        await finished(await expert.post(`${place.path}/field/${field.id}/option-job/${replaced}/undo`));
      }
      if (what === "promotion") {
        const elsewhere = `/1/api/container/${server.events["Baltic Trade Forum"]}`;
        const first = await aField({ kind: "choice", options: SIZES, key: `leading_${round}` }, elsewhere);
        const order = { fields: [first.id, field.id], differing: "stay", mode: "apply" };
        const done = await finished(await expert.post("/1/api/field/promote", order));
        expect(await answers(ann)).toEqual({ [first.key]: "s" });
        await finished(await expert.post(`/1/api/field/promote/${done.id}/undo`));
      }
      expect(await answers(ann)).toEqual({ [field.key]: "s" });

      expect(await undo(job)).toMatchObject({ changed: 2, skipped: 0 });
      expect([await answers(ann), await answers(bo)]).toEqual([{}, { [field.key]: "m" }]);
    },
  );
});
