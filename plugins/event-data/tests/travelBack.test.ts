// Who comes back to an event says nothing anew: what they have answered elsewhere meanwhile stands.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

describe.each(testDatabases)("a profile that is brought back, on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let events: readonly [number, number];
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
  });
  afterAll(() => server.close());

  const ok = <T extends { status: number; error: unknown }>(reply: T) => {
    expect(reply.status, JSON.stringify(reply.error)).toBeLessThan(300);
    return reply;
  };
  const at = (event: number) => `/1/api/container/${event}`;
  const carriedAll = () =>
    expect
      .poll(async () => (await sql`select id from event_data_travel`.execute(server.deps.database.read)).rows.length, {
        timeout: 8000,
      })
      .toBe(0);

  test("does not bring its old answers to the person's other events", async () => {
    const draft = { key: "seat_back", labels: { "en-gb": "Seat" }, kind: "text" };
    const { key } = ok(await admin.post("/1/api/field", draft)).data;
    const type = (await admin.get("/1/api/type")).data.find(
      (one: { type_category_id: number }) => one.type_category_id === 1,
    );
    const person = async (event: number) =>
      ok(
        await admin.post(`${at(event)}/thing`, {
          type_id: type.id,
          name: "Returner",
          last_name: "Returner",
          email: "returner@travel.example",
          fields: { [key]: "window" },
        }),
      ).data;
    const [gone, there] = [await person(events[0]), await person(events[1])];
    await carriedAll();
    const { rev } = ok(await admin.get(`${at(events[0])}/thing/${gone.id}`)).data;
    ok(await admin.remove(`${at(events[0])}/thing/${gone.id}?rev=${rev}`));
    ok(await admin.patch(`${at(events[1])}/thing/${there.id}`, { rev: there.rev, fields: { [key]: "aisle" } }));
    await carriedAll();

    const filter = [{ field: "object_id", op: "eq", value: String(gone.id) }];
    const { rows } = ok(await admin.post(`${at(events[0])}/history/query`, { filter })).data;
    const line = rows.find(({ action }: { action: string }) => action === "remove");
    ok(await admin.post(`${at(events[0])}/history/${line.id}/revert`, {}));
    await carriedAll();

    const { fields } = ok(await admin.get(`${at(events[1])}/thing/${there.id}`)).data;
    expect(fields[key]).toBe("aisle");
  });
});
