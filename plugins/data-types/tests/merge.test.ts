// One data type becomes another: told before, done everywhere, and what named the one names the other.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { contextOf, watchJobs } from "../../../tests/support/cutOff.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { TypeDetail, TypeMerge } from "../contract.ts";
import { MERGE_JOB, runMerge } from "../server/merge.ts";

describe.each(testDatabases)("data types that become one on %s", () => {
  let server: TestApp;
  let partner: Asker;
  let expert: Asker;
  let place: Place;
  let count = 0;
  beforeAll(async () => {
    server = await app();
    partner = await server.as("partner");
    expert = await server.as("expert");
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const aType = async (changes: object = {}) => {
    count += 1;
    const draft = { type: `Merged ${count}`, type_category_id: 1, to_events: true, ...changes };
    return (await partner.post("/1/api/type", draft)).data as TypeDetail;
  };
  const types = async () => (await partner.get("/1/api/type/detail")).data as TypeDetail[];
  const preview = async (from: TypeDetail, into: TypeDetail) =>
    (await partner.get(`/1/api/type/${from.id}/merge?into=${into.id}`)).data as TypeMerge;
  const merge = async (from: TypeDetail, into: TypeDetail) => {
    const started = await partner.post(`/1/api/type/${from.id}/merge`, { into: into.id, rev: from.rev });
    return started.status === 202 ? (await partner.finished(started.data.job.id)).data : started;
  };

  test("profiles of every event, fields, kinds of relationships and rules of groups name the other; the type is gone", async () => {
    const [from, into] = [await aType(), await aType()];
    const people = [];
    for (let at = 0; at < 3; at++) people.push(await aProfile(place, { type_id: from.id, fields: {} }));
    const stays = await aProfile(place, { type_id: into.id });
    const field = { key: `only_${from.id}`, kind: "text", labels: { "en-gb": "Only" }, type_ids: [from.id] };
    const both = { ...field, key: `both_${from.id}`, type_ids: [from.id, into.id] };
    for (const one of [field, both]) expect((await expert.post(`${place.path}/field`, one)).status).toBe(201);
    const answered = people[0] as (typeof people)[number];
    const own = { [field.key]: "kept" };
    await place.asker.patch(`${place.path}/thing/${answered.id}`, { rev: answered.rev, fields: own });
    const end = (label: string, some: number[]) => ({ label, category: 1, types: some });
    const kind = { name: `Kind ${from.id}`, cardinality: "many-many", from: end("a", [from.id]), to: end("b", []) };
    expect((await place.asker.post(`${place.path}/relationship`, kind)).status).toBe(201);
    const filter = [{ field: "type_id", op: "in", value: [from.id] }];
    const rule = { match: "all", filter };
    const group = { name: `Group ${from.id}`, mode: "rule", rule };
    expect((await place.asker.post(`${place.path}/custom-group`, group)).data.members).toBe(3);

    const told = await preview(from, into);
    expect((await types()).some(({ id }) => id === from.id)).toBe(true);
    const done = await merge(from, into);

    const event = { id: place.eventId, name: expect.any(String) };
    expect(told).toMatchObject({ into: { id: into.id, type: into.type }, moved: 3 });
    expect(told.events).toContainEqual({ event, profiles: 3, new: false });
    expect(told.effects.map(({ label, count }) => [label, count])).toEqual(
      expect.arrayContaining([
        ["event-data:typeMerge.gains", 1],
        ["relationships:typeMerge", 1],
        ["custom-groups:typeMerge", 1],
      ]),
    );
    expect(done).toMatchObject({ state: "done", result: { moved: 3 } });
    expect((await types()).some(({ id }) => id === from.id)).toBe(false);
    const now = (await place.asker.get(`${place.path}/thing/${answered.id}`)).data;
    expect(now).toMatchObject({ type_id: into.id, fields: own, rev: 3 });
    const [line] = (await place.asker.get(`${place.path}/thing/${answered.id}/history`)).data;
    expect(line).toMatchObject({ action: "save", before: { type_id: from.id }, after: { type_id: into.id } });
    const fields = (await expert.get(`${place.path}/field`)).data as { key: string; type_ids: number[] }[];
    const typesOf = (key: string) => fields.find((one) => one.key === key)?.type_ids;
    expect([typesOf(field.key), typesOf(both.key)]).toEqual([[into.id], [into.id]]);
    const kinds = (await place.asker.get(`${place.path}/relationship`)).data as (typeof kind)[];
    expect(kinds.find(({ name }) => name === kind.name)?.from.types).toEqual([into.id]);
    const groups = (await place.asker.get(`${place.path}/custom-group`)).data as (typeof group & { members: number })[];
    const found = groups.find(({ name }) => name === group.name);
    expect(found?.rule.filter).toEqual([{ field: "type_id", op: "in", value: [into.id] }]);
    expect(found?.members).toBe(4);
    expect((await place.asker.get(`${place.path}/thing/${stays.id}`)).data.rev).toBe(1);
  });

  test("events that had only the one have the other, and what they said of the one goes", async () => {
    const [from, into] = [await aType(), await aType({ to_events: false })];
    const rules = `${place.path}/type-rule`;
    const { rev } = (await expert.get(rules)).data;
    const cell = { from: from.id, to: place.types[1], verb: "meet", allow: false };
    expect((await expert.put(rules, { cells: [cell], settings: [], rev })).status).toBe(200);

    const told = await preview(from, into);
    const done = await merge(from, into);

    expect(told.events.every((one) => one.new)).toBe(true);
    expect(told.effects.map(({ label, count }) => [label, count])).toEqual([["data-types-permissions:typeMerge", 1]]);
    expect(done.state).toBe("done");
    const after = (await expert.get(rules)).data;
    expect(after.types.map(({ id }: { id: number }) => id)).toContain(into.id);
    expect(after.types.map(({ id }: { id: number }) => id)).not.toContain(from.id);
    expect(after.cells).toEqual([]);
  });

  test("more profiles than a block go along, and the history of the app tells of the merge", async () => {
    const [from, into] = [await aType(), await aType()];
    const csv = ["First name;Last name", ...Array.from({ length: 1203 }, (_, at) => `Many;Merged ${from.id} ${at}`)];
    const query = `kind=thing&format=csv&type=${from.id}&mode=apply`;
    await place.asker.importFile(place.eventId, query, csv.join("\n"));

    const done = await merge(from, into);

    expect(done.result.moved).toBe(1203);
    const filter = [{ field: "type_id", op: "eq", value: into.id }];
    const listed = (await place.asker.post(`${place.path}/thing/query`, { filter, limit: 1 })).data;
    expect(listed.matched).toBe(1203);
    const chief = await server.as("super");
    const about = [
      { field: "object_type", op: "eq", value: "data-types.type" },
      { field: "action", op: "eq", value: "merge_into" },
      { field: "object_label", op: "eq", value: from.type },
    ];
    const { rows } = (await chief.post(`${place.path}/history/query`, { filter: about, everywhere: true })).data;
    expect(rows[0].after).toEqual({ into: `${into.type} (${into.id})`, profiles: 1203 });
  });

  test("cut off, it tells all that moved, before and after", async () => {
    const [from, into] = [await aType(), await aType()];
    const csv = ["First name;Last name", ...Array.from({ length: 1203 }, (_, at) => `Cut;Merged ${from.id} ${at}`)];
    await place.asker.importFile(place.eventId, `kind=thing&format=csv&type=${from.id}&mode=apply`, csv.join("\n"));
    const order = { id: 900_001, payload: { from: from.id, into: into.id } };
    const told = await preview(from, into);

    const first = contextOf(server, order, ({ at }) => (at as { moved: number }).moved > 500);
    await expect(runMerge(first.context)).rejects.toThrow("the plug was pulled");
    const left = (await preview(from, into)).moved;
    const done = await runMerge(contextOf(server, { ...order, kept: first.place.kept }).context);

    expect([left > 0, left < 1203]).toEqual([true, true]);
    expect(done).toEqual({ ...told, moved: 1203 });
  });

  test("called off, what has moved by then stays, and a second merge moves the rest", async () => {
    const [from, into] = [await aType(), await aType()];
    const csv = ["First name;Last name", ...Array.from({ length: 1203 }, (_, at) => `Off;Merged ${from.id} ${at}`)];
    await place.asker.importFile(place.eventId, `kind=thing&format=csv&type=${from.id}&mode=apply`, csv.join("\n"));
    let left = 0;
    const after = async (job: number) => {
      if (left > 0) return;
      const { moved } = await preview(from, into);
      if (moved === 1203) return;
      left = moved;
      await partner.post(`/1/api/job/${job}/cancel`);
    };
    watchJobs(server, MERGE_JOB, { after });

    const called = await merge(from, into);
    const rest = (await preview(from, into)).moved;
    const done = await merge(from, into);

    expect([called.state, left > 0, rest]).toEqual(["cancelled", true, left]);
    expect([done.state, done.result.moved]).toEqual(["done", left]);
  });

  test("a view that is stored in its last step names the other type, and none can name the type that is gone", async () => {
    const [from, into] = [await aType(), await aType()];
    const filter = JSON.stringify([["type_id", "in", [from.id]]]);
    const keep = (list: string, name: string, query: string) =>
      place.asker.post(`${place.path}/thing-view`, { list, name, shared: false, query });
    const said = String(new URLSearchParams({ filter }));
    const made: number[] = [];
    let isMerging = true;
    const before = async (_: number, isLast: boolean) => {
      if (!isLast || !isMerging) return;
      isMerging = false;
      made.push((await keep("all", `Late ${from.id}`, said)).status);
      made.push((await keep(`type.${from.id}`, `Late list ${from.id}`, "")).status);
    };
    watchJobs(server, MERGE_JOB, { before });

    const done = await merge(from, into);
    const all = (await place.asker.get(`${place.path}/thing-view?list=all`)).data.views as {
      name: string;
      query: string;
    }[];
    const own = (await place.asker.get(`${place.path}/thing-view?list=type.${into.id}`)).data.views as {
      name: string;
    }[];
    const gone = [await keep("all", "Gone", said), await keep(`type.${from.id}`, "Gone list", "")];

    expect([made, done.state]).toEqual([[201, 201], "done"]);
    const late = all.find(({ name }) => name === `Late ${from.id}`)?.query;
    expect(JSON.parse(new URLSearchParams(late).get("filter") ?? "")).toEqual([["type_id", "in", [into.id]]]);
    expect(own.map(({ name }) => name)).toEqual([`Late list ${from.id}`]);
    expect(gone.map(({ error }) => error?.code)).toEqual(["event-data.view_type_gone", "event-data.view_type_gone"]);
  });

  test("what cannot become one is refused, with the reason", async () => {
    const [from, company] = [await aType(), await aType({ type_category_id: 2 })];
    const archived = await aType();
    await partner.post(`/1/api/type/${archived.id}/archive`, { rev: 1 });
    const code = async (into: TypeDetail, rev = from.rev) =>
      (await partner.post(`/1/api/type/${from.id}/merge`, { into: into.id, rev })).error?.code;

    expect(await code(from)).toBe("data-types.merge_itself");
    expect(await code(company)).toBe("data-types.merge_category");
    expect(await code(archived)).toBe("data-types.merge_archived");
    expect(await code(await aType(), 7)).toBe("stale");
    expect((await expert.get(`/1/api/type/${from.id}/merge?into=1`)).status).toBe(403);
  });
});
