// The fields that profiles usually have: added in one step, recognised in files, and taken along when an event is copied.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { USUAL_KEYS } from "#schemas/fieldUsual.ts";
import { USUAL_FIELDS } from "#schemas/usualFields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { widenedBy } from "../server/fields/usual.ts";
import { columnsOf, fieldOf } from "../server/import/columns/columns.ts";
import { aField } from "./factories.ts";

describe.each(testDatabases)("usual fields on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let types: { id: number; type_category_id: number }[];
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("app");
    types = (await admin.get("/1/api/type")).data;
  });
  afterAll(() => server.close());

  const of = (...categories: number[]) =>
    types.filter((type) => categories.includes(type.type_category_id)).map(({ id }) => id);
  async function anEvent(): Promise<number> {
    const dates = { date_start: "2031-05-04T07:00:00.000Z", date_end: "2031-05-05T15:00:00.000Z" };
    const facts = { format: "hybrid", timezone: "Europe/Berlin", active: 1, web_networking_activated: 0 };
    return (await admin.post("/1/api/container", { name: "New", ...facts, ...dates })).data.id;
  }
  const add = (id: number, fields: object[]) => admin.post(`/1/api/container/${id}/field/usual`, { fields });
  const own = async (id: number): Promise<Field[]> =>
    ((await admin.get(`/1/api/container/${id}/field`)).data as Field[]).filter(({ event_id }) => event_id === id);
  const found = async (id: number, key: string) => (await own(id)).find((field) => field.key === key);

  test("a new event has none; they are added with names in the languages of the app, for the types of their categories", async () => {
    const event = await anEvent();
    expect(await own(event)).toEqual([]);

    const { data, status } = await add(event, [
      { key: "headline", categories: [1] },
      { key: "badge_id", categories: [1] },
      { key: "website", categories: [1, 2, 3] },
      { key: "language", categories: [1] },
    ]);

    expect([status, data.added, data.widened]).toEqual([200, 4, 0]);
    expect((await own(event)).map(({ key }) => key)).toEqual(["headline", "badge_id", "website", "language"]);
    expect(await found(event, "headline")).toMatchObject({
      ...{ kind: "text", limits: { max_length: 140 }, type_ids: of(1).sort((a, b) => a - b) },
      labels: { "en-gb": "Headline", de: "Kurzvorstellung" },
    });
    expect(await found(event, "badge_id")).toMatchObject({ unique: true, see_role: 200 });
    expect(await found(event, "website")).toMatchObject({ kind: "url", type_ids: [] });
    const german = (await found(event, "language"))?.options.find(({ key }) => key === "de");
    expect(german?.labels).toEqual({ "en-gb": "German", de: "Deutsch" });
  });

  test("each of them can be added", async () => {
    const event = await anEvent();
    const all = USUAL_FIELDS.map(({ key, categories }) => ({ key, categories: [...categories] }));

    const { data } = await add(event, all);

    expect(data.added).toBe(all.length);
    expect(all.map(({ key }) => key)).toEqual([...USUAL_KEYS]);
    expect((await own(event)).map(({ key }) => key)).toEqual(all.map(({ key }) => key));
  });

  test("one that is there is given to the types that lack it, and is otherwise left alone", async () => {
    const event = await anEvent();
    await add(event, [{ key: "phone", categories: [1] }]);
    const before = await found(event, "phone");

    const again = await add(event, [{ key: "phone", categories: [1] }]);
    expect([again.data.added, again.data.widened]).toEqual([0, 0]);
    expect(await found(event, "phone")).toEqual(before);

    const wider = await add(event, [{ key: "phone", categories: [2] }]);
    expect([wider.data.added, wider.data.widened]).toEqual([0, 1]);
    expect((await found(event, "phone"))?.type_ids).toEqual(of(1, 2).sort((a, b) => a - b));

    const { id, rev } = (await found(event, "phone")) as Field;
    await admin.post(`/1/api/container/${event}/field/${id}/archive`, { rev });
    const archived = await add(event, [{ key: "phone", categories: [1, 2] }]);
    expect([archived.data.added, archived.data.widened]).toEqual([0, 0]);
  });

  test("a field is given to the types that the event has, and to none of other events", async () => {
    const event = await anEvent();
    const partner = await server.as("partner");
    const made = await partner.post("/1/api/type", { type: "Elsewhere", type_category_id: 1 });
    expect(made.status).toBe(201);
    const here = (await admin.get(`/1/api/container/${event}/type-category`)).data as { types: { id: number }[] }[];

    await add(event, [{ key: "headline", categories: [1] }]);

    const ids = here[0]?.types.map(({ id }) => id).sort((a, b) => a - b);
    expect((await found(event, "headline"))?.type_ids).toEqual(ids);
    expect(ids).not.toContain(made.data.id);
  });

  test("a category that the field is not for gets nothing, and an unknown key is refused", async () => {
    const event = await anEvent();

    const nobody = await add(event, [{ key: "booths", categories: [1] }]);
    expect([nobody.data.added, await own(event)]).toEqual([0, []]);
    expect((await add(event, [{ key: "shoe_size", categories: [1] }])).status).toBe(400);
  });

  test("no two badge ids are the same", async () => {
    const event = await anEvent();
    await add(event, [{ key: "badge_id", categories: [1] }]);
    const aPerson = (last_name: string, badge_id: string) =>
      admin.post(`/1/api/container/${event}/thing`, { type_id: of(1)[0], last_name, fields: { badge_id } });

    expect((await aPerson("One", "B1")).status).toBe(201);
    expect((await aPerson("Two", "B1")).error.code).toBe("event-data.answers_wrong");
  });

  test("a copy of an event asks what the event asks, and its lists are in order from the first profile on", async () => {
    const event = await anEvent();
    await add(event, [
      { key: "booths", categories: [2] },
      { key: "price", categories: [3] },
    ]);
    const { id, rev } = (await found(event, "price")) as Field;
    await admin.post(`/1/api/container/${event}/field/${id}/archive`, { rev });

    const body = { name: "Next", date_start: "2032-05-04T07:00:00.000Z" };
    const { data: copy } = await admin.post(`/1/api/container/${event}/copy`, body);

    expect((await own(copy.id)).map(({ key }) => key)).toEqual(["booths"]);
    expect(await found(copy.id, "booths")).toMatchObject({ kind: "text", type_ids: of(2), rev: 1 });
    for (const booths of ["B 2", "A 1"])
      await admin.post(`/1/api/container/${copy.id}/thing`, { type_id: of(2)[0], name: booths, fields: { booths } });
    const list = await admin.post(`/1/api/container/${copy.id}/thing/query`, {
      sort: [{ field: "fields.booths", direction: "asc" }],
    });
    expect(list.data.rows.map(({ name }: { name: string }) => name)).toEqual(["A 1", "B 2"]);
  });

  test("the template of an import has them, and the id of a registration once", async () => {
    const event = await anEvent();
    await add(event, [
      { key: "phone", categories: [1] },
      { key: "registration_id", categories: [1] },
    ]);

    const path = `/1/api/container/${event}/thing/import/template?format=csv&locale=en-gb`;
    const reply = await server.server.inject({ method: "GET", url: path, headers: admin.headers });

    const [headings = ""] = reply.body.split("\r\n");
    expect(headings.split(",").filter((one) => /Phone|Registration/.test(one))).toEqual(["Registration ID", "Phone"]);
  });
});

