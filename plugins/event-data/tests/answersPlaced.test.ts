// The orders of answers say of each the type, state and country of its profile; they are as the profile is, whatever of it was saved.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("answers in the orders of lists on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let expert: Asker;
  let [size, town] = [{} as Field, {} as Field];
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    expert = await server.as("expert");
    const make = async (label: string, kind: string) =>
      (await expert.post(`${place.path}/field`, { labels: { "en-gb": label }, kind, places: ["list"] })).data;
    [size, town] = [await make("Size", "number"), await make("Town", "text")];
    // Who comes while an order is being filled is put into it a moment later.
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select field_id from event_data_listed where ready = 1
          and field_id in (${size.id}, ${town.id})`.execute(server.deps.database.read);
        expect(rows).toHaveLength(2);
      },
      { timeout: 20_000 },
    );
  }, 60_000);
  afterAll(() => server.close());

  /** Answers as they are kept, and as the profile has them. */
  async function kept(thingId: number) {
    const { rows } = await sql<Record<string, unknown>>`
      select of_field, answer_number, answer_text, of_type, of_status, of_country from event_data_answer
      where thing_id = ${thingId} and of_field in (${size.id}, ${town.id}) order by of_field`.execute(
      server.deps.database.read,
    );
    const { type_id, status, country, fields } = (await expert.get(`${place.path}/thing/${thingId}`)).data;
    const of = { of_type: type_id, of_status: status, of_country: country };
    const wanted = [
      { of_field: size.id, answer_number: fields[size.key] ?? -1e308, answer_text: "", ...of },
      { of_field: town.id, answer_number: -1e308, answer_text: (fields[town.key] ?? "").toLowerCase(), ...of },
    ];
    return { rows, wanted };
  }

  test.each<[string, (fields: Record<string, unknown>, types: Place["types"]) => object]>([
    ["its type", (_, types) => ({ type_id: types[3], name: "Placed" })],
    ["its state", () => ({ status: "invited" })],
    ["its country", () => ({ country: "CH" })],
    ["an answer", (fields) => ({ fields: { ...fields, [town.key]: "Thun" } })],
    [
      "an answer and its type",
      (fields, types) => ({ type_id: types[3], name: "P", fields: { ...fields, [size.key]: 9 } }),
    ],
    ["an answer that it takes away, and its state", () => ({ status: "blocked", fields: { [size.key]: null } })],
    ["neither", () => ({ job_title: "Guest" })],
  ])("a profile that changes %s", async (_, change) => {
    const fields = { [size.key]: 7, [town.key]: "Bern" };
    const { id, rev } = await aProfile(place, { fields, country: "DE" });
    const before = await kept(id);

    const saved = await expert.patch(`${place.path}/thing/${id}`, { rev, ...change(fields, place.types) });
    const after = await kept(id);

    expect(saved.status, JSON.stringify(saved.error)).toBe(200);
    expect(before.rows).toEqual(before.wanted);
    expect(after.rows).toEqual(after.wanted);
  });

  test("a list in the order of an answer is narrowed by the type that profiles have now", async () => {
    const made = [];
    for (const value of [30, 10, 20])
      made.push(await aProfile(place, { last_name: "Narrow", fields: { [size.key]: value } }));
    const ids = made.map(({ id }) => id);
    const act = { do: "move", type_id: place.types[3] };
    const started = await expert.post(`${place.path}/thing/bulk`, { selection: { ids }, act, mode: "apply" });
    await expert.finished(started.data.job.id);

    const found = async (type: number) => {
      const filter = [{ field: "type_id", op: "eq", value: type }];
      const sort = [{ field: `fields.${size.key}`, direction: "asc" }];
      const { rows } = (await expert.post(`${place.path}/thing/query`, { filter, sort, search: "Narrow" })).data;
      return rows.map(({ fields }: { fields: Record<string, number> }) => fields[size.key]);
    };

    expect(await found(place.types[3])).toEqual([10, 20, 30]);
    expect(await found(place.types[1])).toEqual([]);
  });
});
