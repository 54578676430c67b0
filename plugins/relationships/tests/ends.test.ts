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
