// The data types that may stand at an end of a kind, when some of them have left the event.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("ends of a kind on %s", () => {
  const LEFT = 987654321;
  let server: TestApp;
  let place: Place;
  let base: string;
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
    base = `${place.path}/relationship`;
  });
  afterAll(() => server.close());

  test("an end for data types that have all left the event is refused, and does not let everybody in", async () => {
    const company = place.types[2] as number;
    const from = (...types: number[]) => ({ label: "is represented by", category: 2, types });
    const to = { label: "represents", category: 1, types: [] };
    const draft = { name: "Of some companies", to, cardinality: "one-many" };
    const { data: kind } = await place.asker.post(base, { ...draft, from: from(company) });

    const created = await place.asker.post(base, { ...draft, name: "Of nobody", from: from(LEFT) });
    const saved = await place.asker.patch(`${base}/${kind.id}`, { rev: 1, from: from(LEFT) });
    const both = await place.asker.patch(`${base}/${kind.id}`, { rev: 1, from: from(LEFT, company) });

    const refusal = { code: "relationships.types_gone", fields: { from: "Choose data types that the event has" } };
    expect(created.error).toMatchObject(refusal);
    expect(saved.error).toMatchObject(refusal);
    expect(both.data.from.types).toEqual([company]);
  });

  test("a change of an end that is taken back tells first which of its data types have left the event since", async () => {
    const chief = await server.as("super");
    const types = (await chief.get("/1/api/type")).data as { id: number; type_category_id: number }[];
    const company = place.types[2];
    const { data: gone } = await chief.post("/1/api/type", { type: "Gone firm", type_category_id: 2, to_events: true });
    const other = types.find(({ id, type_category_id }) => type_category_id === 2 && id !== company)?.id ?? company;
    const from = (...ids: number[]) => ({ label: "is represented by", category: 2, types: ids });
    const to = { label: "represents", category: 1, types: [] };
    const draft = { name: "Of firms that leave", to, cardinality: "many-many", from: from(company, gone.id) };
    const { data: kind } = await chief.post(base, draft);
    const changed = await chief.patch(`${base}/${kind.id}`, { rev: 1, from: from(other), name: "Of other firms" });
    expect(changed.error).toBeUndefined();
    expect((await chief.remove(`/1/api/type/${gone.id}?rev=1`)).status).toBe(200);
    const filter = [
      { field: "object_id", op: "eq", value: String(kind.id) },
      { field: "action", op: "eq", value: "save" },
    ];
    const line = `${place.path}/history/${(await chief.post(`${place.path}/history/query`, { filter })).data.rows[0].id}`;

    const told = await chief.post(`${line}/loss`, {});
    const reverted = await chief.post(`${line}/revert`, {});
    const now = ((await chief.get(base)).data as { id: number; from: object }[]).find(({ id }) => id === kind.id);

    expect(told.data.losses).toEqual([{ label: "relationships:lost.types", count: 1 }]);
    expect([reverted.status, now]).toMatchObject([200, { from: { types: [company] } }]);
  });

  test("a kind is renamed though the data types of one of its ends have all left the event, and lets nobody in by that", async () => {
    const from = { label: "is represented by", category: 2, types: [place.types[2]] };
    const to = { label: "represents", category: 1, types: [] };
    const draft = { name: "Of companies that left", from, to, cardinality: "one-many" };
    const { data: kind } = await place.asker.post(base, draft);
    const left = { ...from, types: [LEFT] };
    await sql`update relationships_kind set from_end = ${JSON.stringify(left)} where id = ${kind.id}`.execute(
      server.deps.database.write,
    );

    const saved = await place.asker.patch(`${base}/${kind.id}`, { ...draft, from: left, rev: 1, name: "Renamed" });

    expect(saved.data).toMatchObject({ name: "Renamed", from: { types: [LEFT] } });
  });
});
