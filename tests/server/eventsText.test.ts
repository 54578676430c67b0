// All events of an app are put together by the database: each is sent as if it had been asked for alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Event } from "#schemas/session.ts";
import { type Asker, app, type TestApp } from "../support/app.ts";

const NAMES = [`Quoted "one" \\ two`, "Grüße\n\ttabbed 🎉", "</script>' or 1=1 --", "42"];
let server: TestApp;
let asker: Asker;
let put: number[];
beforeAll(async () => {
  server = await app();
  asker = await server.as("super");
  const { write } = server.deps.database;
  put = Object.values(server.events).slice(0, NAMES.length);
  for (const [at, id] of put.entries())
    await write
      .updateTable("core_event")
      .set({ name: NAMES[at] as string, archived_at: at === 1 ? "2026-01-01T00:00:00.000Z" : null, active: at % 2 })
      .where("id", "=", id)
      .execute();
});
afterAll(() => server.close());

const list = async (path: string) => {
  const { status, data } = await asker.get(path);
  expect(status).toBe(200);
  return data as Event[];
};

test("with all that one says of itself, whatever its name", async () => {
  const all = await list("/1/api/container?limit=10000000");

  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(NAMES));
  for (const one of all) expect(one).toEqual((await asker.get(`/1/api/container/${one.id}`)).data);
  expect(all.filter(({ archived }) => archived).map(({ id }) => id)).toContain(put[1]);
  const starts = all.map(({ date }) => date.date_start);
  expect(starts).toEqual([...starts].sort().reverse());
});

test("as many as are asked for, without those that are put away, and none where none may be seen", async () => {
  expect((await list("/1/api/container?limit=2")).length).toBe(2);
  const active = await list("/1/api/container/non-archived?limit=10000000");
  expect(active.map(({ id }) => id)).not.toContain(put[1]);
  expect(active.every((one) => !("archived" in one))).toBe(true);
  expect(
    (await list(`/1/api/container/non-archived?containers=${put[0]},${put[1]},999999`)).map(({ id }) => id),
  ).toEqual([put[0]]);
  expect(await list("/1/api/container/non-archived?containers=999999")).toEqual([]);
});
