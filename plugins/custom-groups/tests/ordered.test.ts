// Lists are sorted by custom groups: each profile stands where the first of its groups does, after every change, on both databases.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListFilter, ListSort } from "#schemas/list.ts";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { placesBetween } from "../../../server/kernel/besideTold.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place, someProfiles } from "../../../tests/support/place.ts";
import type { Thing } from "../../event-data/contract.ts";
import { tidyBeside } from "../../event-data/server/columns/kept.ts";
import { tidyOrdered } from "../../event-data/server/columns/settle.ts";
import type { Group, Rule } from "../contract.ts";

const BY = "beside.custom-groups.names";
// Each of the changes is compared with the whole list, several times.
const LONG = { timeout: 120_000 };

describe.each(testDatabases)("lists sorted by custom groups on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  let hand: Group;
  let germans: Group;

  const column = async (asker: Asker = place.asker) =>
    ((await asker.get(`${place.path}/thing/column`)).data as { field: string; sorted?: true; in_work?: true }[]).find(
      ({ field }) => field === BY,
    );
  const ask = (question: object, asker: Asker = place.asker) =>
    asker.post(`${place.path}/thing/query`, { limit: 1000, ...question });
  const find = async (question: object) => {
    const { data, error } = await ask(question);
    expect(error).toBeUndefined();
    return data.rows as Thing[];
  };
  const create = async (name: string, rule?: Rule) => {
    const draft = { name, mode: rule ? "rule" : "manual", ...(rule && { rule }) };
    const { data, status } = await place.asker.post(base, draft);
    expect(status).toBe(201);
    return data as Group;
  };
  const put = (id: number, things: readonly { id: number }[]) =>
    place.asker.post(`${base}/${id}/member`, { words: things.map((one) => String(one.id)) });
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    base = `${place.path}/custom-group`;
    const expert = await server.as("expert");
    for (const [key, more] of [
      ["visits", {}],
      ["secret", { see_role: 200 }],
    ] as const)
      expect(
        (await expert.post(`${place.path}/field`, { key, kind: "number", labels: { "en-gb": key }, ...more })).status,
      ).toBe(201);
    for (let at = 0; at < 30; at++) {
      const values = {
        last_name: `P${at % 7}`,
        country: ["DE", "FI", ""][at % 3],
        fields: { visits: at % 5, secret: at % 2 },
      };
      await aProfile(place, values);
    }
  }, 60_000);
  afterAll(() => server.close());

  /** Each sort, page and place is that of the first group of each profile, as filters by group find them one by one. */
  async function expectTrue() {
    const all = await find({ sort: [{ field: "id", direction: "asc" }] });
    const { order } = (await place.asker.get(`${base}/priority`)).data as { order: number[] };
    const first = new Map<number, number>();
    for (const [at, id] of order.entries())
      for (const one of await find({ filter: [{ field: "group", op: "eq", value: id }] }))
        if (!first.has(one.id)) first.set(one.id, at);
    const placeOf = (id: number) => first.get(id) ?? order.length;
    const nameOf = new Map(all.map(({ id, last_name }) => [id, last_name.toLowerCase()]));
    for (const direction of ["asc", "desc"] as const) {
      const sign = direction === "asc" ? 1 : -1;
      const sorted = [...idsOf(all)].sort((a, b) => sign * (placeOf(a) - placeOf(b) || a - b));
      const sort: ListSort[] = [{ field: BY, direction }];
      expect(idsOf(await find({ sort }))).toEqual(sorted);
      const pages = [];
      for (let offset = 0; offset < sorted.length; offset += 7) pages.push(...(await find({ sort, offset, limit: 7 })));
      expect(idsOf(pages)).toEqual(sorted);
      const { data } = await place.asker.post(`${place.path}/thing/${sorted[11]}/place`, { sort });
      expect(data.at).toBe(11);
      const filter: ListFilter[] = [{ field: "country", op: "eq", value: "FI" }];
      const finns = new Set(idsOf(await find({ filter })));
      expect(idsOf(await find({ sort, filter }))).toEqual(sorted.filter((id) => finns.has(id)));
      const named = await find({ sort: [{ field: "last_name", direction: "desc" }, ...sort] });
      const compared = (id: number) => nameOf.get(id) ?? "";
      const byName = [...sorted].sort((a, b) =>
        compared(a) < compared(b) ? 1 : compared(a) > compared(b) ? -1 : sign * (placeOf(a) - placeOf(b)) || b - a,
      );
      expect(idsOf(named)).toEqual(byName);
    }
  }

  test("before there is a group all stand as they came", LONG, async () => {
    expect((await column())?.sorted).toBe(true);
    await expectTrue();
  });

  test(
    "from the first group on it is put in order, and says so until then; every change after that is seen at once",
    LONG,
    async () => {
      const all = await find({ sort: [{ field: "id", direction: "asc" }] });
      hand = await create("M by hand");
      await put(
        hand.id,
        all.filter(({ id }) => id % 5 === 0),
      );
      expect((await column())?.in_work).toBe(true);
      expect((await ask({ sort: [{ field: BY, direction: "asc" }] })).error.code).toBe("invalid");
      await tidyBeside(tidyContext(server.deps));
      expect((await column())?.in_work).toBeUndefined();
      await expectTrue();

      germans = await create("P germans", { match: "all", filter: [{ field: "country", op: "eq", value: "DE" }] });
      await expectTrue();
      await create("A many", { match: "any", filter: [{ field: "fields.visits", op: "gte", value: 4 }] });
      await expectTrue();
    },
  );

  test("it follows a profile that is changed, comes, is imported, leaves, is put in and taken out", LONG, async () => {
    const all = await find({ sort: [{ field: "id", direction: "asc" }] });
    const [one, other, third] = all as [Thing, Thing, Thing];
    await place.asker.patch(`${place.path}/thing/${one.id}`, { rev: one.rev, country: "GB", fields: { visits: 0 } });
    await place.asker.patch(`${place.path}/thing/${other.id}`, { rev: other.rev, country: "DE" });
    await expectTrue();
    await aProfile(place, { last_name: "New", country: "DE" });
    await someProfiles(place, "Read", ["a@read.example", "b@read.example"]);
    await expectTrue();
    await place.asker.remove(`${place.path}/thing/${third.id}?rev=${third.rev}`);
    await expectTrue();
    await put(hand.id, all.slice(5, 9));
    await expectTrue();
    const out = await place.asker.post(`${base}/${hand.id}/member/remove`, { ids: idsOf(all.slice(0, 8)) });
    expect(out.data.removed).toBeGreaterThan(2);
    await expectTrue();
  });

  test("it follows rules, the order of groups, and groups that come, are renamed and go", LONG, async () => {
    const rule = { match: "all", filter: [{ field: "country", op: "eq", value: "FI" }] };
    const changed = (await place.asker.patch(`${base}/${germans.id}`, { rev: germans.rev, rule })).data as Group;
    await expectTrue();
    const { rev, order } = (await place.asker.get(`${base}/priority`)).data;
    await place.asker.put(`${base}/priority`, { rev, rule: "permissive", order: [...order].reverse() });
    await expectTrue();
    const between = await create("B between");
    const all = await find({ sort: [{ field: "id", direction: "asc" }] });
    await put(between.id, all.slice(2, 12));
    await expectTrue();
    await place.asker.put(`${base}/priority`, { rev: rev + 1, rule: "permissive", order: [] });
    await expectTrue();
    await place.asker.patch(`${base}/${between.id}`, { rev: between.rev, name: "Z last" });
    await expectTrue();
    await place.asker.remove(`${base}/${changed.id}?rev=${changed.rev}`);
    await expectTrue();
    await place.asker.remove(`${base}/${hand.id}?rev=${hand.rev}`);
    await expectTrue();
  });

  test("rules that read what other areas count follow that, too", LONG, async () => {
    const rule: Rule = { match: "all", filter: [{ field: "beside.relationships.links", op: "gte", value: 1 }] };
    const linked = await create("0 linked", rule);
    const { rev } = (await place.asker.get(`${base}/priority`)).data;
    await place.asker.put(`${base}/priority`, { rev, rule: "permissive", order: [linked.id] });
    const all = await find({ sort: [{ field: "id", direction: "asc" }] });
    const end = (label: string) => ({ label, category: 1, types: [] });
    const draft = { name: "Knows", from: end("knows"), to: end("is known by"), cardinality: "many-many" };
    const kind = (await place.asker.post(`${place.path}/relationship`, draft)).data.id;
    await expectTrue();
    const link = { from: all[3]?.id, to: all[4]?.id };
    expect((await place.asker.post(`${place.path}/relationship/${kind}/link`, link)).status).toBe(201);
    await tidyBeside(tidyContext(server.deps));
    await expectTrue();
    await place.asker.post(`${place.path}/relationship/${kind}/link`, { from: all[5]?.id, to: all[6]?.id });
    await expectTrue();
    expect(idsOf(await find({ sort: [{ field: BY, direction: "asc" }], limit: 4 }))).toEqual(idsOf(all.slice(3, 7)));
    await place.asker.remove(`${base}/${linked.id}?rev=${linked.rev}`);
  });

  test(
    "an order that a hidden field decides is not told to who may not see it, and other orders are",
    LONG,
    async () => {
      const owner = await server.as("owner");
      const sort = [{ field: BY, direction: "asc" }];
      expect((await ask({ sort }, owner)).status).toBe(200);
      const rule: Rule = { match: "all", filter: [{ field: "fields.secret", op: "eq", value: 1 }] };
      const { data } = await (await server.as("super")).post(base, { name: "0 secret", mode: "rule", rule });

      const [told, untold] = [await column(), await column(owner)];
      const refused = await ask({ sort }, owner);

      await expectTrue();
      expect(told?.sorted).toBe(true);
      expect(untold?.sorted).toBeUndefined();
      expect(refused.error.fields).toHaveProperty("sort.0.field");
      await place.asker.remove(`${base}/${data.id}?rev=${data.rev}`);
    },
  );

  test(
    "more changes than somebody waits for are told by the turn that tidies, and the column says so until then",
    LONG,
    async () => {
      const db = server.deps.database.write as never;
      const noted = sql`insert into core_beside_stale (of_column, thing_id)
      select c.id, t.id from core_beside_column c join event_data_thing t on t.event_id = c.event_id
      where c.key = 'custom-groups.names' and c.event_id = ${place.eventId}`;
      for (let at = 0; at < 150; at++) await noted.execute(db);

      const [work, refused] = [(await column())?.in_work, await ask({ sort: [{ field: BY, direction: "asc" }] })];
      await tidyOrdered(tidyContext(server.deps));

      expect(work).toBe(true);
      expect(refused.error?.code).toBe("invalid");
      expect((await column())?.in_work).toBeUndefined();
      await expectTrue();
      const { rows } = await sql`select 1 from core_beside_stale`.execute(db);
      expect(rows).toEqual([]);
    },
  );

  test(
    "where more stood in a group that goes than somebody waits for, all are told anew, and none is noted",
    LONG,
    async () => {
      const db = server.deps.database.write as never;
      const many = await create("Q very many");
      const { rev } = (await place.asker.get(`${base}/priority`)).data;
      await place.asker.put(`${base}/priority`, { rev, rule: "permissive", order: [many.id] });
      await put(many.id, (await find({})).slice(0, 4));
      await find({ sort: [{ field: BY, direction: "asc" }] });
      await sql`insert into core_beside_value (of_column, thing_id, of_number, of_text, of_type, of_status, of_country)
      with recursive n (at) as (select 1 union all select at + 1 from n where at < 5000)
      select c.id, 900000 + n.at, v.of_number, '', v.of_type, v.of_status, v.of_country
      from n, core_beside_column c join core_beside_value v on v.of_column = c.id
      where c.key = 'custom-groups.names' and c.event_id = ${place.eventId}
        and v.thing_id = (select min(thing_id) from custom_groups_member where group_id = ${many.id})`.execute(db);
      // That they came is noted of them on PostgreSQL.
      await sql`delete from core_beside_stale`.execute(db);

      await place.asker.remove(`${base}/${many.id}?rev=${many.rev}`);
      const refused = await ask({ sort: [{ field: BY, direction: "asc" }] });
      const { rows } = await sql`select 1 from core_beside_stale`.execute(db);
      await tidyOrdered(tidyContext(server.deps));
      await sql`delete from core_beside_value where thing_id > 900000`.execute(db);

      expect([refused.error?.code, rows]).toEqual(["invalid", []]);
      await expectTrue();
    },
  );

  test(
    "rules that another release or database has written otherwise are told anew by the first turn",
    LONG,
    async () => {
      const db = server.deps.database.write;
      await find({ sort: [{ field: BY, direction: "asc" }] });
      const own = sql`where key = 'custom-groups.names' and event_id = ${place.eventId}`;
      const readTold = async () =>
        (await sql<{ told: string }>`select told from core_beside_column ${own}`.execute(db)).rows[0]?.told;
      const before = await readTold();
      const otherwise = sql`replace(told, '"how":"', '"how":"o')`;
      await sql`update core_beside_column set told = ${otherwise} ${own} and reads = 1`.execute(db);
      expect(await readTold()).not.toBe(before);

      // As a process has it that has only just begun.
      await tidyOrdered({ ...tidyContext(server.deps), db: db.withTables() as never });

      const told = JSON.parse((await readTold()) ?? "[]").map(({ id, how }: { id: number; how: string }) => [id, how]);
      expect(told).toEqual(JSON.parse(before ?? "[]").map(({ id, how }: { id: number; how: string }) => [id, how]));
      await expectTrue();
    },
  );

  test("an export is written in that order", LONG, async () => {
    await put((await create("Q exported")).id, (await find({})).slice(3, 8));
    const sort = [{ field: BY, direction: "asc" }];
    const draft = { format: "csv", columns: [{ field: "id", title: "Id" }], sort };
    const started = await place.asker.post(`${place.path}/thing/export`, draft);
    const { id } = (await place.asker.finished(started.data.job.id)).data;
    const file = (await place.asker.get(`/1/api/job/${id}/file`)).response.body as string;
    expect(file.trim().split("\r\n").slice(1).map(Number)).toEqual(idsOf(await find({ sort })));
  });
});

