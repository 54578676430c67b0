// Lines of fields in the history once the field has become one of several events, or one of one event again.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("a change of the data types that a field asks, on %s", (database) => {
  let server: TestApp;
  let chief: Asker;
  let base: string;
  beforeAll(async () => {
    server = await app({ database });
    chief = await server.as("super");
    base = `/1/api/container/${server.bigEventId}`;
  });
  afterAll(() => server.close());

  const aType = async (type: string) =>
    (await chief.post("/1/api/type", { type, type_category_id: 1, to_events: true })).data as { id: number };
  /** A field that asked some types and asks another by now, with the line of that. */
  const asksElse = async (key: string, before: number[], after: number[]) => {
    const draft = { key, labels: { "en-gb": key }, kind: "text", type_ids: before };
    const { data: field } = await chief.post(`${base}/field`, draft);
    const saved = await chief.patch(`${base}/field/${field.id}`, { rev: 1, type_ids: after });
    expect(saved.status, JSON.stringify(saved.error)).toBe(200);
    const filter = [
      { field: "object_id", op: "eq", value: String(field.id) },
      { field: "action", op: "eq", value: "save" },
    ];
    const { rows } = (await chief.post(`${base}/history/query`, { filter })).data;
    return { id: field.id as number, line: `${base}/history/${rows[0].id}` };
  };
  const removed = async ({ id }: { id: number }) => {
    const answer = await chief.remove(`/1/api/type/${id}?rev=1`);
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
  };
  const fieldNow = async (id: number) =>
    ((await chief.get(`${base}/field`)).data as Field[]).find((field) => field.id === id) as Field;

  test("brings back those that are still there, tells before which are not, and the field can be saved as a whole", async () => {
    const [kept, gone, other] = [await aType("Kept kind"), await aType("Gone kind"), await aType("Other kind")];
    const { id, line } = await asksElse("asks_some", [kept.id, gone.id], [other.id]);
    await removed(gone);

    const told = await chief.post(`${line}/loss`, {});
    const reverted = await chief.post(`${line}/revert`, {});
    const { rev, labels, type_ids } = await fieldNow(id);
    const saved = await chief.patch(`${base}/field/${id}`, { rev, labels, type_ids });

    expect(told.data.losses).toEqual([{ label: "event-data:lost.types", count: 1 }]);
    expect([reverted.status, type_ids, saved.status]).toEqual([200, [kept.id], 200]);
  });

  test("is refused where none of them is there any more: the field would ask everybody", async () => {
    const [gone, other] = [await aType("Gone alone"), await aType("Left alone")];
    const { id, line } = await asksElse("asks_none", [gone.id], [other.id]);
    await removed(gone);

    const reverted = await chief.post(`${line}/revert`, {});

    expect([reverted.status, reverted.error.code]).toEqual([409, "history.not_possible"]);
    expect(Object.values(reverted.error.reasons ?? {})).toEqual([
      { text: "common:fields.refused.typesGone", values: {} },
    ]);
    expect((await fieldNow(id)).type_ids).toEqual([other.id]);
  });
});

describe.each(testDatabases)("a change by which a field asked each answer once, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  test("is taken back only while no two give the same answer, and changes nothing else where they do", async () => {
    const chief = await server.as("super");
    const base = `/1/api/container/${place.eventId}`;
    const draft = { key: "badge_no", labels: { "en-gb": "Badge" }, kind: "text", unique: true };
    const { data: field } = await chief.post(`${base}/field`, draft);
    const freed = await chief.patch(`${base}/field/${field.id}`, {
      rev: 1,
      unique: false,
      labels: { "en-gb": "Pass" },
    });
    expect(freed.status, JSON.stringify(freed.error)).toBe(200);
    const people = [];
    for (const last_name of ["One", "Two"])
      people.push(
        await aProfile(place, {
          first_name: "Ann",
          last_name,
          email: `${last_name}@once.example`,
          fields: { badge_no: "7" },
        }),
      );
    const filter = [
      { field: "object_id", op: "eq", value: String(field.id) },
      { field: "action", op: "eq", value: "save" },
    ];
    const { rows } = (await chief.post(`${base}/history/query`, { filter })).data;
    const revert = () => chief.post(`${base}/history/${rows[0].id}/revert`, {});
    const now = async () =>
      ((await chief.get(`${base}/field`)).data as Field[]).find(({ id }) => id === field.id) as Field;

    const refused = await revert();

    expect([refused.status, (await now()).unique, (await now()).labels]).toEqual([409, false, { "en-gb": "Pass" }]);
    await chief.patch(`${place.path}/thing/${people[1]?.id}`, { rev: 1, fields: { badge_no: "8" } });
    expect((await revert()).status).toBe(200);
    expect([(await now()).unique, (await now()).labels]).toEqual([true, { "en-gb": "Badge" }]);
  });
});

