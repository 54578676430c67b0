// One field of several is taken back: answers go back with the field of their event, whatever else was saved since.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { someValues } from "./factories.ts";
import { makeThings } from "./makeThings.ts";

describe.each(testDatabases)("a promotion that is undone, on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let events: readonly [number, number];
  let type: number;
  let now = new Date("2026-05-01T10:00:00.000Z");
  beforeAll(async () => {
    server = await app({ database, now: () => now });
    admin = await server.as("super");
    events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
    const all: { id: number; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
    type = all.find(({ type_category_id }) => type_category_id === 1)?.id as number;
  });
  afterAll(() => server.close());

  const ok = <T extends { status: number; error: unknown }>(reply: T) => {
    expect(reply.status, JSON.stringify(reply.error)).toBeLessThan(300);
    return reply;
  };
  const at = (event: number) => `/1/api/container/${event}`;
  const option = (key: string, label: string) => ({ key, labels: { "en-gb": label } });
  const make = async (event: number, key: string, options: object[]): Promise<Field> =>
    ok(await admin.post(`${at(event)}/field`, { key, kind: "choice", labels: { "en-gb": "Menu" }, options })).data;
  async function guest(event: number, name: string, fields: object): Promise<number> {
    now = new Date(now.getTime() + 1000);
    const draft = { type_id: type, last_name: name, email: `${name}@back.example`, fields };
    return ok(await admin.post(`${at(event)}/thing`, draft)).data.id;
  }
  const one = async (event: number, id: number) => ok(await admin.get(`${at(event)}/thing/${id}`)).data;
  const save = async (event: number, id: number, change: object) =>
    ok(await admin.patch(`${at(event)}/thing/${id}`, { rev: (await one(event, id)).rev, ...change }));
  const run = async (path: string, body: object) =>
    (await admin.finished(ok(await admin.post(path, body)).data.job.id)).data;

  const later = () => {
    now = new Date(now.getTime() + 1000);
  };
  const promote = (fields: readonly Field[]) =>
    run("/1/api/field/promote", { fields: fields.map(({ id }) => id), differing: "newest", mode: "apply" });

  test("a data type that was removed meanwhile is not named again; who was asked by no other is asked no more", async () => {
    const types: number[] = [];
    for (const name of ["Goes", "Goes too"]) {
      const body = { type: name, type_category_id: 1, to_events: true };
      types.push(ok(await admin.post("/1/api/type", body)).data.id);
    }
    const shown = [option("v", "Vegan")];
    const give = async (field: Field, type_ids: number[]): Promise<Field> =>
      ok(await admin.patch(`${at(field.event_id)}/field/${field.id}`, { rev: field.rev, type_ids })).data;
    const both = await give(await make(events[0], "both", shown), [type, ...types]);
    const lost = await give(await make(events[1], "lost", shown), types.slice(1));
    const first = await promote([both, await make(events[1], "both", shown)]);
    const second = await promote([lost, await make(events[0], "lost", shown)]);
    for (const id of types) ok(await admin.remove(`/1/api/type/${id}?rev=1`));

    const undone = [];
    for (const { id } of [first, second]) undone.push(await run(`/1/api/field/promote/${id}/undo`, {}));

    expect(undone.map(({ state }) => state)).toEqual(["done", "done"]);
    const gone = { id: lost.id, event_id: events[1], event: "Baltic Trade Forum" };
    expect(undone.map(({ result }) => result.asksNobody)).toEqual([[], [gone]]);
    const lines = async ({ id, event_id }: Field) => {
      const rows = await sql<{ action: string; event_id: number }>`select action, event_id from core_audit
        where object_type = 'event-data.field' and object_id = ${String(id)} and action = 'archive'`.execute(
        server.deps.database.read,
      );
      return rows.rows.map((row) => row.event_id === event_id);
    };
    expect([await lines(both), await lines(lost)]).toEqual([[], [true]]);
    const stored = async ({ event_id, id }: Field): Promise<Field> =>
      ok(await admin.get(`${at(event_id)}/field`)).data.find((field: Field) => field.id === id);
    expect(await stored(both)).toMatchObject({ type_ids: [type], archived_at: null });
    expect(await stored(lost)).toMatchObject({ type_ids: [], archived_at: now.toISOString(), types_lost: true });
  });

  test("who was saved since has the answer back under its own key, and what was answered since is the own field's", async () => {
    const menu = await make(events[0], "menu", [option("v", "Vegan"), option("f", "Fish")]);
    const food = await make(events[1], "food", [option("plants", "Vegan"), option("f", "Fowl")]);
    const ann = await guest(events[1], "ann", { food: "plants" });
    const bob = [await guest(events[0], "bob", { menu: "f" }), await guest(events[1], "bob", { food: "f" })] as const;
    const cat = await guest(events[1], "cat", { food: "f" });
    const dan = await guest(events[1], "dan", { food: "f" });
    const done = await promote([menu, food]);
    const chosen = (await one(events[0], bob[0])).fields;
    await save(events[1], ann, { job_title: "Cook" });
    await save(events[0], bob[0], { job_title: "Baker" });
    await save(events[1], cat, { fields: { menu: "v" } });
    await save(events[1], dan, { fields: { menu: "f" } });
    const eve = await guest(events[1], "eve", { menu: "fowl" });

    const undone = await run(`/1/api/field/promote/${done.id}/undo`, {});

    expect(chosen).toEqual({ menu: "fowl" });
    expect(await one(events[1], ann)).toMatchObject({ job_title: "Cook", fields: { food: "plants" } });
    expect(await one(events[0], bob[0])).toMatchObject({ job_title: "Baker", fields: { menu: "f" } });
    expect((await one(events[1], bob[1])).fields).toEqual({ food: "f" });
    expect((await one(events[1], cat)).fields).toEqual({ food: "plants" });
    expect((await one(events[1], eve)).fields).toEqual({ food: "f" });
    // The fish of the other event is none of the food here.
    expect((await one(events[1], dan)).fields).toEqual({ menu: "f" });
    expect(undone.result).toMatchObject({ changed: 3, skipped: 2 });
    const [line] = ok(await admin.get(`${at(events[1])}/thing/${ann}/history`)).data;
    expect(line).toMatchObject({
      action: "undo",
      before: { "fields.menu": "v" },
      after: { "fields.menu": null, "fields.food": "plants" },
    });
  });

  test("an act on many of the time between is not put back over the answer that has its own key again", async () => {
    const menu = await make(events[0], "menu_b", [option("v", "Vegan"), option("f", "Fish")]);
    const food = await make(events[1], "food_b", [option("plants", "Vegan"), option("f", "Fowl")]);
    const ann = await guest(events[1], "ann_b", { food_b: "plants" });
    const done = await promote([menu, food]);
    const bulk = await run(`${at(events[1])}/thing/bulk`, {
      ...{ selection: { ids: [ann] }, act: { do: "edit", field: "job_title", value: "Cook" }, mode: "apply" },
    });
    await run(`/1/api/field/promote/${done.id}/undo`, {});
    const between = (await one(events[1], ann)).fields;

    const undone = await run(`${at(events[1])}/thing/bulk/${bulk.id}/undo`, {});

    expect(bulk.result).toMatchObject({ changed: 1 });
    expect(between).toEqual({ food_b: "plants" });
    expect(undone.result).toMatchObject({ changed: 0, skipped: 1 });
    expect((await one(events[1], ann)).fields).toEqual({ food_b: "plants" });
  });

  test("what an act of the time between has emptied comes back with it under its own key, or is told where the event does not offer it", async () => {
    const menu = await make(events[0], "menu_e", [option("v", "Vegan"), option("f", "Fish")]);
    const food = await make(events[1], "food_e", [option("plants", "Vegan"), option("f", "Fowl")]);
    const [ann, dan] = [
      await guest(events[1], "ann_e", { food_e: "plants" }),
      await guest(events[1], "dan_e", { food_e: "plants" }),
    ];
    const done = await promote([menu, food]);
    await save(events[1], dan, { fields: { menu_e: "f" } });
    const bulk = await run(`${at(events[1])}/thing/bulk`, {
      ...{ selection: { ids: [ann, dan] }, act: { do: "edit", field: "fields.menu_e", value: null }, mode: "apply" },
    });
    expect(bulk.result).toMatchObject({ changed: 2 });
    await run(`/1/api/field/promote/${done.id}/undo`, {});
    expect([(await one(events[1], ann)).fields, (await one(events[1], dan)).fields]).toEqual([{}, {}]);

    const undone = await run(`${at(events[1])}/thing/bulk/${bulk.id}/undo`, {});

    expect((await one(events[1], ann)).fields).toEqual({ food_e: "plants" });
    // The fish of the other event is none of the food here.
    expect((await one(events[1], dan)).fields).toEqual({});
    expect(undone.result).toMatchObject({ changed: 2, losses: [{ label: "event-data:undone.answers", count: 1 }] });
  });

  test("under one key, an answer given since does not come to name what the event calls by the same word", async () => {
    const first = await make(events[0], "dish", [option("v", "Vegan"), option("f", "Fish")]);
    const second = await make(events[1], "dish", [option("v", "Vegan"), option("f", "Fowl")]);
    const bob = await guest(events[1], "bob_c", { dish: "f" });
    const dan = await guest(events[1], "dan_c", {});
    const done = await promote([first, second]);
    const between = (await one(events[1], bob)).fields;
    await save(events[1], dan, { fields: { dish: "f" } });
    const eve = await guest(events[1], "eve_c", { dish: "f" });

    const undone = await run(`/1/api/field/promote/${done.id}/undo`, {});

    expect(between).toEqual({ dish: "fowl" });
    expect((await one(events[1], bob)).fields).toEqual({ dish: "f" });
    expect((await one(events[1], dan)).fields).toEqual({});
    expect((await one(events[1], eve)).fields).toEqual({});
    expect(undone.result).toMatchObject({ changed: 1, skipped: 2 });
    const [line] = ok(await admin.get(`${at(events[1])}/thing/${dan}/history`)).data;
    expect(line).toMatchObject({ action: "undo", before: { "fields.dish": "f" }, after: { "fields.dish": null } });
  });

  test("under one key, what an act of the time between has emptied comes back as its event calls it, and what was kept before as it was", async () => {
    const first = await make(events[0], "plat", [option("v", "Vegan"), option("f", "Fish")]);
    const second = await make(events[1], "plat", [option("v", "Vegan"), option("f", "Fowl")]);
    const [ann, bob, dan] = [
      await guest(events[1], "ann_g", { plat: "f" }),
      await guest(events[1], "bob_g", { plat: "f" }),
      await guest(events[1], "dan_g", {}),
    ];
    const empty = async (...ids: number[]) => {
      const act = { do: "edit", field: "fields.plat", value: null };
      return run(`${at(events[1])}/thing/bulk`, { selection: { ids }, act, mode: "apply" });
    };
    const before = await empty(ann);
    later();
    const done = await promote([first, second]);
    await save(events[1], dan, { fields: { plat: "f" } });
    expect([(await one(events[1], bob)).fields, (await one(events[1], dan)).fields]).toEqual([
      { plat: "fowl" },
      { plat: "f" },
    ]);
    const between = await empty(bob, dan);
    expect(between.result).toMatchObject({ changed: 2 });
    later();
    await run(`/1/api/field/promote/${done.id}/undo`, {});

    const undone = await run(`${at(events[1])}/thing/bulk/${between.id}/undo`, {});
    const earlier = await run(`${at(events[1])}/thing/bulk/${before.id}/undo`, {});

    expect((await one(events[1], bob)).fields).toEqual({ plat: "f" });
    // Fish is none of what this event offers, and is not its fowl.
    expect((await one(events[1], dan)).fields).toEqual({});
    expect(undone.result).toMatchObject({ changed: 2, losses: [{ label: "event-data:undone.answers", count: 1 }] });
    expect(earlier.result).toMatchObject({ changed: 1 });
    expect((await one(events[1], ann)).fields).toEqual({ plat: "f" });
  });

  test("what stood under the common key before, of a field that is long gone, answers nothing afterwards either", async () => {
    const first = await make(events[0], "diet", [option("v", "Vegan"), option("f", "Fish")]);
    const second = await make(events[1], "fare", [option("plants", "Vegan"), option("fish", "Fish")]);
    const ids = [await guest(events[1], "loose_d", {}), await guest(events[1], "given_d", {})] as const;
    const { write } = server.deps.database;
    await sql`update event_data_thing set fields = '{"diet":"v"}' where id in (${ids[0]}, ${ids[1]})`.execute(write);
    const done = await promote([first, second]);
    await save(events[1], ids[0], { job_title: "Cook" });
    await save(events[1], ids[1], { fields: { diet: "f" } });
    const eve = await guest(events[1], "eve_d", { diet: "v" });

    await run(`/1/api/field/promote/${done.id}/undo`, {});

    expect((await one(events[1], ids[0])).fields).toEqual({ diet: "v" });
    expect((await one(events[1], ids[1])).fields).toEqual({ fare: "fish" });
    expect((await one(events[1], eve)).fields).toEqual({ fare: "plants" });
  });

  test("more than one transaction may write are not taken back: the reason is told, and it can be tried again", async () => {
    const first = await make(events[1], "course", [option("v", "Vegan")]);
    const second = await make(events[0], "plate", [option("plants", "Vegan")]);
    const done = await promote([first, second]);
    const names = Array.from({ length: 20_001 }, (_, number) => `Many ${number}`);
    const values = names.map((name, number) =>
      someValues({ type_id: type, name, last_name: name, email: `${number}@many.example`, fields: { course: "v" } }),
    );
    await makeThings(server, values);

    const refused = await run(`/1/api/field/promote/${done.id}/undo`, {});
    const again = await run(`/1/api/field/promote/${done.id}/undo`, {});

    for (const { state, reasons } of [refused, again]) {
      expect(state).toBe("failed");
      const values = expect.objectContaining({ most: 20_001, limit: 20_000 });
      expect(reasons.fields).toEqual({ text: "common:fields.promotion.tooManyBack", values });
    }
  }, 60_000);
});
