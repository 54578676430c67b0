// What the home of an event says of log-ins.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Figure } from "#schemas/figure.ts";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { comeSo } from "../server/demo.ts";
import { aPerson, aServer, Desk } from "./factories.ts";

test("in the demo nobody was seen before they logged in, nor logged in before they were sent a link, nor in the future", () => {
  const now = Date.parse("2026-11-24T12:00:00.000Z");
  const rows = Array.from({ length: 500 }, (_, id) => comeSo(id + 1, id % 2 ? "active" : "invited", 1, now));

  for (const row of rows) {
    const instants = (row ?? []).slice(2).filter((at): at is string => typeof at === "string");
    expect(instants).toEqual([...instants].sort());
    expect(Date.parse(instants.at(-1) ?? "")).toBeLessThanOrEqual(now);
  }
  expect(rows.filter((row) => row && row[3] && !row[4]).length).toBeGreaterThan(50);
  expect(comeSo(1, "imported", 1, now)).toBeUndefined();
  expect(comeSo(1, "blocked", 1, now)).toBeUndefined();
});

describe.each(testDatabases)("the home of an event on %s", (database) => {
  let server: TestApp;
  let desk: Desk;
  beforeAll(async () => {
    server = await aServer({ database });
    desk = await Desk.at(server);
  });
  afterAll(() => server.close());

  const figures = async (): Promise<Figure[]> => {
    const boss = await server.as("super");
    const { data } = await boss.get(`${desk.place.path}/overview`);
    expect(data.silent).toEqual([]);
    return data.figures;
  };
  const home = async () => (await figures()).find(({ id }) => id === "app-access.funnel");
  const tidy = async () => {
    for (const { tidy: own } of server.plugins) await own?.(tidyContext(server.deps));
  };

  test("says nothing of log-ins until somebody has been let in, then how many have come how far, with the way to their rows", async () => {
    const field = { key: "motto", labels: { "en-gb": "Motto" }, kind: "text" };
    const made = await (await server.as("expert")).post(`${desk.place.path}/field`, field);
    expect(made.status).toBe(201);
    await server.resting();
    const people = [];
    for (let at = 0; at < 6; at++)
      people.push(await aPerson(desk.place, at === 4 ? { fields: { motto: "Onwards" } } : {}));
    const before = await home();
    const [a, b, c, d, e] = people as { id: number }[];
    for (const one of [a, b, c]) await desk.mail(one as { id: number });
    await desk.open(await desk.token(b as { id: number }));
    await desk.verify(await desk.token(c as { id: number }));
    await desk.seen(...[d, e].map((one) => ({ id: one?.id ?? 0, at: new Date().toISOString() })));
    const coming = await home();
    const standsAt = (await figures()).findIndex(({ id }) => id === "event-data.funnel");
    await tidy();

    const figure = await home();
    const all = (await figures()).map(({ id }) => id);

    expect([before, coming]).toEqual([undefined, undefined]);
    // In the place of the one that knows states only.
    expect([all.indexOf("app-access.funnel"), all.includes("event-data.funnel")]).toEqual([standsAt, false]);
    expect(figure?.along.places).toEqual([
      "app-access:tells.there",
      "app-access:tells.mailed",
      "app-access:tells.opened",
      "app-access:tells.entered",
      "app-access:tells.complete",
    ]);
    expect(figure?.series[0]?.values).toEqual([6, 5, 4, 3, 1]);
    for (const [at, path] of (figure?.paths ?? []).entries()) {
      const url = new URL(path, "http://lanyard.test");
      const asked = JSON.parse(url.searchParams.get("filter") ?? "[]") as [string, string, unknown][];
      const filter = asked.map(([name, op, value]) => ({ field: name, op, value }));
      const found = await desk.asker.post(`${desk.place.path}/thing/query?category=1`, { filter, limit: 0 });
      expect(found.data.matched).toBe(figure?.series[0]?.values[at]);
    }
  });
});
