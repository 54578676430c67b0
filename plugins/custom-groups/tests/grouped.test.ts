// Lists are grouped by custom groups: each group counts who is in it, whatever else is asked, on both databases.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListFilter, ListGroup } from "#schemas/list.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Group } from "../contract.ts";

const BY = "beside.custom-groups.names";

interface Facts {
  id: number;
  last_name: string;
  country: string;
  status: string;
  visits: number;
  arrival: string;
}

describe.each(testDatabases)("lists by custom groups on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  const people: Facts[] = [];
  /** What each group takes, in the order of their names. */
  const groups: { id: number; name: string; holds: (one: Facts) => boolean }[] = [];

  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    base = `${place.path}/custom-group`;
    const expert = await server.as("expert");
    const all = await server.as("super");
    await sql`update core_event set timezone = 'Europe/Berlin' where id = ${server.bigEventId}`.execute(
      server.deps.database.write as never,
    );
    const asField = async (key: string, kind: string, more = {}) =>
      expect((await expert.post(`${place.path}/field`, { key, kind, labels: { "en-gb": key }, ...more })).status).toBe(
        201,
      );
    await asField("visits", "number");
    await asField("arrival", "datetime");
    await asField("secret", "text", { see_role: 200 });
    for (let at = 0; at < 40; at++) {
      const facts = {
        last_name: `P${at % 6}`,
        country: ["DE", "FI", ""][at % 3] as string,
        status: ["invited", "active"][(at >> 1) % 2] as string,
      };
      // Some of them on another day by the clocks of the event than by those of Greenwich.
      const fields = {
        visits: at % 5,
        arrival: `2030-06-0${1 + (at % 3)}T23:30:00.000Z`,
        secret: at % 2 ? "yes" : "no",
      };
      const { id } = await aProfile({ ...place, asker: all }, { ...facts, fields });
      people.push({ id, ...facts, visits: fields.visits, arrival: fields.arrival });
    }
    const aGroup = async (name: string, holds: (one: Facts) => boolean, rule?: object) => {
      const draft = { name, mode: rule ? "rule" : "manual", ...(rule && { rule }) };
      const { data, status } = await place.asker.post(base, draft);
      expect(status).toBe(201);
      const words = people.filter(holds).map(({ id }) => String(id));
      if (!rule && words.length > 0) await place.asker.post(`${base}/${data.id}/member`, { words });
      groups.push({ id: (data as Group).id, name, holds });
    };
    const rule = (match: "all" | "any", ...filter: ListFilter[]) => ({ match, filter });
    await aGroup("A by hand", ({ id }) => id % 4 === 0);
    await aGroup(
      "B germans",
      ({ country }) => country === "DE",
      rule("all", { field: "country", op: "eq", value: "DE" }),
    );
    await aGroup("C empty", () => false);
    await aGroup(
      "D few or active",
      ({ visits, status }) => visits <= 1 || status === "active",
      rule("any", { field: "fields.visits", op: "lte", value: 1 }, { field: "status", op: "eq", value: "active" }),
    );
    await aGroup(
      "E second day",
      ({ arrival }) => arrival.startsWith("2030-06-01"),
      rule("all", { field: "fields.arrival", op: "eq", value: "2030-06-02" }),
    );
  }, 60_000);
  afterAll(() => server.close());

  const groupedBy = async (question: object = {}, asker: Asker = place.asker) => {
    const { data, error } = await asker.post(`${place.path}/thing/group`, { by: BY, ...question });
    expect(error).toBeUndefined();
    return data as { groups: ListGroup[]; more: boolean };
  };
  const idsOf = async (question: object) => {
    const { data, error } = await place.asker.post(`${place.path}/thing/query`, { limit: 1000, ...question });
    expect(error).toBeUndefined();
    return (data.rows as { id: number }[]).map(({ id }) => id);
  };
  const ascending = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
  const idsIn = (holds: (one: Facts) => boolean) => ascending(people.filter(holds).map(({ id }) => id));
  const inNone = (one: Facts) => groups.every(({ holds }) => !holds(one));

  const clause: fc.Arbitrary<[ListFilter, (one: Facts) => boolean]> = fc.oneof(
    fc
      .constantFrom("DE", "FI")
      .map((value): [ListFilter, (one: Facts) => boolean] => [
        { field: "country", op: "eq", value },
        ({ country }) => country === value,
      ]),
    fc
      .integer({ min: 0, max: 5 })
      .map((value): [ListFilter, (one: Facts) => boolean] => [
        { field: "fields.visits", op: "gte", value },
        ({ visits }) => visits >= value,
      ]),
    fc
      .constantFrom(0, 1, 3, 4)
      .map((at): [ListFilter, (one: Facts) => boolean] => [
        { field: "group", op: "in", value: [groups[at]?.id ?? 0] },
        (one) => groups[at]?.holds(one) === true,
      ]),
    fc
      .constantFrom(0, 4)
      .map((at): [ListFilter, (one: Facts) => boolean] => [
        { field: "group", op: "in", value: ["", groups[at]?.id ?? 0] },
        (one) => groups[at]?.holds(one) === true || inNone(one),
      ]),
  );

  test("each group counts those of the asked who are in it, and its filter finds exactly them, whatever is asked", async () => {
    const words = fc.constantFrom(undefined, "P1", "P4");
    await fc.assert(
      fc.asyncProperty(fc.array(clause, { maxLength: 2 }), words, async (clauses, search) => {
        const filter = clauses.map(([one]) => one);
        const asked = (one: Facts) =>
          clauses.every(([, holds]) => holds(one)) && (search === undefined || one.last_name === search);
        const sets = [...groups.map(({ id, holds }) => ({ value: id, holds })), { value: null, holds: inNone }];
        const expected = sets
          .map(({ value, holds }) => ({ value, ids: idsIn((one) => asked(one) && holds(one)) }))
          .filter(({ ids }) => ids.length > 0);

        const found = await groupedBy({ filter, ...(search && { search }) });

        expect(found.groups.map(({ value, count }) => [value, count])).toEqual(
          expected.map(({ value, ids }) => [value, ids.length]),
        );
        for (const [at, one] of found.groups.entries()) {
          const within = { filter: [...filter, ...one.filter], ...(search && { search }) };
          expect(ascending(await idsOf(within))).toEqual(expected[at]?.ids);
        }
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  test("groups come by their order or by their size, slice by slice, with figures of other columns", async () => {
    const figures = ["sum", "avg", "max"].map((fn) => ({ field: "fields.visits", fn }));
    const sets = [
      ...groups.map(({ id, holds }) => ({ value: id as number | null, holds })),
      { value: null, holds: inNone },
    ];
    const there = sets
      .map(({ value, holds }) => ({ value, visits: people.filter(holds).map(({ visits }) => visits) }))
      .filter(({ visits }) => visits.length > 0);

    const byValue = await groupedBy({ figures });
    const backwards = await groupedBy({ direction: "desc" });
    const bySize = await groupedBy({ order: "count" });
    const slices = [await groupedBy({ limit: 2 }), await groupedBy({ limit: 2, offset: 2 })];

    expect(byValue.groups.map(({ value }) => value)).toEqual(there.map(({ value }) => value));
    for (const [at, { figures: found }] of byValue.groups.entries()) {
      const visits = there[at]?.visits ?? [];
      const sum = visits.reduce((all, one) => all + one, 0);
      expect(found[0]).toBe(sum);
      expect(found[1]).toBeCloseTo(sum / visits.length);
      expect(found[2]).toBe(Math.max(...visits));
    }
    expect(backwards.groups.map(({ value }) => value)).toEqual(there.map(({ value }) => value).reverse());
    expect(bySize.groups.map(({ count }) => count)).toEqual(
      there.map(({ visits }) => visits.length).sort((a, b) => b - a),
    );
    expect(slices.flatMap((one) => one.groups)).toEqual(
      byValue.groups.map((one) => ({ ...one, figures: [] })).slice(0, 4),
    );
    expect(slices.map(({ more }) => more)).toEqual([true, there.length > 4]);
  });

  test("a group within another group, and one within each country, holds those that are in both", async () => {
    const [hand] = groups;
    const within = await groupedBy({ filter: [{ field: "group", op: "eq", value: hand?.id }] });
    const { data } = await place.asker.post(`${place.path}/thing/group`, { by: "country" });

    expect(within.groups.find(({ value }) => value === hand?.id)?.count).toBe(idsIn((one) => one.id % 4 === 0).length);
    for (const country of data.groups as ListGroup[]) {
      const sum = (await groupedBy({ filter: country.filter })).groups.map(({ value, count }) => [value, count]);
      const holds = (one: Facts) => one.country === country.value;
      expect(sum).toEqual(
        [
          ...groups.map(({ id, holds: isIn }) => [id, idsIn((one) => holds(one) && isIn(one)).length]),
          [null, idsIn((one) => holds(one) && inNone(one)).length],
        ].filter(([, count]) => count !== 0),
      );
    }
  });

  test("counts follow who comes in and goes out, and a rule that changes", async () => {
    const counted = async (id: number) => (await groupedBy()).groups.find(({ value }) => value === id)?.count ?? 0;
    const { data } = await place.asker.post(base, { name: "Z later", mode: "manual" });
    const stays = await counted(data.id);
    const some = people.slice(0, 3).map(({ id }) => String(id));
    await place.asker.post(`${base}/${data.id}/member`, { words: some });
    const added = await counted(data.id);
    const rule = { match: "all", filter: [{ field: "country", op: "eq", value: "FI" }] };
    const made = (await place.asker.post(base, { name: "Z rule", mode: "rule", rule })).data;
    const finns = await counted(made.id);
    const changed = { match: "all", filter: [{ field: "country", op: "eq", value: "DE" }] };
    await place.asker.patch(`${base}/${made.id}`, { rev: made.rev, rule: changed });
    const germans = await counted(made.id);
    for (const { id } of [data, made]) {
      const { rev } = (await place.asker.get(base)).data.find((one: Group) => one.id === id);
      expect((await place.asker.remove(`${base}/${id}?rev=${rev}`)).status).toBe(200);
    }

    expect([stays, added]).toEqual([0, 3]);
    expect(finns).toBe(idsIn(({ country }) => country === "FI").length);
    expect(germans).toBe(idsIn(({ country }) => country === "DE").length);
    expect((await groupedBy()).groups.map(({ value }) => value)).not.toContain(made.id);
  });

  test("who may not see a field is told nothing of a group whose rule names it: neither its row nor, of those in it, that they are in none", async () => {
    const rule = { match: "all", filter: [{ field: "fields.secret", op: "eq", value: "yes" }] };
    const all = await server.as("super");
    const owner = await server.as("owner");
    const made = (await all.post(base, { name: "Y secret", mode: "rule", rule })).data as Group;

    const seen = await groupedBy({}, all);
    const unseen = await groupedBy({}, owner);

    expect(seen.groups.find(({ value }) => value === made.id)?.count).toBe(20);
    expect(unseen.groups.map(({ value }) => value)).not.toContain(made.id);
    expect(unseen.groups.find(({ value }) => value === null)?.count).toBe(idsIn(inNone).length);
    await all.remove(`${base}/${made.id}?rev=${made.rev}`);
  });

  test("the groups stand as the event has put them in order, and so do the names in the cells", async () => {
    const backwards = groups.map(({ id }) => id).reverse();
    const { rev } = (await place.asker.get(`${base}/priority`)).data;
    expect(
      (await (await server.as("expert")).put(`${base}/priority`, { rev, rule: "permissive", order: backwards })).error,
    ).toBeUndefined();
    const both = people.find((one) => groups[0]?.holds(one) && groups[1]?.holds(one))?.id ?? 0;

    const found = (await groupedBy()).groups.map(({ value }) => value);
    const cells = (await place.asker.post(`${place.path}/thing/column`, { columns: [BY], ids: [both] })).data;

    expect(found).toEqual([...backwards.filter((id) => found.includes(id)), ...(found.includes(null) ? [null] : [])]);
    expect(cells[0].values[BY]).toMatch(/B germans.*A by hand/);
    await place.asker.put(`${base}/priority`, { rev: rev + 1, rule: "permissive", order: groups.map(({ id }) => id) });
  });

  test("an export writes it group by group: who is in several groups stands in each", async () => {
    const columns = [
      { field: BY, title: "Groups" },
      { field: "id", title: "Id" },
    ];
    const sort = [{ field: "id", direction: "asc" }];
    const asked = { format: "csv", columns, group: [BY], sort };
    const started = await place.asker.post(`${place.path}/thing/export`, asked);
    expect(started.status).toBe(202);
    const { id } = (await place.asker.finished(started.data.job.id)).data;

    const file = (await place.asker.get(`/1/api/job/${id}/file`)).response.body as string;

    const written = file
      .split("\r\n")
      .slice(1)
      .flatMap((line) => /(\d+)$/.exec(line)?.[1] ?? []);
    const { groups: shown } = await groupedBy({ order: "count" });
    const expected = [];
    for (const one of shown) expected.push(...(await idsOf({ filter: one.filter, sort })));
    expect(written.map(Number)).toEqual(expected);
    expect(written.length).toBeGreaterThan(people.length);
  });
});
