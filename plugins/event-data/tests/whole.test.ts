// The text that a database keeps of each profile says what its columns say, whoever wrote them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

let server: TestApp;
let place: Place;
beforeAll(async () => {
  server = await app();
  place = await aPlace(server);
});
afterAll(() => server.close());

const ODD = [
  { first_name: 'Zoë "Z"', last_name: "O\\Neill", job_title: "</script>", fields: { note: 'a "b" \\ c\n\t☃ 👩‍🔬' } },
  {
    first_name: "مريم",
    last_name: "עברית",
    company_name: "Müller & Søn",
    country: "DE",
    fields: { list: "[1, null]" },
  },
  { first_name: "'; drop table", last_name: "{}", email: "odd@whole.example", fields: { a_b: "{}" } },
];

test("a page of all columns and one whose columns are named hold the same rows, after writing, saving and undoing", async () => {
  const { asker, path } = place;
  const made = [];
  for (const values of ODD) made.push(await aProfile(place, values));
  const first = made[0] as (typeof made)[number];
  await asker.patch(`${path}/thing/${first.id}`, { rev: first.rev, job_title: 'Says "no"' });

  const filter = [{ field: "id", op: "gte", value: first.id }];
  const sort = [{ field: "id", direction: "asc" }];
  const { rows } = (await asker.post(`${path}/thing/query`, { filter, sort })).data;
  const columns = Object.keys(rows[0]);
  const named = (await asker.post(`${path}/thing/query`, { filter, sort, columns })).data.rows;

  expect(rows).toHaveLength(ODD.length);
  expect(rows).toEqual(named);
  expect(rows.map(({ id }: { id: number }) => id)).toEqual(made.map(({ id }) => id));
  for (const [at, values] of ODD.entries()) {
    const { job_title: _, ...others } = values as Record<string, unknown>;
    expect(rows[at]).toMatchObject(others);
  }
  expect([rows[0].job_title, rows[0].rev]).toEqual(['Says "no"', 2]);
});
