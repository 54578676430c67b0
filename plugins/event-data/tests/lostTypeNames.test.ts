// A data type that goes in the very moment in which a field, a kind of relationship or a rule comes to name it.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type Asker, app, type TestApp, testDatabase } from "../../../tests/support/app.ts";

let server: TestApp;
let chief: Asker;
let base: string;
let made = 0;

beforeAll(async () => {
  server = await app();
  chief = await server.as("super");
  base = `/1/api/container/${server.bigEventId}`;
});
afterAll(() => server.close());

const aType = async (to_events = true): Promise<number> => {
  made += 1;
  const { data } = await chief.post("/1/api/type", { type: `Leaving ${made}`, type_category_id: 1, to_events });
  return data.id;
};
const aField = (typeId: number) => ({ key: `names_${typeId}`, kind: "text", labels: { "en-gb": "Names a type" } });
const filter = (typeId: number) => [{ field: "type_id", op: "eq", value: typeId }];
const end = (typeId: number) => ({ label: "is", category: 1, types: [typeId] });

/** What names a type, the first time and as a change. */
const NAMING: Record<string, (typeId: number) => Promise<Answer>> = {
  "a field": (type) => chief.post(`${base}/field`, { ...aField(type), type_ids: [type] }),
  "a field of several events": (type) => chief.post("/1/api/field", { ...aField(type), type_ids: [type] }),
  "a kind of relationship": (type) =>
    chief.post(`${base}/relationship`, {
      ...{ name: `Naming ${type}`, cardinality: "many-many" },
      ...{ from: end(type), to: { ...end(type), types: [] } },
    }),
  "a rule": (type) =>
    chief.post(`${base}/custom-group`, {
      ...{ name: `Naming ${type}`, mode: "rule" },
      rule: { match: "all", filter: filter(type) },
    }),
};

test.each(Object.keys(NAMING))("%s keeps the type that it names", async (name) => {
  const typeId = await aType();

  expect((await NAMING[name]?.(typeId))?.status).toBe(201);

  expect((await chief.remove(`/1/api/type/${typeId}?rev=1`)).error.code).toBe("data-types.in_use");
});

// SQLite has one writer at a time.
if (testDatabase === "postgres") {
  async function untilWaiting(): Promise<void> {
    const waiting = async () =>
      (await sql`select 1 from pg_locks where not granted`.execute(server.deps.database.quick)).rows.length;
    await expect.poll(waiting).toBeGreaterThan(0);
  }
  /** What comes to name a type while that is being removed. */
  const late = async (typeId: number, naming: () => Promise<Answer>) => {
    let named: Promise<Answer> | undefined;
    await server.deps.database.write.transaction().execute(async (db) => {
      await sql`select 1 from core_event_type where type_id = ${typeId} for update`.execute(db);
      await sql`select 1 from core_type where id = ${typeId} for update`.execute(db);
      named = naming();
      await untilWaiting();
      await sql`delete from core_event_type where type_id = ${typeId}`.execute(db);
      await sql`delete from core_type where id = ${typeId}`.execute(db);
    });
    return named as Promise<Answer>;
  };

  test.each(Object.keys(NAMING))(
    "%s that comes to name a type which is being removed waits, and is refused",
    async (name) => {
      const typeId = await aType();

      const answer = await late(typeId, () => NAMING[name]?.(typeId) as Promise<Answer>);

      expect([400, 409], JSON.stringify(answer.data)).toContain(answer.status);
    },
  );

  test("a field of several events names a type that no event has: its removal waits, and is refused", async () => {
    const typeId = await aType(false);

    const answer = await late(typeId, () => NAMING["a field of several events"]?.(typeId) as Promise<Answer>);

    expect(answer.error.code).toBe("event-data.field_wrong");
  });

  test("what is changed to name such a type waits, too", async () => {
    const [kept, typeId] = [await aType(), await aType()];
    const { data: field } = await chief.post(`${base}/field`, { ...aField(kept), type_ids: [kept] });
    const change = { rev: field.rev, type_ids: [typeId] };

    const answer = await late(typeId, () => chief.patch(`${base}/field/${field.id}`, change));

    expect(answer.error.code).toBe("event-data.field_wrong");
  });
}
