import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TypeCategory } from "#schemas/session.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Cell, Explanation, Look, TypeRules } from "../contract.ts";

describe.each(testDatabases)("data types and permissions on %s", () => {
  let server: TestApp;
  let place: Place;
  let expert: Asker;
  let base: string;
  let rules: TypeRules;
  const read = async () => (await expert.get(base)).data as TypeRules;
  const typeId = (name: string) => rules.types.find(({ type }) => type === name)?.id ?? 0;
  const cell = (from: string, to: string, verb: Cell["verb"], allow: boolean): Cell => ({
    from: typeId(from),
    to: typeId(to),
    verb,
    allow,
  });
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
    expert = await server.as("expert");
    base = `${place.path}/type-rule`;
  });
  beforeEach(async () => {
    rules = await read();
    const { cells, settings, looks, order } = rules;
    if (cells.length + settings.length + looks.length + order.length > 0) {
      rules = (await expert.put(base, { cells: [], settings: [], looks: [], order: [], rev: rules.rev })).data;
    }
  });
  afterAll(() => server.close());

  test("an event's types stand there with their profiles, and what it has said: nothing yet", async () => {
    await aProfile(place);

    const { types, others, cells, settings } = await read();

    expect(types.map(({ type }) => type)).toEqual([
      "Attendee",
      "Exhibitor representative",
      "Speaker",
      "Exhibitor",
      "Sponsor",
      "Innovation",
      "Product",
    ]);
    expect(types[0]).toMatchObject({ profiles: 1, defaults: null });
    expect([others, cells, settings]).toEqual([[], [], []]);
  });

  test("a copied event has the same rules, which are its own from then on", async () => {
    const wanted = [cell("Attendee", "Speaker", "scan", true)];
    const settings = [{ type: typeId("Speaker"), meets: true, pending: 3, contacts: false }];
    const saved = await expert.put(base, { cells: wanted, settings, rev: rules.rev });
    const admin = await server.as("app");
    const draft = { name: "Copy with rules", date_start: "2027-05-01T08:00:00.000Z" };
    const copy = (await admin.post(`${place.path}/copy`, draft)).data;
    const there = `/1/api/container/${copy.id}/type-rule`;
    const taken = (await admin.get(there)).data;

    expect(saved.status).toBe(200);
    expect(taken).toMatchObject({ cells: wanted, settings });
    await admin.put(there, { cells: [], settings: [], rev: taken.rev });
    expect(await read()).toMatchObject({ cells: wanted, settings });
  });

  test("a matrix is saved as a whole, in order, without what is usual anyway", async () => {
    const wanted = [cell("Speaker", "Attendee", "meet", false), cell("Attendee", "Speaker", "scan", true)];
    const usual = { type: typeId("Sponsor"), meets: true, pending: 50, contacts: true };
    const quiet = { type: typeId("Speaker"), meets: true, pending: 3, contacts: false };

    const saved = await expert.put(base, { cells: wanted, settings: [quiet, usual], rev: rules.rev });

    expect(saved.data).toMatchObject({ cells: [wanted[1], wanted[0]], settings: [quiet], rev: rules.rev + 1 });
    expect(await read()).toEqual(saved.data);
    const again = await expert.put(base, { cells: wanted, settings: [quiet], rev: rules.rev + 1 });
    expect(again.data.rev).toBe(rules.rev + 1);
  });

  test("each answer of a pair is explained rule by rule", async () => {
    const cells = [cell("Attendee", "Speaker", "see", false), cell("Attendee", "Speaker", "meet", true)];
    await expert.put(base, { cells, settings: [], rev: rules.rev });

    const pair = `from=${typeId("Attendee")}&to=${typeId("Speaker")}`;
    const answer = (await expert.get(`${base}/explain?${pair}`)).data as Explanation[];

    const of = (verb: string) => answer.find((one) => one.verb === verb);
    expect(of("see")).toMatchObject({ allowed: false });
    expect(of("meet")?.allowed).toBe(false);
    expect(of("meet")?.steps.at(-1)).toEqual({ rule: "sight", holds: false, decides: true });
    expect(of("scan")?.steps.at(-1)).toEqual({ rule: "standard", holds: false, decides: true });
    expect((await expert.get(`${base}/explain?from=1&to=999999`)).status).toBe(404);
  });

  test("two who save at once: the later one gets the rules as they are now, and nothing of it was written", async () => {
    const first = { cells: [cell("Attendee", "Speaker", "meet", false)], settings: [], rev: rules.rev };
    const second = { cells: [cell("Speaker", "Attendee", "meet", false)], settings: [], rev: rules.rev };

    const answers = await Promise.all([expert.put(base, first), expert.put(base, second)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [winner, late] = [...answers].sort((a, b) => a.status - b.status);
    expect(late?.error).toMatchObject({ code: "stale", current: winner?.data });
    expect(await read()).toEqual(winner?.data);
  });

  test("a rule that cannot be is refused with its place", async () => {
    const wrong = (cells: unknown[], settings: unknown[] = []) => expert.put(base, { cells, settings, rev: rules.rev });

    const item = await wrong([cell("Attendee", "Speaker", "see", true), cell("Attendee", "Product", "meet", true)]);
    const gone = await wrong([{ from: typeId("Attendee"), to: 999_999, verb: "see", allow: true }]);

    expect(item.error).toMatchObject({
      code: "data-types-permissions.cell_wrong",
      fields: { "cells.1": "Attendee can never do this with Product" },
      reasons: {
        "cells.1": {
          text: "data-types-permissions:problem.impossible",
          values: { from: "Attendee", to: "Product" },
        },
      },
    });
    expect(gone.error.code).toBe("data-types-permissions.cell_wrong");
    expect(gone.error.reasons?.["cells.0"]?.text).toBe("data-types-permissions:problem.typeGone");
    expect((await wrong([], [{ type: typeId("Speaker"), meets: true, pending: 501, contacts: true }])).status).toBe(
      400,
    );
    expect((await wrong([{ ...cell("Attendee", "Speaker", "see", true), verb: "eat" }])).status).toBe(400);
    expect((await read()).rev).toBe(rules.rev);
  });

  test("a type leaves the event once nothing of the event needs it, and what was said of it leaves too", async () => {
    const type = typeId("Sponsor");
    const sponsor = await aProfile(place, { type_id: type, name: "Acme", first_name: "", last_name: "" });
    const kept = cell("Attendee", "Speaker", "meet", false);
    await expert.put(base, { cells: [kept, cell("Attendee", "Sponsor", "see", false)], settings: [], rev: rules.rev });

    const field = { labels: { "en-gb": "Level" }, kind: "text", type_ids: [type] };
    const level = (await expert.post(`${place.path}/field`, field)).data;

    const refused = await expert.remove(`${base}/type/${type}`);
    const needs = (await expert.get(`${base}/type/${type}/need`)).data;
    // What is archived asks nobody any more, and keeps no type in the event.
    await expert.post(`${place.path}/field/${level.id}/archive`, { rev: level.rev });
    const exhibitor = typeId("Exhibitor");
    await place.asker.patch(`${place.path}/thing/${sponsor.id}`, { type_id: exhibitor, rev: sponsor.rev });
    const free = (await expert.get(`${base}/type/${type}/need`)).data;
    const left = await expert.remove(`${base}/type/${type}`);

    const list = `/event-data/${place.eventId}/type/${type}`;
    expect(needs).toEqual([
      { label: "event-data:typeUse.profiles", count: 1, path: list },
      {
        label: "event-data:typeUse.fields",
        count: 1,
        path: `/event-details/${place.eventId}/custom-fields?type=${type}`,
      },
    ]);
    expect(free).toEqual([]);
    expect(refused).toMatchObject({ status: 409, error: { code: "data-types-permissions.in_use" } });
    expect(left.data.types.map((one: { id: number }) => one.id)).not.toContain(type);
    expect(left.data.others).toEqual([{ id: type, type: "Sponsor", type_category_id: 2 }]);
    expect(left.data).toMatchObject({ cells: [kept], rev: rules.rev + 2 });

    const back = await expert.post(`${base}/type/${type}`);
    expect(back.data.types.map((one: { id: number }) => one.id)).toContain(type);
    expect(back.data.others).toEqual([]);
    const categories = (await expert.get(`${place.path}/type-category`)).data as { types: { id: number }[] }[];
    expect(categories.flatMap(({ types }) => types.map(({ id }) => id))).toContain(type);
  });

  test("what a type may do by default is decided for the app and holds in every event that says nothing", async () => {
    const partner = await server.as("partner");
    const type = typeId("Speaker");
    const [detail] = (await partner.get("/1/api/type/detail")).data.filter((one: { id: number }) => one.id === type);
    await partner.patch(`/1/api/type/${type}`, { defaults: { message: [] }, rev: detail.rev });

    const answer = await expert.get(`${base}/explain?from=${type}&to=${typeId("Attendee")}`);

    const message = (answer.data as Explanation[]).find(({ verb }) => verb === "message");
    expect(message?.steps.at(-1)).toEqual({ rule: "type_default", holds: false, decides: true });
    await partner.patch(`/1/api/type/${type}`, { defaults: null, rev: detail.rev + 1 });
  });

  const look = (name: string, one: string, rest: Partial<Look> = {}): Look => ({
    type: typeId(name),
    labels: { "en-gb": { one, many: "" } },
    ...rest,
  });
  const called = async (path = place.path) =>
    ((await expert.get(`${path}/type-category`)).data as TypeCategory[]).map(({ types }) =>
      types.map((one) => one.labels?.["en-gb"]?.one ?? one.type),
    );

  test("an event calls, shows and places a type as it says, and nobody else does", async () => {
    const icon = rules.types.find(({ type }) => type === "Speaker")?.icon ?? "person";
    const looks = [look("Speaker", " Keynote   guest ", { icon, colour: "rose" })];
    const order = [typeId("Speaker"), typeId("Attendee")];
    const saved = await expert.put(base, { cells: [], settings: [], looks, order, rev: rules.rev });

    expect(saved.data).toMatchObject({
      looks: [{ type: typeId("Speaker"), labels: { "en-gb": { one: "Keynote guest", many: "" } }, colour: "rose" }],
      order,
    });
    expect(saved.data.looks[0].icon).toBeUndefined();
    expect(saved.data.types[0]).toMatchObject({ type: "Speaker", colour: "blue" });
    expect((await called())[0]).toEqual(["Keynote guest", "Attendee", "Exhibitor representative"]);
    const app = (await expert.get("/1/api/type")).data as { type: string }[];
    expect(app.map(({ type }) => type)).toContain("Speaker");
    // Who does not speak of looks and order leaves them.
    const kept = await expert.put(base, { cells: [], settings: [], rev: saved.data.rev });
    expect(kept.data).toMatchObject({ order, rev: saved.data.rev });
  });

  test("a copied event calls its types alike, and a list that is sorted by type goes by what they are called", async () => {
    await aProfile(place, { type_id: typeId("Attendee"), first_name: "Sorted" });
    await aProfile(place, { type_id: typeId("Speaker"), first_name: "Sorted" });
    const looks = [look("Speaker", "Adviser")];
    await expert.put(base, { cells: [], settings: [], looks, order: [], rev: rules.rev });
    const query = `${place.path}/thing/query?locale=en-gb`;
    const list = { search: "Sorted", sort: [{ field: "type_id", direction: "asc" }] };
    const rows = (await place.asker.post(query, list)).data.rows as { type_id: number }[];
    const draft = { name: "Copy with names", date_start: "2027-05-01T08:00:00.000Z" };
    const copy = (await (await server.as("app")).post(`${place.path}/copy`, draft)).data;

    expect(rows.map(({ type_id }) => type_id)).toEqual([typeId("Speaker"), typeId("Attendee")]);
    expect((await called(`/1/api/container/${copy.id}`))[0]).toContain("Adviser");
  });

  test("two types of one category are not called alike, and a type that left is said nothing of", async () => {
    const put = (looks: Look[]) => expert.put(base, { cells: [], settings: [], looks, order: [], rev: rules.rev });

    expect(await put([look("Speaker", "attendee")])).toMatchObject({
      status: 400,
      error: { code: "data-types-permissions.name_taken" },
    });
    expect((await put([look("Speaker", "Guest"), look("Attendee", "guest")])).status).toBe(400);
    expect((await put([look("Speaker", "Product")])).status).toBe(200);
    rules = await read();
    expect(await put([{ ...look("Speaker", "x"), type: 9999 }])).toMatchObject({
      status: 400,
      error: { code: "data-types-permissions.cell_wrong" },
    });
  });

  test("names and order of the types are taken back from the history", async () => {
    const chief = await server.as("super");
    const looks = [look("Speaker", "Guest", { icon: "star" })];
    await expert.put(base, { cells: [], settings: [], looks, order: [typeId("Speaker")], rev: rules.rev });
    const filter = [
      { field: "object_type", op: "eq", value: "data-types-permissions.rules" },
      { field: "action", op: "eq", value: "save" },
    ];
    const [line] = (await chief.post(`${place.path}/history/query`, { filter })).data.rows;

    expect(line.after).toEqual({
      order: [`Speaker (${typeId("Speaker")})`],
      [`Speaker (${typeId("Speaker")}): look`]: looks[0],
    });
    expect((await chief.post(`${place.path}/history/${line.id}/revert`, {})).status).toBe(200);
    expect(await read()).toMatchObject({ looks: [], order: [] });
    await chief.post(`${place.path}/history/${(await latest(chief, filter)).id}/revert`, {});
    expect(await read()).toMatchObject({ looks, order: [typeId("Speaker")] });
  });
  const latest = async (chief: Asker, filter: unknown[]) =>
    (await chief.post(`${place.path}/history/query`, { filter: [filter[0]] })).data.rows[0];

  test("a team needs a kind of relationship between the two types", async () => {
    const [person, company] = [typeId("Speaker"), typeId("Sponsor")];
    await expert.put(base, { cells: [cell("Speaker", "Sponsor", "team", true)], settings: [], rev: rules.rev });
    const team = async () =>
      ((await expert.get(`${base}/explain?from=${person}&to=${company}`)).data as Explanation[]).find(
        ({ verb }) => verb === "team",
      );
    const before = await team();
    const end = (label: string, category: number, types: number[] = []) => ({ label, category, types });
    const kind = {
      name: "Speaks for",
      from: end("is spoken for by", 2, [company]),
      to: end("speaks for", 1),
      cardinality: "many-many",
    };
    const made = await (await server.as("app")).post(`${place.path}/relationship`, kind);

    expect(before).toMatchObject({ allowed: false, steps: [{ rule: "possible" }, { rule: "linked", decides: true }] });
    expect(made.status).toBe(201);
    expect((await team())?.allowed).toBe(true);
    expect((await read()).links).toContainEqual({ person, company });
  });

  test("a saved matrix is taken back from the history", async () => {
    const chief = await server.as("super");
    const history = `${place.path}/history`;
    const cells = [cell("Attendee", "Speaker", "meet", false)];
    const settings = [{ type: typeId("Speaker"), meets: false, pending: 0, contacts: true }];
    await expert.put(base, { cells, settings, rev: rules.rev });

    const filter = [
      { field: "object_type", op: "eq", value: "data-types-permissions.rules" },
      { field: "action", op: "eq", value: "save" },
    ];
    const [line] = (await chief.post(`${history}/query`, { filter })).data.rows;
    const reverted = await chief.post(`${history}/${line.id}/revert`, {});

    expect(Object.keys(line.after).sort()).toEqual([
      `Attendee (${typeId("Attendee")}) → Speaker (${typeId("Speaker")}): meet`,
      `Speaker (${typeId("Speaker")})`,
    ]);
    expect(reverted.status).toBe(200);
    expect(await read()).toMatchObject({ cells: [], settings: [] });
  });

  test("the event owner reads everything and changes nothing", async () => {
    const owner = await server.as("owner");

    expect((await owner.get(base)).status).toBe(200);
    expect((await owner.put(base, { cells: [], settings: [], rev: rules.rev })).status).toBe(403);
    expect((await owner.remove(`${base}/type/${typeId("Product")}`)).status).toBe(403);
    expect((await (await server.as("registration")).get(base)).status).toBe(403);
  });
});
