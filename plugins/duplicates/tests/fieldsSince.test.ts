// A merge is undone after its fields have changed: what comes back is what the fields of today take, as of everybody else.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { tidyUndo } from "../../event-data/server/bulk/undoRows.ts";

const DAY_MS = 86_400_000;

describe.each(testDatabases)("fields that have changed since a merge, on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let here: string;
  let elsewhere: string;
  let events: readonly [number, number];
  let type: number;
  let now = Date.parse("2026-03-01T09:00:00.000Z");
  let key = "";
  let round = 0;
  beforeAll(async () => {
    server = await app({ database, now: () => new Date(now) });
    admin = await server.as("super");
    events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
    [here, elsewhere] = events.map((id) => `/1/api/container/${id}`) as [string, string];
    const types: { id: number; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
    type = types.find(({ type_category_id }) => type_category_id === 1)?.id as number;
  });
  beforeEach(() => {
    round += 1;
    key = `since_${round}`;
  });
  afterAll(() => server.close());

  const make = async (draft: object, path = here): Promise<Field> => {
    const made = await admin.post(`${path}/field`, { key, labels: { "en-gb": `Since ${round}` }, ...draft });
    expect(made.status).toBe(201);
    return made.data;
  };
  const person = async (which: string, fields: object) => {
    const email = `${which}${round}@since.example`;
    const made = await admin.post(`${here}/thing`, { type_id: type, last_name: `Since${round}`, email, fields });
    expect(made.status).toBe(201);
    return made.data as { id: number; rev: number };
  };
  const merge = async (one: { id: number; rev: number }, other: { id: number; rev: number }, take: string[] = []) => {
    const [keep, drop] = [one, other].map(({ id, rev }) => ({ id, rev }));
    return (await admin.post(`${here}/thing/merge`, { keep, drop, take })).data.id as number;
  };
  /** Days later nothing tells any more what acts on fields did. */
  const later = async (days: number) => {
    now += days * DAY_MS;
    admin = await server.as("super");
    await tidyUndo({ db: server.deps.database.write as never, now: new Date(now) });
  };
  const undo = async (merged: number) => {
    const { status, data } = await admin.post(`${here}/thing/merge/${merged}/undo`);
    expect(status).toBe(200);
    return data as { kept: { fields: object }; dropped: { fields: object }; left: object[] };
  };
  const change = async (field: Field, kind: string, more: object = {}) => {
    const order = { rev: field.rev, kind, mode: "apply", lose: 100, ...more };
    const { data } = await admin.post(`${here}/field/${field.id}/kind`, order);
    expect((await admin.finished(data.job.id)).data.state).toBe("done");
  };
  const lost = (count: number) => ({ label: "event-data:undone.answers", count });

  test("an answer of another kind is read by what its field asks now, and told where that is nothing", async () => {
    const field = await make({ kind: "text" });
    const [one, other] = [
      await person("one", { [key]: "Monday evening" }),
      await person("two", { [key]: "2026-05-01T10:00:00Z" }),
    ];
    const [third, fourth] = [await person("three", {}), await person("four", { [key]: "Tuesday" })];
    const [readable, unreadable] = [await merge(one, other), await merge(third, fourth)];
    await later(2);
    await change(field, "datetime");
    await later(10);

    const back = await undo(readable);

    expect(back.dropped.fields).toEqual({ [key]: "2026-05-01T10:00:00.000Z" });
    expect(back.left).toEqual([]);
    const none = await undo(unreadable);
    expect(none.dropped.fields).toEqual({});
    expect(none.left).toMatchObject([lost(1)]);
  });

  test("what was one option comes back as a list of one where its field takes several now", async () => {
    const options = ["a", "b"].map((option) => ({ key: option, labels: { "en-gb": option.toUpperCase() } }));
    const field = await make({ kind: "choice", options });
    const merged = await merge(await person("one", { [key]: "a" }), await person("two", { [key]: "b" }));
    await later(2);
    await change(field, "choices");
    await later(10);

    const { kept, dropped, left } = await undo(merged);

    expect([kept.fields, dropped.fields, left]).toEqual([{ [key]: ["a"] }, { [key]: ["b"] }, []]);
  });

  test("the one that stayed gets no answer of a former kind back", async () => {
    const field = await make({ kind: "text" });
    const one = await person("one", { [key]: "Monday evening" });
    const merged = await merge(one, await person("two", {}), [`fields.${key}`]);
    expect((await admin.get(`${here}/thing/${one.id}`)).data.fields).toEqual({});
    await later(2);
    await change(field, "datetime");
    await later(10);

    const { kept, left } = await undo(merged);

    expect(kept.fields).toEqual({});
    expect(left).toMatchObject([lost(1)]);
  });

  test("an answer to a field that several events share since stands where everybody's stands", async () => {
    const own = await make({ kind: "text" });
    const lead = await make({ kind: "text", key: `lead_${round}` }, elsewhere);
    const merged = await merge(await person("one", {}), await person("two", { [key]: "old" }));
    const order = { fields: [lead.id, own.id], differing: "stay", mode: "apply" };
    const started = await admin.post("/1/api/field/promote", order);
    expect((await admin.finished(started.data.job.id)).data.state).toBe("done");
    await later(10);

    const { dropped, left } = await undo(merged);

    expect([dropped.fields, left]).toEqual([{ [`lead_${round}`]: "old" }, []]);
  });

  test("an answer to a shared field that no longer asks here is left over, as everybody's", async () => {
    const draft = { key, labels: { "en-gb": `Since ${round}` }, kind: "text", event_ids: events };
    const shared = (await admin.post("/1/api/field", draft)).data;
    const merged = await merge(await person("one", {}), await person("two", { [key]: "old" }));
    await admin.patch(`/1/api/field/${shared.id}`, { rev: shared.rev, event_ids: [events[1]] });
    await later(10);

    const { dropped, left } = await undo(merged);

    expect([dropped.fields, left]).toEqual([{ [key]: "old" }, []]);
  });
});