describe.each(testDatabases)("a change of a field that has become another's since, on %s", (database) => {
  let server: TestApp;
  let chief: Asker;
  let events: readonly [number, number];
  beforeAll(async () => {
    server = await app({ database });
    chief = await server.as("super");
    events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
  });
  afterAll(() => server.close());

  const at = (event: number) => `/1/api/container/${event}`;
  /** A field that its event has renamed, with the line of that. */
  const renamed = async (event: number, key: string) => {
    const draft = { key, labels: { "en-gb": "Wrong" }, kind: "text" };
    const { data: field } = await chief.post(`${at(event)}/field`, draft);
    const saved = await chief.patch(`${at(event)}/field/${field.id}`, { rev: 1, labels: { "en-gb": "Diet" } });
    expect(saved.status).toBe(200);
    return { field: field as Field, line: await lineOf(field.id, event) };
  };
  const lineOf = async (fieldId: number, event: number): Promise<number> => {
    const filter = [
      { field: "object_type", op: "eq", value: "event-data.field" },
      { field: "object_id", op: "eq", value: String(fieldId) },
      { field: "action", op: "eq", value: "save" },
    ];
    return (await chief.post(`${at(event)}/history/query`, { filter, everywhere: true })).data.rows[0].id;
  };
  const revert = (event: number, line: number) => chief.post(`${at(event)}/history/${line}/revert`, {});
  const refusal = (text: string) => ({
    code: "history.not_possible",
    reasons: { "": { text: `event-data:problem.${text}`, values: {} } },
  });

  test("is refused with what became of it, both of the one that stayed and of those that went into it", async () => {
    const one = await renamed(events[0], "diet_here");
    const other = await renamed(events[1], "diet_there");
    const order = { fields: [one.field.id, other.field.id], differing: "stay", mode: "apply" };
    const { data } = await chief.post("/1/api/field/promote", order);
    expect((await chief.finished(data.job.id)).data.state).toBe("done");

    const stayed = await revert(events[0], one.line);
    const went = await revert(events[1], other.line);

    expect([stayed.status, went.status]).toEqual([409, 409]);
    expect(stayed.error).toMatchObject(refusal("shared_field"));
    expect(went.error).toMatchObject(refusal("shared_field"));
    const shared = (await chief.get("/1/api/field")).data.find(({ id }: Field) => id === one.field.id);
    expect(shared.labels).toEqual({ "en-gb": "Diet" });

    const renamedAgain = { rev: shared.rev, labels: { "en-gb": "Menu" } };
    expect((await chief.patch(`/1/api/field/${shared.id}`, renamedAgain)).status).toBe(200);
    expect((await revert(events[1], await lineOf(shared.id, events[1]))).status).toBe(200);
  });

  test("of several events is not taken back in another event than the one that has it alone by now", async () => {
    const one = await renamed(events[0], "pronouns_here");
    const { data } = await chief.post("/1/api/field/promote", {
      fields: [one.field.id],
      differing: "stay",
      mode: "apply",
    });
    const done = (await chief.finished(data.job.id)).data;
    const { id, rev } = done.result.field;
    expect((await chief.patch(`/1/api/field/${id}`, { rev, labels: { "en-gb": "Pronouns" } })).status).toBe(200);
    const line = await lineOf(id, events[0]);
    const { write } = server.deps.database;
    await write
      .withTables<{ event_data_field: { id: number; event_id: number } }>()
      .updateTable("event_data_field")
      .set({ event_id: events[0] })
      .where("id", "=", id)
      .execute();

    const elsewhere = await revert(events[1], line);
    const here = await revert(events[0], line);

    expect(elsewhere.error).toMatchObject(refusal("field_elsewhere"));
    expect(here.status).toBe(200);
  });
});
