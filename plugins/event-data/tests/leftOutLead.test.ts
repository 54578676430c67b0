// How many a picture leaves out leads to exactly those.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Figure } from "#schemas/figure.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

const COUNTRIES = ["AT", "BE", "CH", "DE", "ES", "FR", "GB", "IT", "NL", "PL", ""];
let server: TestApp;
let reader: Asker;
let base: string;

beforeAll(async () => {
  server = await app();
  const editor = await server.as("matchmaker");
  reader = await server.as("owner");
  base = `/1/api/container/${server.bigEventId}`;
  const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
  const of = (category: number) => types.find((type) => type.type_category_id === category)?.id;
  for (const country of COUNTRIES) {
    const status = country === "PL" ? "blocked" : "active";
    const name = { first_name: "Left", last_name: `Out ${country}`, email: `out${country}@ibis.example` };
    await editor.post(`${base}/thing`, { ...name, country, status, type_id: of(1) });
  }
  // No participant, from nowhere.
  await editor.post(`${base}/thing`, { type_id: of(2), name: "Oak & Ash", email: "hello@oak.example" });
});
afterAll(() => server.close());

test.each(["event-data.countries", "event-data.funnel"])("of %s", async (id) => {
  const { data } = await reader.get(`${base}/overview`);
  const figure = (data.figures as Figure[]).find((one) => one.id === id);
  const { pathname, searchParams } = new URL(figure?.helpPath ?? "", "http://localhost");
  const parts: [string, string, unknown][] = JSON.parse(searchParams.get("filter") ?? "[]");
  const filter = parts.map(([field, op, value]) => ({ field, op, value }));

  const found = await reader.post(`${base}/thing/query?category=1`, { filter, limit: 0 });

  expect(pathname).toBe(`/event-data/${server.bigEventId}/category/1`);
  expect(found.data.matched).toBeGreaterThan(0);
  expect(figure?.help).toMatchObject({ values: { count: found.data.matched } });
});
