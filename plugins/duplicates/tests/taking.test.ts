// What a merge takes over was judged when it was given; what two people may not both give, it does not take, dry or not.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

const STORY = "x".repeat(3000);

describe.each(testDatabases)("answers that a merge takes over on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let here: string;
  let elsewhere: string;
  let type: number;
  let otherType: number;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    here = `/1/api/container/${server.bigEventId}`;
    elsewhere = `/1/api/container/${server.events["Baltic Trade Forum"]}`;
    const types: { id: number; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
    [type = 0, otherType = 0] = types.filter((one) => one.type_category_id === 1).map(({ id }) => id);
    const labels = { "en-gb": "Story" };
    await admin.post(`${here}/field`, { key: "story", labels, kind: "long_text", limits: { max_length: 5000 } });
  });
  beforeEach(() => {
    round += 1;
  });
  afterAll(() => server.close());

  const person = async (who: string, values: object = {}, path = here) => {
    const name = { first_name: "Ada", last_name: `Taking${round}`, company_name: "Acme" };
    const email = `${who}${round}@taking.example`;
    const made = await admin.post(`${path}/thing`, { type_id: type, ...name, email, ...values });
    expect(made.status).toBe(201);
    return made.data as { id: number; rev: number; name: string };
  };
  const full = { job_title: "Buyer", country: "FR" };
  const fieldsOf = async ({ id }: { id: number }) => (await admin.get(`${here}/thing/${id}`)).data?.fields;
  const bulk = async (mode: "dry-run" | "apply", ...things: { id: number }[]) => {
    const selection = { ids: things.map(({ id }) => id) };
    const { job } = (await admin.post(`${here}/thing/bulk`, { selection, act: { do: "merge", by: "name" }, mode }))
      .data;
    return (await admin.finished(job.id)).data;
  };

  test("a pair's long answer is taken, and both are as they were once that is undone", async () => {
    const [keep, drop] = [await person("one"), await person("two", { fields: { story: STORY } })];
    const [mine, theirs] = [keep, drop].map(({ id, rev }) => ({ id, rev }));

    const merged = await admin.post(`${here}/thing/merge`, { keep: mine, drop: theirs, take: ["fields.story"] });

    expect([merged.status, await fieldsOf(keep)]).toEqual([201, { story: STORY }]);
    expect((await admin.post(`${here}/thing/merge/${merged.data.id}/undo`)).status).toBe(200);
    expect([await fieldsOf(keep), await fieldsOf(drop)]).toEqual([{}, { story: STORY }]);
  });

  test("choosing that the other says nothing takes the answer away", async () => {
    const [keep, drop] = [await person("one", { fields: { story: "Mine", shoe: "38" } }), await person("two")];
    const [mine, theirs] = [keep, drop].map(({ id, rev }) => ({ id, rev }));

    await admin.post(`${here}/thing/merge`, { keep: mine, drop: theirs, take: ["fields.story"] });

    expect(await fieldsOf(keep)).toEqual({ shoe: "38" });
  });

  test("among many, long answers are taken as the dry run says, and undone", async () => {
    const keep = await person("one", full);
    const drop = await person("two", { fields: { story: STORY } });

    const dry = await bulk("dry-run", keep, drop);
    const done = await bulk("apply", keep, drop);

    const told = { changed: 1, groups: 1, skipped: 0, errors: [] };
    expect([dry.result, done.result]).toMatchObject([told, told]);
    expect(await fieldsOf(keep)).toEqual({ story: STORY });
    await admin.finished((await admin.post(`${here}/thing/bulk/${done.id}/undo`, {})).data.job.id);
    expect([await fieldsOf(keep), await fieldsOf(drop)]).toEqual([{}, { story: STORY }]);
  });

  test("a group that would be refused, since an answer may be given once, is left out by the dry run in the same words", async () => {
    const key = `seat_${round}`;
    const draft = { key, labels: { "en-gb": `Seat ${round}` }, kind: "text", unique: true };
    expect((await admin.post("/1/api/field", draft)).status).toBe(201);
    const [keep, drop] = [await person("one", full), await person("two", { fields: { [key]: "4 A" } })];
    // The one who goes gives it in another event as well; the one who stays is another person there.
    await person("two", { fields: { [key]: "4 A" } }, elsewhere);

    const dry = await bulk("dry-run", keep, drop);
    const done = await bulk("apply", keep, drop);

    expect(dry.result).toMatchObject({ changed: 0, groups: 0, unchanged: 0, skipped: 2 });
    expect(dry.result.errors[0].message).toContain("another event");
    const told = ({ changed, groups, unchanged, skipped, errors }: typeof dry.result) => ({
      changed,
      groups,
      unchanged,
      skipped,
      errors,
    });
    expect(told(done.result)).toEqual(told(dry.result));
    // Of those who go, nothing is taken: what only one of them gives is free.
    const [stays, goes] = [await person("three", full), await person("four", { fields: { [key]: "4 B" } })];
    expect((await bulk("dry-run", stays, goes)).result).toMatchObject({ changed: 1, groups: 1, skipped: 0 });
    expect((await bulk("apply", stays, goes)).result).toMatchObject({ changed: 1, groups: 1, skipped: 0 });
  });

  test("an answer that only a stronger role changes is not replaced, and is taken where there is none", async () => {
    const weak = await server.as("matchmaker");
    const draft = { key: `pass_${round}`, labels: { "en-gb": "Pass" }, kind: "text", edit_role: 95 };
    await admin.post(`${here}/field`, draft);
    const pass = (answer: string) => ({ fields: { [draft.key]: answer } });
    const [none, one, other] = [await person("0"), await person("1", pass("P-1")), await person("2", pass("P-2"))];
    const merge = (keep: { id: number }, drop: { id: number; rev: number }) =>
      weak.post(`${here}/thing/merge`, { keep: { id: keep.id, rev: 1 }, drop, take: [`fields.${draft.key}`] });

    const replaced = await merge(one, { id: other.id, rev: 1 });
    const emptied = await merge(one, { id: none.id, rev: 1 });
    const given = await merge(none, { id: other.id, rev: 1 });

    for (const { status, error } of [replaced, emptied]) {
      expect(status).toBe(400);
      expect(error.reasons).toEqual({ take: { text: "duplicates:problem.notYours", values: { field: "Pass" } } });
    }
    expect(await fieldsOf(one)).toEqual({ [draft.key]: "P-1" });
    expect([given.status, await fieldsOf(none)]).toEqual([201, { [draft.key]: "P-2" }]);
  });

  test("an answer to a field that the data type does not have is left, until that type is taken as well", async () => {
    const draft = { key: `talk_${round}`, labels: { "en-gb": "Talk" }, kind: "text", type_ids: [otherType] };
    expect((await admin.post(`${here}/field`, draft)).status).toBe(201);
    const speaker = await person("1", { type_id: otherType, fields: { [draft.key]: "Engines" } });
    const keep = await person("2");
    const merge = async (take: string[]) => {
      const { rev } = (await admin.get(`${here}/thing/${keep.id}`)).data;
      const drop = { id: speaker.id, rev: (await admin.get(`${here}/thing/${speaker.id}`)).data.rev };
      return admin.post(`${here}/thing/merge`, { keep: { id: keep.id, rev }, drop, take });
    };

    const left = await merge([`fields.${draft.key}`]);
    const without = await fieldsOf(keep);
    await admin.post(`${here}/thing/merge/${left.data.id}/undo`);
    await merge([`fields.${draft.key}`, "type_id"]);

    expect(without).toEqual({});
    expect(await fieldsOf(keep)).toEqual({ [draft.key]: "Engines" });
  });
});
