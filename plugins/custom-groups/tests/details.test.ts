// What groups say beside their members: whom their members see, whom they share, and rules that name what is gone.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Party, ProfilePair } from "../../data-types-permissions/contract.ts";
import type { Group } from "../contract.ts";
import type { CustomGroupsTables } from "../server/tables.ts";

describe.each(testDatabases)("what custom groups say on %s", () => {
  let server: TestApp;
  let place: Place;
  let base: string;
  const create = async (draft: object) => {
    const made = await place.asker.post(base, { mode: "manual", ...draft });
    expect(made.status, JSON.stringify(made.error)).toBe(201);
    return made.data as Group;
  };
  const put = (group: Group, ...people: { id: number }[]) =>
    place.asker.post(`${base}/${group.id}/member`, { words: people.map(({ id }) => String(id)) });
  const get = async (id: number) => ((await place.asker.get(base)).data as Group[]).find((one) => one.id === id);
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server, "expert");
    base = `${place.path}/custom-group`;
  });
  afterAll(() => server.close());

  test("a group keeps what it is for, how it is read, its side and its data; too much data is refused", async () => {
    const said = {
      ...{
        description: " For the gala ",
        names: { de: "Ehrengäste", "en-gb": " " },
        attendance: "virtual",
        side: "buyer",
      },
      metadata: { badge: "gold", table: { row: 3 } },
    };
    const group = await create({ name: "Guests of honour", ...said });

    const large = await place.asker.patch(`${base}/${group.id}`, { rev: 1, metadata: { all: "ü".repeat(2100) } });
    const saved = await place.asker.patch(`${base}/${group.id}`, { rev: 1, side: "none" });

    const kept = { ...said, description: "For the gala", names: { de: "Ehrengäste" } };
    expect(group).toMatchObject({ ...kept, see: null, recommend: null, faults: [] });
    expect(large.error).toMatchObject({
      code: "custom-groups.metadata_too_large",
      fields: { metadata: "At most 4 KB" },
    });
    expect(saved.data).toMatchObject({ ...kept, side: "none", rev: 2 });
    expect(await get(group.id)).toEqual(saved.data);
  });

  test("of two groups it is told who is in both, by hand and by rule", async () => {
    const tag = { company_name: "Overlapping" };
    const people = [await aProfile(place, tag), await aProfile(place, tag), await aProfile(place, tag)];
    const rule = { match: "all", filter: [{ field: "company_name", op: "eq", value: "Overlapping" }] };
    const byRule = await create({ name: "Overlap by rule", mode: "rule", rule });
    const byHand = await create({ name: "Overlap by hand" });
    await put(byHand, people[0] as { id: number }, await aProfile(place), await aProfile(place));

    const answer = await place.asker.get(`${base}/${byRule.id}/overlap/${byHand.id}`);
    const filter = [{ field: "group", op: "eq", value: byHand.id }];
    const both = await place.asker.post(`${base}/${byRule.id}/member/query`, { filter });

    expect(answer.data).toEqual({ both: 1, one: 2, other: 2 });
    expect(both.data.rows.map(({ id }: { id: number }) => id)).toEqual([people[0]?.id]);
    expect((await place.asker.get(`${base}/${byRule.id}/overlap/999999`)).status).toBe(404);
  });

  test("a group decides whom its members see before their data types do; of two groups the one that allows more", async () => {
    const [buyer, seller, other] = [await aProfile(place), await aProfile(place), await aProfile(place)];
    const company = { company_name: "Only by rule" };
    const byRule = await aProfile(place, company);
    const sellers = await create({ name: "Sellers" });
    const filter = [{ field: "company_name", op: "eq", value: "Only by rule" }];
    const found = await create({ name: "Found sellers", mode: "rule", rule: { match: "all", filter } });
    const buyers = await create({ name: "Buyers", see: [sellers.id], recommend: [sellers.id] });
    const curious = await create({ name: "Curious", see: [found.id] });
    await put(sellers, seller);
    await put(buyers, buyer);
    const pair = async (to: { id: number }, verb: string) => {
      const path = `${place.path}/type-rule/profile/explain?from=${buyer.id}&to=${to.id}`;
      const { answers } = (await place.asker.get(path)).data as ProfilePair;
      const answer = answers.find((one) => one.verb === verb);
      const step = answer?.steps.find(({ decides }) => decides);
      return [answer?.allowed, step?.rule, step?.groups];
    };
    const seen = async () => {
      const path = `${place.path}/type-rule/profile/${buyer.id}/allowed?verb=see`;
      const rows = (await place.asker.post(path, { sort: [{ field: "id", direction: "asc" }] })).data.rows;
      return rows.map(({ id }: { id: number }) => id);
    };

    expect(await pair(seller, "see")).toEqual([true, "groups", [{ group: "Buyers", allows: true, decides: true }]]);
    expect(await pair(other, "see")).toEqual([false, "groups", [{ group: "Buyers", allows: false, decides: true }]]);
    expect((await pair(other, "meet")).slice(0, 2)).toEqual([false, "sight"]);
    expect(await seen()).toEqual([seller.id]);
    await put(curious, buyer);
    expect(await pair(byRule, "see")).toEqual([
      true,
      "groups",
      [
        { group: "Buyers", allows: false, decides: false },
        { group: "Curious", allows: true, decides: true },
      ],
    ]);
    expect(await seen()).toEqual([seller.id, byRule.id]);
    expect((await pair(byRule, "recommend")).slice(0, 2)).toEqual([false, "groups"]);
    const uses = await place.asker.get(`${base}/${sellers.id}/use`);
    expect(uses.data).toEqual([
      {
        label: "custom-groups:use.named",
        name: "Buyers",
        path: `/event-details/${place.eventId}/custom-groups?id=${buyers.id}`,
      },
    ]);
    await place.asker.remove(`${base}/${buyers.id}?rev=1`);
    await place.asker.remove(`${base}/${curious.id}?rev=1`);
  });

  test("who is seen by way of a group that has been removed, or cannot be asked, is nobody", async () => {
    const [one, seen] = [await aProfile(place), await aProfile(place)];
    const filter = [{ field: "company_name", op: "eq", value: "Nowhere" }];
    const [gone, stays] = [await create({ name: "Going" }), await create({ name: "Staying" })];
    const asked = await create({ name: "Asked", mode: "rule", rule: { match: "all", filter } });
    const ids = [gone.id, asked.id, stays.id];
    const naming = await create({ name: "Naming", see: ids, recommend: [gone.id] });
    await put(stays, seen);
    await put(naming, one);
    const allowed = (verb: string) =>
      place.asker.post(`${place.path}/type-rule/profile/${one.id}/allowed?verb=${verb}`, {});

    await place.asker.remove(`${base}/${gone.id}?rev=1`);
    await server.deps.database.write
      .withTables<CustomGroupsTables>()
      .updateTable("custom_groups_group")
      .set({ rule: JSON.stringify({ match: "all", filter: [{ field: "no_such_column", op: "eq", value: "x" }] }) })
      .where("id", "=", asked.id)
      .execute();
    const [toSee, toRecommend] = [await allowed("see"), await allowed("recommend")];

    expect([toSee.status, toRecommend.status]).toEqual([200, 200]);
    expect(toSee.data.rows.map(({ id }: Party) => id)).toEqual([seen.id]);
    expect(toRecommend.data.rows).toEqual([]);
    await place.asker.remove(`${base}/${naming.id}?rev=1`);
    await place.asker.remove(`${base}/${asked.id}?rev=1`);
  });

  test("a group whose rule names a field that somebody may not see is called otherwise by them; another rule is not", async () => {
    const expert = await server.as("super");
    const field = { key: "secret", kind: "text", labels: { "en-gb": "Secret" }, see_role: 3 };
    expect((await expert.post(`${place.path}/field`, field)).status).toBe(201);
    const rule = (value: string) => ({ match: "all", filter: [{ field: "fields.secret", op: "eq", value }] });
    const made = await expert.post(base, { name: "Secretive", mode: "rule", rule: rule("a") });
    expect(made.status).toBe(201);
    const { rule: stored, id } = made.data as Group;

    const renamed = await place.asker.patch(`${base}/${id}`, { rev: 1, name: "Kept secret", rule: stored });
    const other = await place.asker.patch(`${base}/${id}`, { rev: 2, rule: rule("b") });

    expect(renamed.data).toMatchObject({ name: "Kept secret", rule: stored, rev: 2 });
    expect(other.status).toBe(400);
    await expert.remove(`${base}/${id}?rev=2`);
  });

  test("a rule that names a field, an option or a data type that is gone says so, in the list and before it is saved", async () => {
    const expert = await server.as("expert");
    const labels = { "en-gb": "Size" };
    const options = ["s", "m"].map((key) => ({ key, labels: { "en-gb": key } }));
    const kinds = ["choice", "choices"].map((kind) => ({ key: `size_${kind}`, kind, labels, options }));
    for (const field of kinds) expect((await expert.post(`${place.path}/field`, field)).status).toBe(201);
    const rule = {
      match: "any",
      filter: [
        { field: "fields.size_choice", op: "in", value: ["s", "xl"] },
        { field: "fields.size_choices", op: "contains", value: '"xxl"' },
        { field: "fields.nowhere", op: "eq", value: "x" },
        { field: "type_id", op: "in", value: [place.types[1], 999_999] },
        { field: "fields.size_choices", op: "contains", value: '"m"' },
      ],
    };
    const group = await create({ name: "Faulty", mode: "rule", rule });

    const faults = [
      { at: 0, why: "option", name: "xl" },
      { at: 1, why: "option", name: "xxl" },
      { at: 2, why: "field", name: "nowhere" },
      { at: 3, why: "type", name: "999999" },
    ];
    expect((await get(group.id))?.faults).toEqual(faults);
    expect((await place.asker.post(`${base}/count`, rule)).data.faults).toEqual(faults);
  });
});
