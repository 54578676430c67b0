import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

let server: TestApp;
let expert: Asker;
let matchmaker: Asker;
let owner: Asker;
let path: string;
const LIST = "category.1";

beforeAll(async () => {
  server = await app();
  [expert, matchmaker, owner] = await Promise.all([server.as("expert"), server.as("matchmaker"), server.as("owner")]);
  path = `/1/api/container/${server.bigEventId}/thing-view`;
});
afterAll(() => server.close());

const create = (who: Asker, name: string, shared = false, query = "q=ann&sort=-email") =>
  who.post(path, { list: LIST, name, shared, query });
const listed = async (who: Asker, list = LIST) => (await who.get(`${path}?list=${list}`)).data;
const namesOf = async (who: Asker, list = LIST) =>
  (await listed(who, list)).views.map((view: { name: string }) => view.name);

test("a view is its owner's until it is shared, and then everybody's who reads the list", async () => {
  const { data: view, status } = await create(expert, "Blocked people");

  expect(status).toBe(201);
  expect(view).toMatchObject({ name: "Blocked people", shared: false, mine: true, canSave: true, rev: 1 });
  expect(await namesOf(expert)).toEqual(["Blocked people"]);
  expect(await namesOf(owner)).toEqual([]);
  expect(await namesOf(expert, "all")).toEqual([]);

  await expert.patch(`${path}/${view.id}`, { rev: 1, shared: true });
  const [seen] = (await listed(owner)).views;

  expect(seen).toMatchObject({ name: "Blocked people", query: "q=ann&sort=-email", mine: false, canSave: false });
  await expert.remove(`${path}/${view.id}`);
});

test("who may not change the list keeps views and may not share them", async () => {
  expect((await listed(owner)).canShare).toBe(false);
  expect((await create(owner, "Mine", true)).error.code).toBe("event-data.view_sharing");

  const { data: view } = await create(owner, "Mine");

  expect((await owner.patch(`${path}/${view.id}`, { rev: 1, shared: true })).error.code).toBe(
    "event-data.view_sharing",
  );
  expect((await matchmaker.patch(`${path}/${view.id}`, { rev: 1, name: "Theirs" })).status).toBe(404);
  expect((await matchmaker.remove(`${path}/${view.id}`)).status).toBe(404);
  expect((await owner.remove(`${path}/${view.id}`)).status).toBe(200);
});

test("a shared view is changed by those who may share, and by nobody else", async () => {
  const { data: view } = await create(expert, "Everyone's", true);

  expect((await owner.patch(`${path}/${view.id}`, { rev: 1, name: "Mine now" })).status).toBe(403);
  expect((await owner.remove(`${path}/${view.id}`)).status).toBe(403);
  expect((await matchmaker.patch(`${path}/${view.id}`, { rev: 1, name: "Ours" })).data.name).toBe("Ours");
  expect((await expert.patch(`${path}/${view.id}`, { rev: 1, name: "Late" })).error.code).toBe("stale");
  expect((await matchmaker.remove(`${path}/${view.id}`)).status).toBe(200);
});

test("a person has a name once for a list, whatever its case", async () => {
  const { data: view } = await create(expert, "Über alle");
  const { data: other } = await create(expert, "Other");

  expect((await create(expert, "uber ALLE")).error.fields?.["name"]).toBeTruthy();
  expect((await expert.patch(`${path}/${other.id}`, { rev: 1, name: "Uber alle" })).error.code).toBe(
    "event-data.view_name_taken",
  );
  expect((await create(matchmaker, "Über alle")).status).toBe(201);
  for (const { id } of [view, other]) await expert.remove(`${path}/${id}`);
});

test("a list opens with the view that a person chose, until it is gone or no longer shared", async () => {
  const { data: view } = await create(expert, "Start", true);

  await owner.put(path, { list: LIST, viewId: view.id });
  expect((await listed(owner)).chosen).toBe(view.id);
  expect((await listed(matchmaker)).chosen).toBeNull();
  expect((await owner.put(path, { list: "all", viewId: view.id })).status).toBe(404);

  await expert.patch(`${path}/${view.id}`, { rev: 1, shared: false });
  expect((await listed(owner)).chosen).toBeNull();

  await expert.put(path, { list: LIST, viewId: view.id });
  await expert.remove(`${path}/${view.id}`);
  expect((await listed(expert)).chosen).toBeNull();
});

test.each([
  [{ list: "type.x", name: "a", shared: false, query: "" }],
  [{ list: LIST, name: "  ", shared: false, query: "" }],
  [{ list: LIST, name: "a", shared: false, query: "x".repeat(100_001) }],
])("%j is refused", async (body) => {
  expect((await expert.post(path, body)).status).toBe(400);
});

test("a view is removed only as it was seen, where whoever removes it says so", async () => {
  const { data: view } = await create(expert, "Seen", true);
  await matchmaker.patch(`${path}/${view.id}`, { rev: 1, name: "Changed" });

  const late = await expert.remove(`${path}/${view.id}?rev=1`);

  expect([late.status, late.error.code]).toEqual([409, "stale"]);
  expect(await namesOf(expert)).toContain("Changed");
  expect((await expert.remove(`${path}/${view.id}?rev=2`)).status).toBe(200);
  expect(await namesOf(expert)).not.toContain("Changed");
});
