import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { tidyBeside } from "../../event-data/server/columns/kept.ts";
import { besideColumns } from "../../event-data/web/besideColumns.ts";
import type { Day } from "../contract.ts";
import { eventDays, hours, say } from "./factories.ts";

const FIELD = "beside.availability.kind";

describe.each(testDatabases)("lists and availability on %s", () => {
  let server: TestApp;
  let place: Place;
  let days: Day[];
  const people: Record<string, { id: number }> = {};
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
    days = await eventDays(server, place);
    for (const name of ["Throughout", "Sometimes", "Never", "Later"])
      people[name] = await aProfile(place, { first_name: "Cora", last_name: name });
    people["Company"] = await aProfile(place, { type_id: place.types[2], name: "Cora Company" });
  });
  afterAll(() => server.close());

  const query = async (question: object) =>
    (await place.asker.post(`${place.path}/thing/query`, { search: "Cora", columns: ["name"], ...question })).data;
  const named = async (filter: object, more: object = {}) =>
    (await query({ filter: [{ field: FIELD, ...filter }], ...more })).rows.map((row: { name: string }) => row.name);
  /** What begins in an event is put in order within a minute; here at once. */
  const settle = () => tidyBeside(tidyContext(server.deps));

  test("before anybody has said something, everybody is available throughout", async () => {
    expect(await named({ op: "in", value: [1, 2] })).toEqual([]);
    expect(await named({ op: "eq", value: 0 })).toHaveLength(4);
  });

  test("lists are filtered, sorted and grouped by it, whatever is said, removed and put back", async () => {
    const { Sometimes, Never, Later } = people as Record<"Sometimes" | "Never" | "Later", { id: number }>;
    await say(place, Sometimes, [hours(days[0], 9, 12), hours(days[1], 13, 14.5)]);
    await say(place, Never, []);
    await settle();

    expect(await named({ op: "eq", value: 1 })).toEqual(["Cora Sometimes"]);
    expect(await named({ op: "eq", value: 2 })).toEqual(["Cora Never"]);
    await say(place, Later, []);
    await say(place, Never, [hours(days[0], 9, 12)]);
    const sort = [{ field: FIELD, direction: "desc" }];
    expect((await named({ op: "gt", value: 0 }, { sort }))[0]).toBe("Cora Later");
    expect(await named({ op: "gt", value: 0 })).toEqual(["Cora Later", "Cora Never", "Cora Sometimes"]);
    await say(place, Later, null);
    await place.asker.remove(`${place.path}/thing/${Sometimes.id}?rev=1`);
    expect(await named({ op: "gt", value: 0 })).toEqual(["Cora Never"]);
    const { groups } = (await place.asker.post(`${place.path}/thing/group`, { search: "Cora", by: FIELD })).data;
    expect(groups.map(({ value, count }: { value: number; count: number }) => [value, count])).toEqual([
      [0, 2],
      [1, 1],
    ]);
  });

  test("what is filtered or grouped by it is about participants, and what is sorted by it about all", async () => {
    const people = await named({ op: "eq", value: 0 });
    const { data } = await place.asker.post(`${place.path}/thing/bulk`, {
      act: { do: "edit", field: "job_title", value: "Guest" },
      mode: "dry-run",
      selection: { question: { search: "Cora", filter: [{ field: FIELD, op: "eq", value: 0 }] } },
    });

    expect(people).not.toContain("Cora Company");
    expect((await place.asker.finished(data.job.id)).data.result).toMatchObject({ changed: people.length });
    const { data: companies } = await place.asker.post(`${place.path}/thing/query?category=2`, {
      filter: [{ field: FIELD, op: "in", value: [0, 1, 2] }],
    });
    expect(companies).toMatchObject({ matched: 0 });
    const { rows } = await query({ sort: [{ field: FIELD, direction: "asc" }] });
    expect(rows.map((row: { name: string }) => row.name)).toContain("Cora Company");
  });

  test("a group by a rule on it holds whom the list by the same filter finds, alone and beside other conditions", async () => {
    const filter = [{ field: FIELD, op: "eq", value: 0 }];
    const idsOf = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id).sort((a, b) => a - b);
    const base = `${place.path}/custom-group`;
    const ruled = async (name: string, rule: object) =>
      (await place.asker.post(base, { name, mode: "rule", rule })).data as { id: number; members: number };
    const wanted = idsOf((await place.asker.post(`${place.path}/thing/query`, { filter, columns: ["name"] })).data);
    const group = await ruled("Throughout", { match: "all", filter });
    const { id: companyId } = people["Company"] as { id: number };
    const company = { field: "id", op: "eq", value: companyId };

    const { data: members } = await place.asker.post(`${base}/${group.id}/member/query`, {});
    const either = await ruled("Throughout or the company", { match: "any", filter: [...filter, company] });
    const { data: listed } = await place.asker.post(`${place.path}/thing/query`, {
      filter: [{ field: "group", op: "eq", value: group.id }],
      columns: ["name"],
    });
    const outside = await place.asker.post(`${place.path}/thing/query`, {
      filter: [{ field: "group", op: "ne", value: group.id }, company],
      columns: ["name"],
    });
    const narrowed = await place.asker.post(`${base}/${either.id}/member/query`, { filter });

    expect(wanted).not.toContain(companyId);
    expect(group.members).toBe(wanted.length);
    expect([idsOf(members), idsOf(listed), idsOf(narrowed.data)]).toEqual([wanted, wanted, wanted]);
    expect(either.members).toBe(wanted.length + 1);
    expect(idsOf(outside.data)).toEqual([companyId]);
  });

  test("lists of companies do not have the column", async () => {
    const { data } = await place.asker.get(`${place.path}/thing/column`);
    const fieldsIn = (category?: 1 | 2 | 3) => besideColumns(data, [], "UTC", category).map(({ field }) => field);

    expect([undefined, 1, 2, 3].map((one) => fieldsIn(one as 1).includes(FIELD))).toEqual([true, true, false, false]);
  });

  test("the cell says for how many hours, in the reader's language; companies have none", async () => {
    const { Throughout, Never, Company } = people as Record<"Throughout" | "Never" | "Company", { id: number }>;
    const ids = [Throughout.id, Never.id, Company.id];
    const values = await place.asker.post(`${place.path}/thing/column?locale=de`, { ids, columns: [FIELD] });

    const of = new Map(
      values.data.map((one: { id: number; values: Record<string, string> }) => [one.id, one.values[FIELD]]),
    );
    expect(ids.map((id) => of.get(id))).toEqual(["Durchgehend", "3 Stunden", ""]);
  });
});