const fieldsOf = (headings: readonly string[], fields: readonly Field[]) =>
  columnsOf(headings, [], undefined, undefined, fields).map(({ field }) => field);

test("headings that files have for a usual field are recognised where the event has it", () => {
  const phone = aField({ key: "phone", kind: "phone", labels: { "en-gb": "Mobile", de: "Mobil" } });
  const badge = aField({ key: "badge_id", labels: { "en-gb": "Badge ID" } });

  expect(fieldsOf(["Telefonnummer", "Barcode", "Colour"], [phone, badge])).toEqual([
    "fields.phone",
    "fields.badge_id",
    "fields.colour",
  ]);
  expect(fieldsOf(["Telefonnummer"], [])).toEqual(["fields.telefonnummer"]);
});

test("what a field of the event is called comes before what a usual field is called elsewhere", () => {
  const phone = aField({ key: "phone", kind: "phone", labels: { "en-gb": "Switchboard" } });
  const mobile = aField({ key: "own", kind: "phone", labels: { "en-gb": "Mobile" } });

  expect(fieldsOf(["Mobile", "Tel."], [mobile, phone])).toEqual(["fields.own", "fields.phone"]);
});

test("no heading means two usual fields, or a built-in one", () => {
  const all = USUAL_FIELDS.flatMap(({ key, labels, headings }) => {
    const names = Object.values(labels).map((label) =>
      label
        .toLowerCase()
        .replace(/[^a-z0-9ä]/g, "")
        .replace("ä", "a"),
    );
    return [...new Set([key.replace("_", ""), ...names, ...headings.split(" ").filter(Boolean)])].map((word) => ({
      key,
      word,
    }));
  });

  expect(all.filter(({ word }, at) => all.findIndex((one) => one.word === word) !== at)).toEqual([]);
  expect(all.filter(({ key, word }) => key !== "registration_id" && fieldOf(word) !== undefined)).toEqual([]);
});

test("a field that all data types have stays with all of them", () => {
  expect(widenedBy({ type_ids: [] }, [1])).toBeUndefined();
  expect(widenedBy({ type_ids: [1] }, [])).toEqual([]);
  expect(widenedBy({ type_ids: [1] }, [1])).toBeUndefined();
  expect(widenedBy({ type_ids: [1] }, [1, 4])).toEqual([1, 4]);
});
