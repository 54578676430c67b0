// Answers that stood there before their field of moments was made: they come into order with the others, and what is none stays.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { MOMENTS_JOB } from "../server/fields/moments.ts";

describe.each(testDatabases)("answers before their field of moments on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let chief: Asker;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    chief = await server.as("super");
  });
  afterAll(() => server.close());

  const done = () =>
    server.deps.database.quick
      .selectFrom("core_job")
      .select(["state", "result"])
      .where("kind", "=", MOMENTS_JOB)
      .orderBy("id", "desc")
      .executeTakeFirst();
  const lastResult = async () => {
    await expect.poll(async () => (await done())?.state, { timeout: 15_000 }).toBe("done");
    return JSON.parse(String((await done())?.result));
  };
  const sorted = async (key: string, filter: object[] = []) => {
    const field = `fields.${key}`;
    const body = { sort: [{ field, direction: "asc" }], filter: [{ field, op: "empty", value: false }, ...filter] };
    const { data } = await chief.post(`${place.path}/thing/query`, body);
    return (data.rows as { last_name: string }[]).map(({ last_name }) => last_name);
  };
  const arriving = async (key: string) => {
    const answers = {
      ...{ Third: "2026-05-01T10:30:00Z", Second: "2026-05-01T09:00:00+00:00", First: "2026-05-01T10:00:00+02:00" },
      None: "soon",
    };
    for (const [last_name, answer] of Object.entries(answers))
      await aProfile(place, { last_name, fields: { [key]: answer } });
  };

  test("are brought into the form in which moments are kept when the field is made, and told where they are none", async () => {
    await arriving("arrival");

    const draft = { key: "arrival", kind: "datetime", labels: { "en-gb": "Arrival" } };
    expect((await chief.post(`${place.path}/field`, draft)).status).toBe(201);

    expect(await lastResult()).toEqual({ changed: 3, left: 1 });
    expect(await sorted("arrival")).toEqual(["First", "Second", "Third", "None"]);
    const late = { field: "fields.arrival", op: "lt", value: "2026-05-01T11:30:00+02:00" };
    expect(await sorted("arrival", [late])).toEqual(["First", "Second"]);
  });

  test("and when a field of several events comes to ask in theirs", async () => {
    await arriving("departure");
    const elsewhere = server.events["Baltic Trade Forum"] as number;
    const draft = { key: "departure", kind: "datetime", labels: { "en-gb": "Departure" }, event_ids: [elsewhere] };
    const { data: field } = await chief.post("/1/api/field", draft);
    expect(await lastResult()).toEqual({ changed: 0, left: 0 });

    const wider = await chief.patch(`/1/api/field/${field.id}`, { rev: 1, event_ids: [elsewhere, place.eventId] });

    expect(wider.status).toBe(200);
    expect(await lastResult()).toEqual({ changed: 3, left: 1 });
    expect(await sorted("departure")).toEqual(["First", "Second", "Third", "None"]);
  });
});