test("groups without a rule find a place between others, as often as there is room, and nothing else keeps the places", () => {
  const by = (...ids: (number | [number, string])[]) =>
    ids.map((one) => (typeof one === "number" ? { id: one, how: "" } : { id: one[0], how: one[1] }));
  const before = [
    { id: 1, how: "", at: 1 },
    { id: 2, how: "a", at: 2 },
  ];
  const places = (...ids: (number | [number, string])[]) => placesBetween(before, by(...ids))?.map(({ at }) => at);

  expect(places(1, [2, "a"])).toEqual([1, 2]);
  expect(places(3, 1, 4, 5, [2, "a"], 6)).toEqual([0.5, 1, 1.5, 1.75, 2, 3]);
  expect(places([2, "a"])).toEqual([2]);
  expect(places([2, "a"], 1)).toBeUndefined();
  expect(places(1, [2, "b"])).toBeUndefined();
  expect(places(1, [2, "a"], [3, "c"])).toBeUndefined();
  let now = before;
  let made = 0;
  while (made < 200) {
    const ids = [...now.slice(0, 1), { id: 100 + made, how: "" }, ...now.slice(1)];
    const next = placesBetween(now, ids);
    if (!next) break;
    expect(next.map(({ at }) => at)).toEqual([...next.map(({ at }) => at)].sort((a, b) => a - b));
    expect(new Set(next.map(({ at }) => at)).size).toBe(next.length);
    now = next;
    made += 1;
  }
  expect(made).toBeGreaterThan(40);
  expect(made).toBeLessThan(60);
});
