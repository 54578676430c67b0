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

  /** Somebody who is removed from the first event, and then answers otherwise in the other; and what stands in both. */
  async function gonePerson(name: string, remove: (id: number) => Promise<void>) {
    const draft = { key: `seat_${name}`, labels: { "en-gb": `Seat ${name}` }, kind: "text" };
    const { key } = ok(await admin.post("/1/api/field", draft)).data;
    const type = (await admin.get("/1/api/type")).data.find(
      (one: { type_category_id: number }) => one.type_category_id === 1,
    );
    const person = async (event: number) =>
      ok(
        await admin.post(`${at(event)}/thing`, {
          type_id: type.id,
          name,
          last_name: name,
          email: `${name}@travel.example`,
          fields: { [key]: "window" },
        }),
      ).data;
    const [gone, there] = [await person(events[0]), await person(events[1])];
    await carriedAll();
    await remove(gone.id);
    const { rev } = ok(await admin.get(`${at(events[1])}/thing/${there.id}`)).data;
    ok(await admin.patch(`${at(events[1])}/thing/${there.id}`, { rev, fields: { [key]: "aisle" } }));
    await carriedAll();
    const answerIn = async (event: number) => {
      const { rows } = ok(await admin.post(`${at(event)}/thing/query`, { search: `${name}@travel` })).data;
      return rows.map(({ fields }: { fields: Record<string, unknown> }) => fields[key]);
    };
    const answered = async () => [await answerIn(events[0]), await answerIn(events[1])];
    return { gone: gone.id as number, answered };
  }

  test("does not bring its old answers to the person's other events", async () => {
    const { gone, answered } = await gonePerson("returner", async (id) => {
      const { rev } = ok(await admin.get(`${at(events[0])}/thing/${id}`)).data;
      ok(await admin.remove(`${at(events[0])}/thing/${id}?rev=${rev}`));
    });

    const filter = [{ field: "object_id", op: "eq", value: String(gone) }];
    const { rows } = ok(await admin.post(`${at(events[0])}/history/query`, { filter })).data;
    const line = rows.find(({ action }: { action: string }) => action === "remove");
    ok(await admin.post(`${at(events[0])}/history/${line.id}/revert`, {}));
    await carriedAll();

    expect(await answered()).toEqual([["window"], ["aisle"]]);
  });

  test("nor does it as an act on many is undone", async () => {
    let job = 0;
    const { answered } = await gonePerson("returners", async (id) => {
      const draft = { selection: { ids: [id] }, act: { do: "remove", confirm: 1 }, mode: "apply" };
      job = ok(await admin.post(`${at(events[0])}/thing/bulk`, draft)).data.job.id;
      expect((await admin.finished(job)).data).toMatchObject({ state: "done", result: { changed: 1 } });
    });

    const undone = ok(await admin.post(`${at(events[0])}/thing/bulk/${job}/undo`, {})).data.job.id;
    expect((await admin.finished(undone)).data.result).toMatchObject({ changed: 1, skipped: 0 });
    await carriedAll();

    expect(await answered()).toEqual([["window"], ["aisle"]]);
  });
});
