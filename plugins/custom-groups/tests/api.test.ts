import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("custom groups on %s", () => {
  let server: TestApp;
  let place: Place;
  let base: string;
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
    base = `${place.path}/custom-group`;
  });
  afterAll(() => server.close());

  const idsIn = async (groupId: number) => {
    const body = { filter: [{ field: "group", op: "eq", value: groupId }], sort: [{ field: "id", direction: "asc" }] };
    const answer = await place.asker.post(`${place.path}/thing/query`, body);
    return (answer.data.rows as { id: number }[]).map((row) => row.id);
  };

  test("people are put into a group by address, id or name, and what is unclear is told", async () => {
    const ada = await aProfile(place, { email: "ada@groups.example" });
    const bo = await aProfile(place, { first_name: "Bo", last_name: "Ek" });
    const twins = [await aProfile(place, { last_name: "Twin" }), await aProfile(place, { last_name: "Twin" })];
    const { asker } = place;
    const group = (await asker.post(base, { name: "Speakers", mode: "manual" })).data;

    const words = ["ADA@groups.example", String(bo.id), "Ada Twin", "nobody@groups.example", " bo ek "];
    const first = await asker.post(`${base}/${group.id}/member`, { words });
    const again = await asker.post(`${base}/${group.id}/member`, { words: ["ada@groups.example"] });

    expect(first.data).toMatchObject({ added: 2, already: 0, group: { members: 2, rev: 1 } });
    expect(first.data.unclear).toEqual([
      { word: "Ada Twin", found: 2 },
      { word: "nobody@groups.example", found: 0 },
    ]);
    expect(again.data).toMatchObject({ added: 0, already: 1 });
    expect(await idsIn(group.id)).toEqual([ada.id, bo.id]);
    expect(twins).toHaveLength(2);
    const members = await asker.post(`${base}/${group.id}/member/query`, { search: "ek" });
    expect(members.data).toMatchObject({ matched: 1, rows: [{ id: bo.id, name: "Bo Ek" }] });
    expect((await asker.post(`${base}/find`, { words: "ek" })).data).toMatchObject([{ id: bo.id }]);
  });

  test("a rule's members follow the profiles, are counted as they are, and cannot be put in by hand", async () => {
    const { asker } = place;
    const rule = {
      match: "any",
      filter: [
        { field: "country", op: "eq", value: "FI" },
        { field: "fields.diet", op: "eq", value: "vegan" },
      ],
    };
    const group = (await asker.post(base, { name: "Finns and vegans", mode: "rule", rule })).data;
    expect(group.members).toBe(0);

    const finn = await aProfile(place, { country: "FI" });
    const vegan = await aProfile(place, { fields: { diet: "vegan" } });
    const listed = (await asker.get(base)).data.find((one: { id: number }) => one.id === group.id);
    const added = await asker.post(`${base}/${group.id}/member`, { words: [String(finn.id)] });
    const mine = await asker.get(`${place.path}/thing/${vegan.id}/custom-group`);

    expect(listed.members).toBe(2);
    expect(await idsIn(group.id)).toEqual([finn.id, vegan.id]);
    expect(added).toMatchObject({ status: 400, error: { code: "custom-groups.by_rule" } });
    expect(mine.data).toEqual([{ id: group.id, name: "Finns and vegans", colour: "blue", mode: "rule" }]);

    const narrower = { match: "all", filter: rule.filter };
    const saved = await asker.patch(`${base}/${group.id}`, { rev: group.rev, rule: narrower });
    expect(saved.data).toMatchObject({ rev: 2, members: 0 });
    expect(await idsIn(group.id)).toEqual([]);
  });

  test("a rule that asks for what is not there is refused with the place of the mistake", async () => {
    const { asker } = place;
    const ask = (filter: unknown) => asker.post(base, { name: "Broken", mode: "rule", rule: { match: "all", filter } });

    expect((await ask([{ field: "shoe_size", op: "eq", value: 3 }])).error.fields).toHaveProperty(["filter.0.field"]);
    expect((await ask([{ field: "group", op: "eq", value: 1 }])).error.fields).toHaveProperty(["filter.0.field"]);
    expect((await ask([{ field: "name", op: "in", value: "x" }])).error.fields).toHaveProperty(["filter.0.value"]);
    expect((await ask([])).status).toBe(400);
    expect((await asker.post(base, { name: "No rule", mode: "rule" })).error.code).toBe("custom-groups.rule_missing");
  });

  test("two people at once: the later save is refused with the group as it is now", async () => {
    const { asker } = place;
    const group = (await asker.post(base, { name: "Crew", mode: "manual" })).data;
    const [one, other] = await Promise.all([
      asker.patch(`${base}/${group.id}`, { rev: 1, name: "Crew A" }),
      asker.patch(`${base}/${group.id}`, { rev: 1, name: "Crew B" }),
    ]);

    const stale = [one, other].find((answer) => answer.status === 409);
    const won = [one, other].find((answer) => answer.status === 200);
    expect(stale?.error).toMatchObject({ code: "stale", current: { rev: 2, name: won?.data.name } });
    expect((await asker.post(base, { name: "crew a ", mode: "manual" })).status).toBe(
      won?.data.name === "Crew A" ? 400 : 201,
    );
    expect((await asker.remove(`${base}/${group.id}?rev=1`)).status).toBe(409);
    expect((await asker.remove(`${base}/${group.id}?rev=2`)).data).toEqual({ done: true });
  });

  test("a profile that leaves the event leaves its groups", async () => {
    const { asker } = place;
    const ada = await aProfile(place, { last_name: "Leaver" });
    const group = (await asker.post(base, { name: "Leavers", mode: "manual" })).data;
    await asker.post(`${base}/${group.id}/member`, { words: [String(ada.id)] });

    await asker.remove(`${place.path}/thing/${ada.id}?rev=1`);

    const groups = (await asker.get(base)).data as { id: number; members: number }[];
    expect(groups.find((one) => one.id === group.id)?.members).toBe(0);
  });

  test("every write stands in the history, and an event owner reads but does not write", async () => {
    const { asker } = place;
    const group = (await asker.post(base, { name: "Told", mode: "manual", colour: "teal" })).data;
    const ada = await aProfile(place, { last_name: "Told" });
    await asker.post(`${base}/${group.id}/member`, { words: [String(ada.id)] });
    const taken = await asker.post(`${base}/${group.id}/member/remove`, { ids: [ada.id, group.id + 999_999] });
    expect(taken.data).toMatchObject({ removed: 1, ids: [ada.id] });
    await asker.patch(`${base}/${group.id}`, { rev: 1, colour: "pink" });
    await asker.remove(`${base}/${group.id}?rev=2`);

    const lines = await server.deps.database.quick
      .selectFrom("core_audit")
      .select(["action", "before", "after"])
      .where("object_type", "=", "custom-groups.group")
      .where("object_id", "=", String(group.id))
      .orderBy("id")
      .execute();
    const owner = await server.as("owner");

    expect(lines.map((line) => line.action)).toEqual(["create", "add_members", "remove_members", "save", "remove"]);
    expect(JSON.parse(lines[3]?.after ?? "")).toEqual({ colour: "pink" });
    expect((await owner.get(base)).status).toBe(200);
    expect((await owner.post(base, { name: "Mine", mode: "manual" })).status).toBe(403);
  });

  test("sets of profiles are told to lists and bulk actions", async () => {
    const group = (await place.asker.post(base, { name: "A set", mode: "manual" })).data;

    expect((await place.asker.get(`${place.path}/thing/set`)).data).toContainEqual({
      field: "group",
      id: group.id,
      name: "A set",
      byHand: true,
    });
    const unknown = { filter: [{ field: "group", op: "eq", value: 999_999 }] };
    const { fields, reasons } = (await place.asker.post(`${place.path}/thing/query`, unknown)).error;
    expect(fields).toHaveProperty(["filter.0.value"]);
    expect(reasons?.["filter.0.value"]).toEqual({ text: "custom-groups:gone.filter", values: { id: "999999" } });
  });
});
