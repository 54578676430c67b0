// Answers to multi-event fields are those of a person: also where two profiles became one, and where they are two again.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

describe.each(testDatabases)("answers of merged profiles on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let here: string;
  let elsewhere: string;
  let type: number;
  let field: Field;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    here = `/1/api/container/${server.bigEventId}`;
    elsewhere = `/1/api/container/${server.events["Baltic Trade Forum"]}`;
    const types: { id: number; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
    type = types.find(({ type_category_id }) => type_category_id === 1)?.id as number;
  });
  beforeEach(async () => {
    round += 1;
    const draft = { key: `seat_${round}`, labels: { "en-gb": `Seat ${round}` }, kind: "text" };
    field = (await admin.post("/1/api/field", draft)).data;
  });
  afterAll(() => server.close());

  const person = async (path: string, email: string, answer?: string, more: object = {}) => {
    const fields = answer === undefined ? {} : { [field.key]: answer };
    const name = { first_name: "Ada", last_name: `Merged${round}`, company_name: "Acme" };
    const made = await admin.post(`${path}/thing`, { type_id: type, ...name, ...more, email, fields });
    expect(made.status).toBe(201);
    return made.data as { id: number; rev: number };
  };
  const answerOf = async (path: string, { id }: { id: number }) =>
    (await admin.get(`${path}/thing/${id}`)).data.fields[field.key];
  const becomes = (path: string, one: { id: number }, answer: unknown) =>
    expect.poll(() => answerOf(path, one), { timeout: 8000 }).toEqual(answer);
  /** What was noted has been carried. */
  const carried = async () => {
    const { quick } = server.deps.database;
    const left = async () =>
      (
        await quick
          .selectFrom("event_data_travel" as never)
          .selectAll()
          .execute()
      ).length;
    await expect.poll(left, { timeout: 8000 }).toBe(0);
  };
  const mail = (who: string) => `${who}${round}@merged.example`;

  test("what a merge takes from the other is the answer in other events, too, until it is undone; what was said there since stays", async () => {
    const there = await person(elsewhere, mail("one"), "front");
    const otherThere = await person(elsewhere, mail("two"));
    const keep = await person(here, mail("one"), "front");
    const drop = await person(here, mail("two"), "back");
    await becomes(elsewhere, otherThere, "back");
    const mine = { id: keep.id, rev: keep.rev };
    const theirs = { id: drop.id, rev: drop.rev };

    const take = [`fields.${field.key}`];
    const merged = await admin.post(`${here}/thing/merge`, { keep: mine, drop: theirs, take });

    expect(merged.status).toBe(201);
    await becomes(elsewhere, there, "back");

    // Meanwhile the one that is no longer here answers elsewhere.
    const { rev } = (await admin.get(`${elsewhere}/thing/${otherThere.id}`)).data;
    await admin.patch(`${elsewhere}/thing/${otherThere.id}`, { rev, fields: { [field.key]: "aisle" } });
    await carried();
    const undone = await admin.post(`${here}/thing/merge/${merged.data.id}/undo`);

    expect(undone.status).toBeLessThan(300);
    await becomes(elsewhere, there, "front");
    await carried();
    expect(await answerOf(elsewhere, otherThere)).toBe("aisle");
    expect(await answerOf(here, drop)).toBe("back");
  });

  test("of both it stands what they said elsewhere since, also where the one that stayed gets its own address back", async () => {
    const there = await person(elsewhere, mail("one"), "front");
    const keep = await person(here, mail("one"), "front");
    const drop = await person(here, mail("two"), "back");
    const [mine, theirs] = [keep, drop].map(({ id, rev }) => ({ id, rev }));
    const take = ["email", `fields.${field.key}`];
    const merged = await admin.post(`${here}/thing/merge`, { keep: mine, drop: theirs, take });
    expect(merged.status).toBe(201);
    const { rev } = (await admin.get(`${elsewhere}/thing/${there.id}`)).data;
    await admin.patch(`${elsewhere}/thing/${there.id}`, { rev, fields: { [field.key]: "aisle" } });
    await carried();

    expect((await admin.post(`${here}/thing/merge/${merged.data.id}/undo`)).status).toBeLessThan(300);

    await carried();
    expect(await answerOf(elsewhere, there)).toBe("aisle");
    expect([await answerOf(here, keep), await answerOf(here, drop)]).toEqual(["front", "back"]);
  });

  test("who comes back gets what they have answered elsewhere meanwhile and lack", async () => {
    const there = await person(elsewhere, mail("two"));
    const keep = await person(here, mail("one"));
    const drop = await person(here, mail("two"));
    const [mine, theirs] = [keep, drop].map(({ id, rev }) => ({ id, rev }));
    const merged = await admin.post(`${here}/thing/merge`, { keep: mine, drop: theirs, take: [] });
    const { rev } = (await admin.get(`${elsewhere}/thing/${there.id}`)).data;
    await admin.patch(`${elsewhere}/thing/${there.id}`, { rev, fields: { [field.key]: "aisle" } });

    await admin.post(`${here}/thing/merge/${merged.data.id}/undo`);

    await becomes(here, drop, "aisle");
    expect(await answerOf(elsewhere, there)).toBe("aisle");
  });

  test("merging many and its undoing carry answers", async () => {
    const there = await person(elsewhere, mail("one"));
    const keep = await person(here, mail("one"), undefined, { job_title: "Buyer", country: "FR" });
    const drop = await person(here, mail("two"), "back");
    const act = { do: "merge", by: "name" };
    const selection = { ids: [keep.id, drop.id] };

    const started = (await admin.post(`${here}/thing/bulk`, { selection, act, mode: "apply" })).data.job.id;
    const { result } = (await admin.finished(started)).data;

    expect(result).toMatchObject({ changed: 1, groups: 1 });
    await becomes(elsewhere, there, "back");

    const undone = (await admin.post(`${here}/thing/bulk/${started}/undo`)).data.job.id;
    expect((await admin.finished(undone)).data.result).toMatchObject({ changed: 1 });

    await becomes(elsewhere, there, undefined);
    expect(await answerOf(here, drop)).toBe("back");
  });
});
