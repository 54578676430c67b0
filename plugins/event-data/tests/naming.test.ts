// Rules of groups, saved views and columns of imports name fields: where that is, and how they go along when an option becomes another.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FieldMention } from "#schemas/fieldMentions.ts";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { queryRenamed } from "../server/views/naming.ts";

describe.each(testDatabases)("what names a field on %s", (database) => {
  let server: TestApp;
  let expert: Asker;
  let admin: Asker;
  let base: string;
  let type: number;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    [expert, admin] = [await server.as("expert"), await server.as("app")];
    base = `/1/api/container/${server.bigEventId}`;
    const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
    type = types.find((one) => one.type_category_id === 1)?.id as number;
  });
  afterAll(() => server.close());

  const options = ["a", "b", "c"].map((key) => ({ key, labels: { "en-gb": key.toUpperCase() } }));
  const ok = <T extends { status: number }>(reply: T) => {
    expect(reply.status).toBeLessThan(300);
    return reply;
  };
  const guest = (fields: object, at = base) =>
    expert.post(`${at}/thing`, { type_id: type, last_name: "Named", fields }).then(ok);
  const group = async (name: string, filter: object[], at = base): Promise<{ id: number; members: number }> =>
    ok(await expert.post(`${at}/custom-group`, { name, mode: "rule", rule: { match: "all", filter } })).data;
  const groupNow = async ({ id }: { id: number }, at = base) =>
    (await expert.get(`${at}/custom-group`)).data.find((one: { id: number }) => one.id === id);
  const view = async (who: Asker, name: string, query: string, shared = true) =>
    ok(await who.post(`${base}/thing-view`, { list: "all", name, shared, query })).data;
  const queryOf = async (who: Asker, id: number) =>
    (await who.get(`${base}/thing-view?list=all`)).data.views.find((one: { id: number }) => one.id === id).query;
  const mentions = async ({ id }: Field, who = expert, at = base): Promise<FieldMention[]> =>
    ok(await who.get(`${at}/field/${id}/mention`)).data;
  async function replace(field: Field, key: string, body: object, who = expert, at = base) {
    const started = ok(await who.post(`${at}/field/${field.id}/option/${key}/replace`, { rev: field.rev, ...body }));
    return (await who.finished(started.data.job.id)).data;
  }
  async function aChoice(kind = "choice"): Promise<Field> {
    round += 1;
    const draft = { key: `named_${database}_${round}`, labels: { "en-gb": `Named ${round}` }, kind, options };
    return ok(await expert.post(`${base}/field`, draft)).data;
  }

  test("rules and views are told with their options and links, another person's own view without its name", async () => {
    const field = await aChoice();
    const name = `fields.${field.key}`;
    const made = await group(`Told ${round}`, [{ field: name, op: "in", value: ["a", "c"] }]);
    const shared = await view(expert, `Told ${round}`, `columns=name%2C${name}`);
    await view(await server.as("owner"), `Secret ${round}`, `sort=-${name}`, false);
    await group(`Silent ${round}`, [{ field: `${name}_2`, op: "eq", value: "a" }]);
    await view(expert, `Silent ${round}`, `columns=${name}_2`);

    const told = await mentions(field);

    const event = { id: server.bigEventId, name: expect.any(String) };
    const groups = `/event-details/${server.bigEventId}/custom-groups?id=${made.id}`;
    const list = `/event-data/${server.bigEventId}?columns=name%2C${name}&view=${shared.id}`;
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        { label: "custom-groups:naming", event, name: `Told ${round}`, path: groups, options: ["a", "c"] },
        { label: "event-data:naming.view", event, name: `Told ${round}`, path: list, options: [] },
        { label: "event-data:naming.view", event, name: null, path: null, options: [] },
      ]),
    );
  });

  test("a rule and a view follow an option into another, of one answer and of several, and back", async () => {
    const [one, several] = [await aChoice(), await aChoice("choices")];
    const [single, many] = [`fields.${one.key}`, `fields.${several.key}`];
    await guest({ [one.key]: "a", [several.key]: ["a", "c"] });
    await guest({ [one.key]: "b" });
    const ofOne = await group(`One ${round}`, [{ field: single, op: "in", value: ["a", "b"] }]);
    const ofMany = await group(`Many ${round}`, [{ field: many, op: "contains", value: '"a"' }]);
    expect([ofOne.members, ofMany.members]).toEqual([2, 1]);
    const query = `filter=${encodeURIComponent(JSON.stringify([[single, "eq", "a"]]))}`;
    const saved = await view(expert, `Follows ${round}`, query);

    const job = await replace(one, "a", { mode: "apply", into: "b" });
    await replace(several, "a", { mode: "apply", into: "b" });

    expect((await groupNow(ofOne)).rule.filter).toEqual([{ field: single, op: "in", value: ["b"] }]);
    expect((await groupNow(ofMany)).rule.filter).toEqual([{ field: many, op: "contains", value: '"b"' }]);
    expect([(await groupNow(ofOne)).members, (await groupNow(ofMany)).members]).toEqual([2, 1]);
    const after = new URLSearchParams(await queryOf(expert, saved.id)).get("filter");
    expect(JSON.parse(after ?? "")).toEqual([[single, "eq", "b"]]);

    ok(await expert.finished((await expert.post(`${base}/field/${one.id}/option-job/${job.id}/undo`)).data.job.id));

    expect((await groupNow(ofOne)).rule.filter).toEqual([{ field: single, op: "in", value: ["a", "b"] }]);
    expect(await queryOf(expert, saved.id)).toBe(query);
  });

  test("a rule that somebody changed since a merge stays when the merge is undone", async () => {
    const field = await aChoice();
    const name = `fields.${field.key}`;
    const made = await group(`Changed ${round}`, [{ field: name, op: "eq", value: "a" }]);
    const job = await replace(field, "a", { mode: "apply", into: "b" });
    const { rev } = await groupNow(made);
    const rule = { match: "all", filter: [{ field: name, op: "ne", value: "b" }] };
    ok(await expert.patch(`${base}/custom-group/${made.id}`, { rev, rule }));

    await expert.finished((await expert.post(`${base}/field/${field.id}/option-job/${job.id}/undo`)).data.job.id);

    expect((await groupNow(made)).rule).toEqual(rule);
  });

  test("what tries a merge, or takes an option away, changes no rule", async () => {
    const field = await aChoice();
    const filter = [{ field: `fields.${field.key}`, op: "eq", value: "a" }];
    const made = await group(`Kept ${round}`, filter);

    await replace(field, "a", { mode: "dry-run", into: "b" });
    await replace(field, "a", { mode: "apply" });

    expect((await groupNow(made)).rule.filter).toEqual(filter);
  });

  test("rules of every event follow an option of a multi-event field, and each event has a line in its history", async () => {
    round += 1;
    const draft = {
      key: `shared_${database}_${round}`,
      labels: { "en-gb": `Shared ${round}` },
      kind: "choice",
      options,
    };
    const field: Field = ok(await admin.post("/1/api/field", draft)).data;
    const elsewhere = `/1/api/container/${server.events["Baltic Trade Forum"]}`;
    const filter = [{ field: `fields.${field.key}`, op: "eq", value: "a" }];
    const [here, there] = [await group(`Both ${round}`, filter), await group(`Both ${round}`, filter, elsewhere)];
    expect((await mentions(field, admin, "/1/api")).map(({ event }) => event?.id)).toEqual(
      [server.bigEventId, server.events["Baltic Trade Forum"] as number].sort((a, b) => a - b),
    );

    await replace(field, "a", { mode: "apply", into: "b" }, admin, "/1/api");

    const next = [{ ...filter[0], value: "b" }];
    expect([(await groupNow(here)).rule.filter, (await groupNow(there, elsewhere)).rule.filter]).toEqual([next, next]);
    const owner = await server.as("super");
    const ofGroups = [{ field: "object_type", op: "eq", value: "custom-groups.group" }];
    const { rows } = ok(await owner.post(`${elsewhere}/history/query`, { filter: ofGroups, limit: 1 })).data;
    expect(rows[0]).toMatchObject({ action: "save", after: { rule: { filter: next } } });
  });

  test("fields that become one take their rules along, under the new key and option, and give them back", async () => {
    round += 1;
    const owner = await server.as("super");
    const [first, second] = [base, `/1/api/container/${server.events["Baltic Trade Forum"]}`];
    const of = (key: string) => ({ key, labels: { "en-gb": `Joined ${round}` }, kind: "choice" });
    const leading = { ...of(`lead_${database}_${round}`), options };
    const one: Field = ok(await expert.post(`${first}/field`, leading)).data;
    const joined = { ...of(`join_${database}_${round}`), options: [{ key: "x", labels: { "en-gb": "a" } }] };
    const other: Field = ok(await expert.post(`${second}/field`, joined)).data;
    const before = [{ field: `fields.${other.key}`, op: "eq", value: "x" }];
    const made = await group(`Joined ${round}`, before, second);

    const draft = { fields: [one.id, other.id], differing: "stay", mode: "apply" };
    const started = ok(await owner.post("/1/api/field/promote", draft)).data.job.id;
    await owner.finished(started);

    expect((await groupNow(made, second)).rule.filter).toEqual([{ field: `fields.${one.key}`, op: "eq", value: "a" }]);
    await owner.finished(ok(await owner.post(`/1/api/field/promote/${started}/undo`)).data.job.id);
    expect((await groupNow(made, second)).rule.filter).toEqual(before);
  });
});

test("a query of a view is said anew only where it names what is called otherwise", () => {
  const renaming = { key: "diet", to: "menu", options: new Map([["v", "vegan"]]) };

  expect(queryRenamed("q=diet&columns=name,fields.diets", renaming)).toBe("q=diet&columns=name,fields.diets");
  const after = new URLSearchParams(
    queryRenamed(
      'sort=-fields.diet&group=fields.diet&filter=[["fields.diet","in",["v","f"]],["name","empty",true]]',
      renaming,
    ),
  );
  expect(Object.fromEntries(after)).toEqual({
    sort: "-fields.menu",
    group: "fields.menu",
    filter: '[["fields.menu","in",["vegan","f"]],["name","empty",true]]',
  });
  expect(queryRenamed("filter=[broken&sort=name", renaming)).toBe("filter=[broken&sort=name");
});
