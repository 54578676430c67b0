// Many suspected pairs, settled together.
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import { queueOf, surnameFor } from "./queue.ts";

// Two thousand people come, and are settled twice.
const LONG = { timeout: 120_000 };

describe.each(testDatabases)("many suspected pairs on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  let surname = "";
  let count = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    base = `${place.path}/duplicate`;
  });
  beforeEach(() => {
    count += 1;
    surname = surnameFor(count);
  });
  afterAll(() => server.close());

  const { search, pairs, twins } = queueOf(
    () => place,
    () => surname,
  );

  test("the queue, its counts and what is said of all that match can be of companies alone", async () => {
    await twins();
    const firm = { type_id: place.types[2], first_name: "", last_name: "", company_name: "" };
    await twins({ ...firm, name: `${surname} GmbH` }, { ...firm, name: `${surname} Ltd` });
    await search();
    const of = async (category: number) => {
      const filter = [{ field: "category", op: "eq", value: category }];
      const { data } = await place.asker.post(`${base}/query`, { search: surname, filter });
      return data.rows.map(({ one }: { one: { type_id: number } }) => one.type_id);
    };
    const open = async (query = "") => (await place.asker.get(`${base}${query}`)).data.open;
    const [all, people, firms] = [await open(), await open("?category=1"), await open("?category=2")];

    expect(await pairs()).toHaveLength(2);
    expect([await of(1), await of(2), await of(3)]).toEqual([[place.types[1]], [place.types[2]], []]);
    expect(people + firms).toBe(all);
    const filter = [{ field: "category", op: "eq", value: 2 }];
    const selection = { question: { search: surname, filter } };
    const said = await place.asker.post(`${base}/dismiss`, { selection, dismissed: true });
    expect(said.data.ids).toHaveLength(1);
    expect([await of(1), await of(2)]).toEqual([[place.types[1]], []]);
    expect(await open("?category=2")).toBe(firms - 1);
    expect((await place.asker.get(`${base}?category=4`)).status).toBe(400);
  });

  test("many pairs are kept apart at once, those that are ticked or all that match but some, and taken back", async () => {
    for (const at of [0, 1, 2, 3]) {
      const name = { last_name: surname, first_name: "abcd"[at], company_name: `${"wxyz"[at]}${surname}` };
      await twins({ ...name, email: `a${at}@${surname}.example` }, { ...name, email: `b${at}@${surname}.example` });
    }
    await search();
    const ids = (await pairs()).map(({ id }) => id).sort((one, other) => one - other);
    const [first = 0, second = 0, third = 0, last = 0] = ids;
    const say = async (selection: object, dismissed: boolean) => {
      const { data, error } = await place.asker.post(`${base}/dismiss`, { selection, dismissed });
      return error ?? data.ids;
    };
    const left = async (state?: string) => (await pairs(state)).map(({ id }) => id).sort((one, other) => one - other);
    const before = (await place.asker.get(base)).data;

    expect(await say({ ids: [first, second] }, true)).toEqual([first, second]);
    // Somebody else has just said so of one of them, and another is gone.
    expect(await say({ ids: [second, third, 999_999] }, true)).toEqual([third]);
    expect(await left()).toEqual([last]);
    expect((await place.asker.get(base)).data.dismissed).toBe(before.dismissed + 3);
    const question = { search: surname, filter: [{ field: "score", op: "gte", value: 1 }] };
    expect(await say({ question, except: [second] }, false)).toEqual([first, third]);
    expect([await left(), await left("dismissed")]).toEqual([[first, third, last], [second]]);
    await search();
    expect(await left("dismissed")).toEqual([second]);

    const filter = [{ field: "object_type", op: "eq", value: "duplicates.pair" }];
    const { rows } = (
      await (await server.as("super")).post(`${place.path}/history/query`, { filter, search: surname, limit: 20 })
    ).data;
    expect(rows.map(({ action }: { action: string }) => action).sort()).toEqual([
      ...["dismiss", "dismiss", "dismiss"],
      ...["reopen", "reopen"],
    ]);
    expect(rows[0].object_label).toContain(" / ");
  });

  test("two thousand pairs are settled together and no more, and what is refused changes nothing", LONG, async () => {
    const [one] = await twins();
    // A word of this try alone: one that is made again finds nobody of the one before.
    const word = `crowd${surname.toLowerCase()}`;
    const lines = Array.from({ length: 2001 }, (_, at) => `Somebody ${at},${at}@${word}.example`).join("\n");
    const how = `kind=thing&format=csv&mode=apply&type=${place.types[1]}`;
    const imported = await place.asker.importFile(place.eventId, how, Buffer.from(`Name,Email\n${lines}\n`));
    expect(imported.data).toMatchObject({ state: "done", result: { created: 2001 } });
    const db = server.deps.database.write as unknown as Kysely<unknown>;
    await sql`insert into duplicates_pair (event_id, one_id, other_id, score, reasons, state, found_by)
      select event_id, ${one.id}, id, 50, '["near"]', 'open', 1 from event_data_thing
      where event_id = ${place.eventId} and email like ${`%@${word}.example`}`.execute(db);
    const question = { search: word };
    const all = async (state: string) => {
      const { data, error } = await place.asker.post(`${base}/query?state=${state}`, { ...question, limit: 0 });
      return error ?? data.matched;
    };
    const before = await all("open");

    const refused = await place.asker.post(`${base}/dismiss`, { selection: { question }, dismissed: true });
    expect([before, refused.status, refused.error?.code]).toEqual([2001, 400, "duplicates.too_many"]);
    expect([await all("open"), await all("dismissed")]).toEqual([2001, 0]);
    const { rows } = (await place.asker.post(`${base}/query`, { ...question, limit: 1 })).data;
    const selection = { question, except: [rows[0].id] };
    const said = await place.asker.post(`${base}/dismiss`, { selection, dismissed: true });
    expect([said.error, said.data?.ids.length]).toEqual([undefined, 2000]);
    expect([await all("open"), await all("dismissed")]).toEqual([1, 2000]);
  });

  test("pairs are settled together by those who may merge, and not those of another event", async () => {
    await twins();
    await search();
    const [pair] = await pairs();
    const reader = await server.as("owner");
    const body = { selection: { ids: [pair?.id] }, dismissed: true };

    expect((await reader.post(`${base}/dismiss`, body)).status).toBe(403);
    const all: { id: number }[] = (await place.asker.post("/1/api/container/query", { limit: 10 })).data.rows;
    const other = all.find(({ id }) => !place.path.endsWith(`/${id}`));
    const elsewhere = await place.asker.post(`/1/api/container/${other?.id}/duplicate/dismiss`, body);
    expect([elsewhere.status, elsewhere.data]).toEqual([200, { ids: [] }]);
    expect(await pairs()).toMatchObject([{ id: pair?.id }]);
  });
});
