// The rules of an event after its types have changed: they can still be saved, and no two types are called alike.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockTypesOf } from "../../../server/core/events/manageTypes.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import type { TypeDetail } from "../../data-types/contract.ts";
import type { TypeRules } from "../contract.ts";

describe.each(testDatabases)("an event whose types change on %s", (database) => {
  let server: TestApp;
  let partner: Asker;
  let expert: Asker;
  let base: string;
  let count = 0;
  beforeAll(async () => {
    server = await app({ database });
    partner = await server.as("partner");
    expert = await server.as("expert");
    base = `/1/api/container/${server.bigEventId}/type-rule`;
  });
  afterAll(() => server.close());

  const aType = async (changes: object = {}) => {
    count += 1;
    const draft = { type: `Guest ${count}`, type_category_id: 1, ...changes };
    return (await partner.post("/1/api/type", draft)).data as TypeDetail;
  };
  const read = async () => (await expert.get(base)).data as TypeRules;
  const save = async (change: object) => {
    const { cells, settings, rev } = await read();
    return expert.put(base, { cells, settings, rev, ...change });
  };
  const call = async (type: number, one: string) =>
    save({ looks: one ? [{ type, labels: { "en-gb": { one, many: "" } } }] : [] });
  const attendee = async () => (await read()).types.find(({ type }) => type === "Attendee")?.id ?? 0;

  test("whose category has changed says nothing any more that can never be, and goes on being saved", async () => {
    const type = await aType({ to_events: true });
    const person = await attendee();
    const says = [
      { from: type.id, to: person, verb: "scan", allow: true },
      { from: person, to: type.id, verb: "scan", allow: true },
    ] as const;
    expect((await save({ cells: says })).status).toBe(200);

    expect((await partner.patch(`/1/api/type/${type.id}`, { type_category_id: 2, rev: 1 })).status).toBe(200);

    const { cells } = await read();
    expect(cells).toEqual([says[0]]);
    const other = { from: person, to: person, verb: "scan", allow: true };
    expect((await save({ cells: [...cells, other] })).data.cells).toEqual([other, says[0]]);
    expect((await expert.remove(`${base}/type/${type.id}`)).status).toBe(200);
    expect((await save({ cells: [] })).status).toBe(200);
  });

  test("of which another type leaves says nothing any more that can never be", async () => {
    const [type, other] = [await aType({ to_events: true }), await aType({ to_events: true })];
    const cells = [{ from: await attendee(), to: type.id, verb: "scan", allow: true }];
    const settings = [{ type: other.id, meets: false, pending: 3, contacts: true }];
    await save({ cells, settings });
    await partner.patch(`/1/api/type/${type.id}`, { type_category_id: 2, rev: 1 });

    const left = await expert.remove(`${base}/type/${other.id}`);

    expect(left).toMatchObject({ status: 200, data: { cells: [], settings: [] } });
  });

  test("takes up no type that is called as it calls another", async () => {
    const type = await aType({ type: "Visitors" });
    const person = await attendee();
    await call(person, "visitors");

    const refused = await expert.post(`${base}/type/${type.id}`);

    expect(refused).toMatchObject({ status: 400, error: { code: "data-types-permissions.name_taken" } });
    expect(refused.error.reasons).toMatchObject({
      "": { text: "data-types-permissions:problem.nameTaken", values: { name: "visitors", other: "Visitors" } },
    });
    expect((await read()).types.map(({ id }) => id)).not.toContain(type.id);
    await call(person, "");
    expect((await expert.post(`${base}/type/${type.id}`)).status).toBe(200);
    await expert.remove(`${base}/type/${type.id}`);
  });

  test("calls a type otherwise: the app makes, renames and moves none to that name where the event has it", async () => {
    const type = await aType({ to_events: true });
    const company = await aType({ to_events: true, type_category_id: 2, type: "Hosts" });
    const person = await attendee();
    await call(person, "Hosts");
    const event = (await partner.get(`/1/api/container/${server.bigEventId}`)).data.name;

    const renamed = await partner.patch(`/1/api/type/${type.id}`, { type: " hosts ", rev: 1 });
    const moved = await partner.patch(`/1/api/type/${company.id}`, { type_category_id: 1, rev: 1 });
    await call(person, "Guides");
    const again = await partner.patch(`/1/api/type/${type.id}`, { type: "guides", rev: 1 });
    const made = await partner.post("/1/api/type", { type: "Guides", type_category_id: 1, to_events: true });
    const free = await partner.post("/1/api/type", { type: "Guides", type_category_id: 1 });

    expect(renamed.error.code).toBe("data-types.name_taken");
    for (const answer of [moved, again, made]) {
      expect(answer).toMatchObject({ status: 400, error: { code: "data-types.name_taken" } });
    }
    const values = { name: "Guides", other: "Attendee", event };
    expect(made.error.reasons).toMatchObject({ type: { text: "data-types:problem.calledSo", values } });
    expect(free.status).toBe(201);
    await call(person, "");
    await partner.remove(`/1/api/type/${free.data.id}?rev=1`);
  });

  test("calls a type otherwise: no type becomes one of that name there, but for the one that is called so", async () => {
    const [from, into] = [await aType({ to_events: true }), await aType({ type: "Crew" })];
    const person = await attendee();
    await call(person, "Crew");
    const preview = () => partner.get(`/1/api/type/${from.id}/merge?into=${into.id}`);

    const refused = await preview();
    const started = await partner.post(`/1/api/type/${from.id}/merge`, { into: into.id, rev: 1 });
    await call(from.id, "Crew");
    const told = await preview();

    for (const answer of [refused, started]) {
      expect(answer).toMatchObject({ status: 400, error: { code: "data-types.merge_alike" } });
    }
    expect(refused.error.reasons?.[""]).toMatchObject({ text: "data-types:problem.calledSo" });
    expect(told.status).toBe(200);
    await call(person, "");
  });

  /** Renames a type as its app does, which ends once somebody else waits for it; SQLite has one writer at a time anyway. */
  const renaming = (id: number, name: string) => {
    const { write, quick, dialect } = server.deps.database;
    const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`;
    return write.transaction().execute(async (db) => {
      await lockTypesOf(db as never, dialect, server.apps.northwind);
      await sql`update core_type set type = ${name} where id = ${id}`.execute(db);
      if (database === "sqlite") return;
      const isWaiting = async () => Number((await waiting.execute(quick)).rows[0]?.count) > 0;
      await expect.poll(isWaiting, { timeout: 5000, interval: 50 }).toBe(true);
    });
  };

  test("calls no type as the app is just calling another one", async () => {
    const type = await aType({ to_events: true });
    const person = await attendee();
    const renamed = renaming(type.id, "Ushers");

    const [, called] = await Promise.all([renamed, call(person, "ushers")]);

    expect(called).toMatchObject({ status: 400 });
    await call(person, "");
  });

  test("takes up no type that the app is just calling as it calls another", async () => {
    const type = await aType();
    await call(await attendee(), "Stewards");
    const renamed = renaming(type.id, "stewards");

    const [, taken] = await Promise.all([renamed, expert.post(`${base}/type/${type.id}`)]);

    expect(taken).toMatchObject({ status: 400, error: { code: "data-types-permissions.name_taken" } });
    await call(await attendee(), "");
  });
});
