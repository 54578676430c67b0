import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile } from "../../../tests/support/place.ts";
import type { Member } from "../../admin-access/contract.ts";
import type { TypeDetail } from "../contract.ts";

describe.each(testDatabases)("data types on %s", () => {
  let server: TestApp;
  let partner: Asker;
  beforeAll(async () => {
    server = await app();
    partner = await server.as("partner");
  });
  afterAll(() => server.close());

  let count = 0;
  const aType = async (changes: Record<string, unknown> = {}) => {
    count += 1;
    const made = await partner.post("/1/api/type", { type: `Volunteer ${count}`, type_category_id: 1, ...changes });
    return made.data as TypeDetail;
  };
  const list = async () => (await partner.get("/1/api/type/detail")).data as TypeDetail[];
  const typesOfEvent = async () => {
    const categories = (await partner.get(`/1/api/container/${server.bigEventId}/type-category`)).data;
    return (categories as { types: { id: number; type: string }[] }[]).flatMap(({ types }) => types);
  };

  test("a type is made, shown in every language that it was given, and no event has it until it is given to one", async () => {
    const made = await partner.post("/1/api/type", {
      type: "  Press   officer ",
      type_category_id: 1,
      labels: { de: { one: "Pressevertretung", many: "Presse" }, "en-gb": { one: " ", many: "" } },
      icon: "camera",
      colour: "teal",
    });

    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({
      type: "Press officer",
      labels: { de: { one: "Pressevertretung", many: "Presse" } },
      icon: "camera",
      defaults: null,
      event_ids: [],
      events: 0,
      rev: 1,
    });
    expect((await typesOfEvent()).some(({ id }) => id === made.data.id)).toBe(false);
  });

  test("a new type may be given to every event that is not archived", async () => {
    const made = await aType({ to_events: true });

    expect(made.events).toBe(5);
    expect((await typesOfEvent()).map(({ id }) => id)).toContain(made.id);
  });

  test("a new type is given to no event that whoever makes it may not open, and how many were left out is told", async () => {
    const chief = await server.as("super");
    const allow = async (allowed_containers: number[]) => {
      const members: Member[] = (await chief.get("/1/api/member")).data;
      const { id, rev, role } = members.find(({ email }) => email === "partner@demo.test") as Member;
      const change = { rev, role_id: role.id, allowed_containers, overrides: {} };
      expect((await chief.patch(`/1/api/member/${id}`, change)).status).toBe(200);
    };
    await allow([server.bigEventId]);

    const made = await partner.post("/1/api/type", { type: "Of one event", type_category_id: 1, to_events: true });
    await allow([-1]);
    const listed: TypeDetail[] = (await partner.get("/1/api/type/detail")).data;

    expect(made.data).toMatchObject({ left_out: 4, event_ids: [server.bigEventId] });
    expect(listed.find(({ id }) => id === made.data.id)?.event_ids).toEqual([server.bigEventId]);
  });

  test("a renamed type keeps its id and its profiles, and is called so wherever types are listed", async () => {
    const place = await aPlace(server);
    const type = await aType({ to_events: true });
    const profile = await aProfile(place, { type_id: type.id });

    const saved = await partner.patch(`/1/api/type/${type.id}`, { type: "Steward", rev: type.rev });
    const again = await place.asker.get(`${place.path}/thing/${profile.id}`);

    expect(saved.data).toMatchObject({ id: type.id, type: "Steward", rev: 2 });
    expect(again.data.type_id).toBe(type.id);
    expect((await typesOfEvent()).find(({ id }) => id === type.id)?.type).toBe("Steward");
    expect((await partner.get("/1/api/type")).data).toContainEqual({
      id: type.id,
      type: "Steward",
      type_category_id: 1,
    });
  });

  test("two types of an app are not called the same, whatever the case", async () => {
    const type = await aType();

    const made = await partner.post("/1/api/type", { type: type.type.toUpperCase(), type_category_id: 2 });
    const saved = await partner.patch(`/1/api/type/${type.id}`, { type: "ATTENDEE", rev: 1 });

    for (const answer of [made, saved]) {
      expect(answer.error).toMatchObject({
        code: "data-types.name_taken",
        fields: { type: expect.any(String) },
        reasons: { type: { text: "problem:field.nameTaken" } },
      });
    }
    expect((await partner.post("/1/api/type", { type: " ", type_category_id: 1 })).status).toBe(400);
    expect((await partner.post("/1/api/type", { type: "x".repeat(61), type_category_id: 1 })).status).toBe(400);
    expect((await partner.post("/1/api/type", { type: "Fourth", type_category_id: 4 })).status).toBe(400);
  });

  test("a save that comes too late is told with the type as it is now, and changes nothing", async () => {
    const type = await aType();
    await partner.patch(`/1/api/type/${type.id}`, { colour: "rose", rev: 1 });

    const late = await partner.patch(`/1/api/type/${type.id}`, { colour: "olive", rev: 1 });

    expect(late.status).toBe(409);
    expect(late.error.current).toMatchObject({ id: type.id, colour: "rose", rev: 2 });
  });

  test("the order of a category is the order of the navigation", async () => {
    const before = (await list()).filter((one) => one.type_category_id === 3).map(({ id }) => id);
    const turned = [...before].reverse();

    const ordered = await partner.post("/1/api/type/order", { category: 3, ids: turned });

    expect(
      ordered.data.filter((one: TypeDetail) => one.type_category_id === 3).map((one: TypeDetail) => one.id),
    ).toEqual(turned);
    expect((await typesOfEvent()).map(({ id }) => id).filter((id) => before.includes(id))).toEqual(turned);
    expect((await partner.post("/1/api/type/order", { category: 1, ids: before })).status).toBe(404);
    await partner.post("/1/api/type/order", { category: 3, ids: before });
  });

  test("a type that is needed is not removed, and what needs it is told with the way there", async () => {
    const place = await aPlace(server);
    const type = await aType({ to_events: true });
    const profile = await aProfile(place, { type_id: type.id });
    const field = await partner.post("/1/api/field", {
      labels: { "en-gb": "Shift" },
      kind: "text",
      type_ids: [type.id],
    });
    const kind = await place.asker.post(`${place.path}/relationship`, {
      name: "Helps",
      from: { label: "helps", category: 1, types: [type.id] },
      to: { label: "is helped by", category: 2, types: [] },
      cardinality: "many-many",
    });
    const group = await place.asker.post(`${place.path}/custom-group`, {
      name: "Helpers",
      colour: "blue",
      mode: "rule",
      rule: { match: "all", filter: [{ field: "type_id", op: "eq", value: type.id }] },
    });
    const event = { id: place.eventId, name: "Northwind Summit" };
    const removeType = () => partner.remove(`/1/api/type/${type.id}?rev=1`);

    const refused = await removeType();
    const needs = (await partner.get("/1/api/type/need")).data as { type_id: number; needs: unknown[] }[];

    expect(refused).toMatchObject({ status: 409, error: { code: "data-types.in_use" } });
    const path = `/event-data/${place.eventId}/type/${type.id}`;
    expect(needs.find(({ type_id }) => type_id === type.id)?.needs).toEqual(
      expect.arrayContaining([
        { label: "event-data:typeUse.profiles", count: 1, profiles: true, event, path },
        {
          label: "event-data:typeUse.fields",
          count: 1,
          profiles: false,
          event: null,
          path: `/app-settings/multi-event-fields?type=${type.id}`,
        },
        {
          label: "relationships:typeUse",
          count: 1,
          profiles: false,
          event,
          path: `/event-details/${place.eventId}/relationships`,
        },
        {
          label: "custom-groups:typeUse",
          count: 1,
          profiles: false,
          event,
          path: `/event-details/${place.eventId}/custom-groups`,
        },
      ]),
    );

    const heldBack = await partner.patch(`/1/api/type/${type.id}`, { type_category_id: 2, rev: 1 });
    expect(heldBack.error.code).toBe("data-types.category_held");

    await place.asker.patch(`${place.path}/thing/${profile.id}`, { type_id: place.types[1], rev: profile.rev });
    await place.asker.remove(`${place.path}/relationship/${kind.data.id}?rev=1`);
    await place.asker.remove(`${place.path}/custom-group/${group.data.id}?rev=1`);
    expect((await removeType()).status).toBe(409);
    const archived = await partner.post(`/1/api/field/${field.data.id}/archive`, { rev: field.data.rev });
    expect((await removeType()).status).toBe(409);
    const kept = (await partner.get("/1/api/type/need")).data as { type_id: number; needs: unknown[] }[];
    expect(kept.find(({ type_id }) => type_id === type.id)?.needs).toEqual([
      {
        label: "event-data:typeUse.archivedFields",
        count: 1,
        profiles: false,
        event: null,
        path: `/app-settings/multi-event-fields?type=${type.id}&archived=1`,
      },
    ]);
    await partner.patch(`/1/api/field/${field.data.id}`, { type_ids: [], rev: archived.data.rev });
    const removed = await removeType();

    expect(removed.data).toEqual({ done: true });
    expect((await typesOfEvent()).some(({ id }) => id === type.id)).toBe(false);
    expect((await removeType()).status).toBe(404);
  });

  test("before a type is archived it is told who keeps it, with the way to each, and who can no longer take it up", async () => {
    const type = await aType({ to_events: true });
    const expert = await server.as("expert");
    const [other] = (await list())
      .filter(({ id }) => id === type.id)[0]
      ?.event_ids.filter((id) => id !== server.bigEventId) ?? [0];
    await expert.remove(`/1/api/container/${other}/type-rule/type/${type.id}`);
    const person = { type_id: type.id, first_name: "Ada", last_name: "Archived" };
    await expert.post(`/1/api/container/${server.bigEventId}/thing`, person);
    const labels = { "en-gb": "Desk" };
    await expert.post(`/1/api/container/${server.bigEventId}/field`, { kind: "text", labels, type_ids: [type.id] });

    const before = await list();
    const told = await partner.get(`/1/api/type/${type.id}/archive`);

    expect(told.data).toMatchObject({ profiles: 1, closed: 0, without: 1 });
    expect(told.data.events).toHaveLength(4);
    expect(told.data.events[0]).toMatchObject({
      event: { id: server.bigEventId },
      profiles: 1,
      path: `/event-data/${server.bigEventId}/type/${type.id}`,
    });
    expect(told.data.events[1]).toMatchObject({
      profiles: 0,
      path: expect.stringMatching(/^\/event-details\/\d+\/data-types-permissions$/),
    });
    expect(told.data.needs).toMatchObject([{ count: 1, profiles: false, event: { id: server.bigEventId } }]);
    expect(await list()).toEqual(before);
    expect((await partner.get("/1/api/type/999999/archive")).status).toBe(404);
    expect((await (await server.as("app")).get(`/1/api/type/${type.id}/archive`)).status).toBe(403);
  });

  test("an archived type stays where it is and is not given to new events", async () => {
    const type = await aType({ to_events: true });

    const archived = await partner.post(`/1/api/type/${type.id}/archive`, { rev: 1 });
    const made = await partner.post("/1/api/container", {
      name: "A later one",
      format: "in_person",
      timezone: "Europe/London",
      date_start: "2027-05-01T08:00:00.000Z",
      date_end: "2027-05-02T18:00:00.000Z",
      active: 1,
      web_networking_activated: 0,
    });
    const after = (await list()).find(({ id }) => id === type.id);

    expect(archived.data.archived_at).not.toBeNull();
    expect(made.status).toBe(201);
    expect(after?.event_ids).not.toContain(made.data.id);
    expect(after?.events).toBe(5);
    const restored = await partner.post(`/1/api/type/${type.id}/restore`, { rev: 2 });
    expect(restored.data.archived_at).toBeNull();
  });

  test("a change and a removal are taken back from the history, by the same rules", async () => {
    const chief = await server.as("super");
    const history = `/1/api/container/${server.bigEventId}/history`;
    const lines = async (id: number) => {
      const found = await chief.post(`${history}/query`, {
        everywhere: true,
        filter: [{ field: "object_type", op: "eq", value: "data-types.type" }],
      });
      return (found.data.rows as { id: number; object_id: string; action: string }[]).filter(
        ({ object_id }) => object_id === String(id),
      );
    };
    const type = await aType({ colour: "violet" });
    await partner.patch(`/1/api/type/${type.id}`, { type: `Renamed ${count}`, rev: 1 });

    const renamed = (await lines(type.id)).find(({ action }) => action === "save");
    expect((await chief.post(`${history}/${renamed?.id}/revert`, {})).status).toBe(200);
    expect((await list()).find(({ id }) => id === type.id)).toMatchObject({ type: type.type, rev: 3 });

    await partner.remove(`/1/api/type/${type.id}?rev=3`);
    const removed = (await lines(type.id)).find(({ action }) => action === "remove");
    expect((await chief.post(`${history}/${removed?.id}/revert`, {})).status).toBe(200);
    expect((await list()).find((one) => one.type === type.type)).toMatchObject({ colour: "violet" });
  });

  test("somebody with a weaker role may neither see nor change them", async () => {
    const appAdmin = await server.as("app");

    expect((await appAdmin.get("/1/api/type/detail")).status).toBe(403);
    expect((await appAdmin.post("/1/api/type", { type: "X", type_category_id: 1 })).status).toBe(403);
  });

  test("events that somebody may not open are counted and not named", async () => {
    const harbour = await server.as("partner", "harbour");

    const types = (await harbour.get("/1/api/type/detail")).data as TypeDetail[];

    expect(types[0]).toMatchObject({ events: 4 });
    expect(types[0]?.event_ids).toHaveLength(3);
  });
});
