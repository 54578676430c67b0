// Views that are shared come along when an event is copied, and find in the copy what they found in its original.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("views of a copied event on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const views = async (path: string, list = "category.1", who = admin) => {
    const { views: all } = (await who.get(`${path}/thing-view?list=${list}`)).data;
    return all as { id: number; name: string; query: string; shared: boolean; owner: string; mine: boolean }[];
  };
  const save = async (name: string, query: string, more: object = {}) => {
    const draft = { list: "category.1", name, shared: true, query, ...more };
    const made = await place.asker.post(`${place.path}/thing-view`, draft);
    expect(made.status, JSON.stringify(made.error)).toBe(201);
  };
  const group = async (name: string) =>
    (await place.asker.post(`${place.path}/custom-group`, { name, mode: "manual" })).data.id as number;
  const copy = async () => {
    const body = { name: "Next", date_start: "2034-05-04T07:00:00.000Z" };
    return (await admin.post(`${place.path}/copy`, body)).data.id as number;
  };
  const query = (filter: unknown[], more = "") => `${more}filter=${encodeURIComponent(JSON.stringify(filter))}`;

  test("those that are shared, with their owners, and of no list that the copy lacks; one's own stay behind", async () => {
    await save("Ours", "q=ann&sort=-email&columns=name%2Cemail");
    await save("Of a type", "sort=name", { list: `type.${place.types[1]}` });
    await save("Mine alone", "q=me", { shared: false });

    const path = `/1/api/container/${await copy()}`;

    const [ours, ...others] = (await views(path)).filter(({ name }) => name !== "By groups");
    expect(others).toEqual([]);
    expect(ours).toMatchObject({
      ...{ name: "Ours", query: "q=ann&sort=-email&columns=name%2Cemail", shared: true, mine: false },
      owner: (await views(place.path)).find(({ name }) => name === "Ours")?.owner,
    });
    expect(await views(path, `type.${place.types[1]}`)).toMatchObject([{ name: "Of a type" }]);
    const byOwner = await views(path, "category.1", place.asker);
    expect(byOwner.map(({ name, mine }) => [name, mine])).toEqual([["Ours", true]]);
  });

  test("their filters name the groups of the copy", async () => {
    const [early, late, gone] = [await group("Copied early"), await group("Copied late"), await group("Not copied")];
    const filter = [
      ["group", "in", [early, String(late), "", gone]],
      ["group", "ne", early],
      ["status", "eq", "active"],
    ];
    await save("By groups", query(filter, "q=x&"));
    await place.asker.remove(`${place.path}/custom-group/${gone}?rev=1`);

    const to = await copy();

    const path = `/1/api/container/${to}`;
    const groups = (await admin.get(`${path}/custom-group`)).data as { id: number; name: string }[];
    const idOf = (name: string) => groups.find((one) => one.name === name)?.id;
    const copied = new URLSearchParams((await views(path)).find(({ name }) => name === "By groups")?.query);
    expect(copied.get("q")).toBe("x");
    expect(JSON.parse(copied.get("filter") ?? "")).toEqual([
      ["group", "in", [idOf("Copied early"), idOf("Copied late"), "", gone]],
      ["group", "ne", idOf("Copied early")],
      ["status", "eq", "active"],
    ]);

    const there: Place = { ...place, path, eventId: to, asker: admin };
    const ada = await aProfile(there, { last_name: "Of the copy" });
    await admin.post(`${path}/custom-group/${idOf("Copied early")}/member`, { words: [String(ada.id)] });
    const asked = { filter: [{ field: "group", op: "eq", value: idOf("Copied early") }] };
    expect((await admin.post(`${path}/thing/query?category=1`, asked)).data.rows).toMatchObject([{ id: ada.id }]);
  });
});
