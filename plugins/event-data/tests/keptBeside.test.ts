// Lists are filtered, sorted and grouped by what other areas count of profiles, and what they count is true after every change.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListFilter, ListGroup, ListSort } from "#schemas/list.ts";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { tidyMeetings } from "../../networking/server/tidy.ts";
import type { Thing } from "../contract.ts";
import { tidyBeside } from "../server/columns/kept.ts";

const CONFIRMED = "beside.networking.confirmed";
const WAITING = "beside.networking.waiting";
const LINKS = "beside.relationships.links";
const COLUMNS = [CONFIRMED, WAITING, LINKS];
const HOUR = 3_600_000;

describe.each(testDatabases)("lists by what areas count, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let people: number[];
  let day = Math.floor(Date.now() / 86_400_000) + 40;
  let kindId: number;

  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    people = [];
    for (let at = 0; at < 30; at++) {
      const values = { last_name: `P${at % 7}`, status: at % 3 ? "active" : "invited", country: at % 2 ? "DE" : "" };
      people.push((await aProfile(place, values)).id);
    }
  }, 60_000);
  afterAll(() => server.close());

  const ask = async (question: object, who: Asker = place.asker) =>
    who.post(`${place.path}/thing/query`, { limit: 1000, ...question });
  const find = async (question: { filter?: ListFilter[]; sort?: ListSort[]; limit?: number; offset?: number }) => {
    const { data, error } = await ask(question);
    expect(error).toBeUndefined();
    return data as { rows: Thing[]; matched: number; total: number };
  };
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  const ascending = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
  const settle = () => tidyBeside(tidyContext(server.deps));
  const meet = async (who: number[], state = "accepted") => {
    day += 1;
    const [start, end] = [10, 10.5].map((at) => new Date(day * 86_400_000 + at * HOUR).toISOString());
    const draft = { participants: who, start, end, location_id: null, message: "", state };
    const { data, status } = await place.asker.post(`${place.path}/meeting`, draft);
    expect(status).toBe(201);
    return data as { id: number; rev: number };
  };
  const change = async ({ id, rev }: { id: number; rev: number }, values: object) => {
    const { data, status } = await place.asker.patch(`${place.path}/meeting/${id}`, { rev, ...values });
    expect(status).toBe(200);
    return data as { id: number; rev: number };
  };
  const link = async (from: number, to: number) => {
    const { data, status } = await place.asker.post(`${place.path}/relationship/${kindId}/link`, { from, to });
    expect(status).toBe(201);
    return data as { id: number };
  };

  /** What each of the event's profiles has, as the areas count it for the column. */
  async function counted(): Promise<Map<number, Record<string, number>>> {
    const ids = idsOf((await find({})).rows);
    const { data } = await place.asker.post(`${place.path}/thing/column`, { columns: COLUMNS, ids });
    return new Map((data as { id: number; values: Record<string, number> }[]).map(({ id, values }) => [id, values]));
  }

  /** The list tells by each column what the areas count: sorted, page by page, filtered, grouped. */
  async function expectTrue() {
    const counts = await counted();
    const ids = ascending([...counts.keys()]);
    for (const column of COLUMNS) {
      const of = (id: number) => counts.get(id)?.[column] ?? Number.NaN;
      for (const direction of ["asc", "desc"] as const) {
        const sign = direction === "asc" ? 1 : -1;
        const sorted = [...ids].sort((a, b) => sign * (of(a) - of(b) || a - b));
        const sort = [{ field: column, direction }];
        expect(idsOf((await find({ sort })).rows)).toEqual(sorted);
        const pages = [];
        for (let offset = 0; offset < ids.length; offset += 7)
          pages.push(...(await find({ sort, offset, limit: 7 })).rows);
        expect(idsOf(pages)).toEqual(sorted);
        const place = await placeOf(sorted[17] ?? 0, { sort });
        expect(place).toBe(17);
        const active = (await find({ sort, filter: [{ field: "status", op: "eq", value: "active" }] })).rows;
        expect(active.every(({ status }) => status === "active")).toBe(true);
        expect(idsOf(active)).toEqual(sorted.filter((id) => idsOf(active).includes(id)));
      }
      const found = async (...filter: [ListFilter["op"], ListFilter["value"]][]) =>
        ascending(idsOf((await find({ filter: filter.map(([op, value]) => ({ field: column, op, value })) })).rows));
      const is = (holds: (count: number) => boolean) => ids.filter((id) => holds(of(id)));
      expect(await found(["eq", 0])).toEqual(is((count) => count === 0));
      expect(await found(["ne", 0])).toEqual(is((count) => count !== 0));
      expect(await found(["gt", 1])).toEqual(is((count) => count > 1));
      expect(await found(["gte", 1], ["lte", 2])).toEqual(is((count) => count >= 1 && count <= 2));
      expect(await found(["lt", 2])).toEqual(is((count) => count < 2));
      expect(await found(["in", [1, 3]])).toEqual(is((count) => count === 1 || count === 3));
      expect(await found(["empty", true])).toEqual([]);
      const asked = { by: column, limit: 100 };
      const groups: ListGroup[] = (await place.asker.post(`${place.path}/thing/group`, asked)).data.groups;
      expect(groups.map(({ value, count }) => [value, count])).toEqual(
        [...new Set(ids.map(of))].sort((a, b) => a - b).map((value) => [value, is((one) => one === value).length]),
      );
      for (const { count, filter } of groups) expect((await find({ filter })).matched).toBe(count);
    }
    const both = await find({
      filter: [
        { field: CONFIRMED, op: "gte", value: 1 },
        { field: LINKS, op: "gte", value: 1 },
      ],
      sort: [{ field: "name", direction: "asc" }],
    });
    expect(ascending(idsOf(both.rows))).toEqual(
      ids.filter((id) => (counts.get(id)?.[CONFIRMED] ?? 0) > 0 && (counts.get(id)?.[LINKS] ?? 0) > 0),
    );
    await expectWhole();
    return counts;
  }

  const placeOf = async (id: number, question: object) =>
    (await place.asker.post(`${place.path}/thing/${id}/place`, question)).data.at;

  /** A row for each profile and column, which says of it what the profile does. */
  async function expectWhole() {
    const { rows } = await sql<{ lacking: number }>`select count(*) as lacking
      from event_data_thing t join core_beside_column c on c.event_id = t.event_id
      where not exists (select 1 from core_beside_value v where v.of_column = c.id and v.thing_id = t.id
        and v.of_type = t.type_id and v.of_status = t.status and v.of_country = t.country)`.execute(
      server.deps.database.quick,
    );
    expect(Number(rows[0]?.lacking)).toBe(0);
    const strays = await sql`select 1 from core_beside_value where thing_id not in (select id from event_data_thing)`;
    expect((await strays.execute(server.deps.database.quick)).rows).toEqual([]);
  }

  const kept = async () => {
    const { data } = await place.asker.get(`${place.path}/thing/column`);
    return (data as { field: string; listed: boolean; in_work?: true }[]).filter(({ field }) =>
      COLUMNS.includes(field),
    );
  };

  test("before anything has been counted everybody has none", async () => {
    expect((await kept()).map(({ listed, in_work }) => [listed, in_work])).toEqual(
      COLUMNS.map(() => [true, undefined]),
    );
    const counts = await expectTrue();
    expect([...new Set([...counts.values()].flatMap((one) => Object.values(one)))]).toEqual([0]);
  });

  test("a column that has just begun says that it is being put in order, and is refused until then", async () => {
    const [ada = 0, bo = 0] = people;
    const meeting = await meet([ada, bo]);

    expect(await kept()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: CONFIRMED, listed: false, in_work: true }),
        expect.objectContaining({ field: LINKS, listed: true }),
      ]),
    );
    const refused = await ask({ sort: [{ field: CONFIRMED, direction: "asc" }] });
    expect([refused.status, refused.error.message]).toEqual([400, expect.stringContaining("put in order")]);
    // What changes meanwhile is counted.
    await meet([ada, people[2] ?? 0]);
    await change(meeting, { state: "cancelled" });
    await settle();

    expect((await kept()).every(({ listed }) => listed)).toBe(true);
    const counts = await expectTrue();
    expect([ada, bo, people[2] ?? 0].map((id) => counts.get(id)?.[CONFIRMED])).toEqual([1, 0, 1]);
  });

  test("each change of a meeting moves those who take part", async () => {
    const [ada = 0, bo = 0, cy = 0, di = 0] = people;
    const asked = await meet([cy, di], "requested");
    await meet([ada, bo, cy]);
    await meet([ada, di]);
    let counts = await expectTrue();
    expect([counts.get(cy)?.[WAITING], counts.get(di)?.[WAITING]]).toEqual([1, 1]);

    const accepted = await change(asked, { state: "accepted" });
    counts = await expectTrue();
    expect([counts.get(di)?.[WAITING], counts.get(di)?.[CONFIRMED]]).toEqual([0, 2]);

    await change(accepted, { state: "cancelled" });
    counts = await expectTrue();
    expect(counts.get(di)?.[CONFIRMED]).toBe(1);
  });

  test("a request waits until its time has passed", async () => {
    const [, , , , ed = 0, flo = 0] = people;
    const asked = await meet([ed, flo], "requested");
    expect((await expectTrue()).get(ed)?.[WAITING]).toBe(1);

    await tidyMeetings({ ...tidyContext(server.deps), now: new Date(day * 86_400_000 + 11 * HOUR) });
    expect((await expectTrue()).get(ed)?.[WAITING]).toBe(0);

    // Put off, it waits anew.
    const [start, end] = [14, 15].map((at) => new Date(day * 86_400_000 + at * HOUR).toISOString());
    await change(asked, { start, end });
    expect((await expectTrue()).get(ed)?.[WAITING]).toBe(1);
  });

  test("links count at both of their ends", async () => {
    const end = (label: string) => ({ label, category: 1, types: [] });
    const kind = { name: "Knows", from: end("knows"), to: end("is known by"), cardinality: "many-many" };
    kindId = (await place.asker.post(`${place.path}/relationship`, kind)).data.id;
    const [ada = 0, bo = 0, cy = 0] = people;
    const first = await link(ada, bo);
    await settle();
    await link(ada, cy);
    await link(cy, bo);
    let counts = await expectTrue();
    expect([ada, bo, cy].map((id) => counts.get(id)?.[LINKS])).toEqual([2, 2, 2]);

    await place.asker.remove(`${place.path}/relationship/${kindId}/link/${first.id}`);
    counts = await expectTrue();
    expect([ada, bo, cy].map((id) => counts.get(id)?.[LINKS])).toEqual([1, 1, 2]);
  });

  test("several at once are all counted", async () => {
    const [hub = 0, ...others] = people.slice(8, 20);
    day += 100;
    const met = others.map((other, at) => {
      const [start, end] = [at, at + 0.5].map((hour) => new Date(day * 86_400_000 + hour * HOUR).toISOString());
      const draft = { participants: at % 2 ? [hub, other] : [other, hub], start, end, location_id: null, message: "" };
      return place.asker.post(`${place.path}/meeting`, { ...draft, state: "accepted" });
    });
    const linked = others.map((other, at) => (at % 2 ? link(hub, other) : link(other, hub)));
    const made = await Promise.all(met);
    await Promise.all(linked);

    expect(made.map(({ status }) => status)).toEqual(others.map(() => 201));
    const counts = await expectTrue();
    expect([counts.get(hub)?.[CONFIRMED], counts.get(hub)?.[LINKS]]).toEqual([others.length, others.length]);
  });

  test("profiles that come, change and go take their rows along; those that come back have what they had", async () => {
    const [ada = 0, bo = 0] = people;
    const before = await expectTrue();
    const fresh = await aProfile(place, { country: "ES" });
    expect((await expectTrue()).get(fresh.id)).toEqual({ [CONFIRMED]: 0, [WAITING]: 0, [LINKS]: 0 });
    await place.asker.patch(`${place.path}/thing/${fresh.id}`, { rev: 1, type_id: place.types[2], status: "blocked" });
    await expectTrue();

    const selection = { ids: [ada, bo] };
    const removed = await place.asker.post(`${place.path}/thing/bulk`, {
      selection,
      act: { do: "remove", confirm: 2 },
      mode: "apply",
    });
    expect(removed.status).toBe(202);
    await place.asker.finished(removed.data.job.id);
    const without = await expectTrue();
    expect(without.has(ada)).toBe(false);

    const undone = await place.asker.post(`${place.path}/thing/bulk/${removed.data.job.id}/undo`, {});
    await place.asker.finished(undone.data.job.id);
    const after = await expectTrue();
    for (const id of [ada, bo]) expect(after.get(id)).toEqual(before.get(id));
  });

  test("of two that are merged, one has what both had", async () => {
    const [, bo = 0, cy = 0] = people;
    const rows = (await find({ filter: [{ field: "id", op: "in", value: [bo, cy] }] })).rows;
    const of = (id: number) => rows.find((row) => row.id === id)?.rev;
    const asked = { keep: { id: bo, rev: of(bo) }, drop: { id: cy, rev: of(cy) }, take: [] };
    const merged = await place.asker.post(`${place.path}/thing/merge`, asked);
    expect(merged.status).toBe(201);
    expect((await expectTrue()).has(cy)).toBe(false);
    await place.asker.post(`${place.path}/thing/merge/${merged.data.id}/undo`, {});
    expect((await expectTrue()).has(cy)).toBe(true);
  });

  test("who may not see meetings neither sorts, filters nor groups by them, nor learns of them by a group", async () => {
    const db = server.deps.database.write;
    const editor = await server.as("owner");
    const groups = `${place.path}/custom-group`;
    const rule = { match: "all", filter: [{ field: CONFIRMED, op: "gte", value: 1 }] };
    const made = await place.asker.post(groups, { name: "Busy", mode: "rule", rule });
    expect(made.status).toBe(201);
    const inGroup = { filter: [{ field: "group", op: "eq", value: made.data.id }] };
    expect((await find(inGroup as never)).matched).toBeGreaterThan(0);
    const give = (who: Asker, permissions: object | null) =>
      db
        .updateTable("core_membership")
        .set({ permissions: permissions && JSON.stringify(permissions) })
        .where("user_id", "=", who.userId)
        .execute();
    const blind = { things: true, meetings: false, relationships: false };
    await give(editor, blind);

    const sort = [{ field: CONFIRMED, direction: "asc" }];
    const filter = [{ field: LINKS, op: "gte", value: 1 }];
    expect((await ask({}, editor)).status).toBe(200);
    expect((await ask({ sort }, editor)).status).toBe(400);
    // A view may be shared by whoever sees more: what the list has instead is no help.
    const reasons = { "filter.0.field": { text: "problem:list.notSeen" } };
    expect(await ask({ filter }, editor)).toMatchObject({ status: 400, error: { reasons } });
    expect((await editor.post(`${place.path}/thing/group`, { by: CONFIRMED })).status).toBe(400);
    expect((await ask(inGroup, editor)).status).toBe(400);
    const columns = [{ field: "name", title: "Name" }];
    expect((await editor.post(`${place.path}/thing/export`, { format: "csv", columns, sort })).status).toBe(400);
    const act = { do: "status", status: "active" };
    const selection = { question: { filter } };
    const seen = (await editor.get(`${place.path}/thing/column`)).data as { field: string }[];
    expect(seen.filter(({ field }) => COLUMNS.includes(field))).toEqual([]);
    await give(place.asker, blind);
    const bulk = await place.asker.post(`${place.path}/thing/bulk`, { selection, act, mode: "apply" });
    expect([bulk.status, bulk.error?.code]).toEqual([400, "invalid"]);
    await give(place.asker, null);
  });

  test("a file stands in the order of such a column, and is grouped by it", async () => {
    const counts = await counted();
    const columns = [CONFIRMED, "id"].map((field) => ({ field, title: field }));
    const fileOf = async (draft: object) => {
      const { data } = await place.asker.post(`${place.path}/thing/export`, { format: "csv", columns, ...draft });
      await place.asker.finished(data.job.id);
      const csv = (await place.asker.get(`/1/api/job/${data.job.id}/file`)).response.body as string;
      return csv.trim().split("\r\n").slice(1);
    };
    const of = (id: number) => counts.get(id)?.[CONFIRMED] ?? 0;
    const sorted = [...counts.keys()].sort((a, b) => of(b) - of(a) || b - a).map((id) => `${of(id)},${id}`);

    expect(await fileOf({ sort: [{ field: CONFIRMED, direction: "desc" }] })).toEqual(sorted);
    const grouped = await fileOf({ group: [CONFIRMED], sort: [{ field: CONFIRMED, direction: "asc" }] });
    expect([...grouped].sort()).toEqual([...sorted].sort());
    expect(grouped.map((line) => Number(line.split(",")[0]))).toEqual([...counts.keys()].map(of).sort((a, b) => a - b));
  });

  test("an event that is copied has counted nothing yet", async () => {
    const chief = await server.as("app");
    const draft = { name: "Anew", date_start: "2027-05-01T08:00:00.000Z" };
    const copied = await chief.post(`${place.path}/copy`, draft);
    expect(copied.status).toBe(201);
    const path = `/1/api/container/${copied.data.id}`;
    const type_id = place.types[1];
    for (const last_name of ["A", "B"]) await chief.post(`${path}/thing`, { type_id, last_name, first_name: "Ada" });

    for (const field of COLUMNS) {
      const sort = [{ field, direction: "desc" }];
      const { data } = await chief.post(`${path}/thing/query`, { sort, filter: [{ field, op: "eq", value: 0 }] });
      expect(data.matched).toBe(2);
    }
  });
});
