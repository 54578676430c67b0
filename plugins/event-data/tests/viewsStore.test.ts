// Saved views that somebody else has changed or removed meanwhile.
import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import type { ThingView } from "#schemas/thingViews.ts";
import { ApiProblem, type Env } from "#web";
import { ViewsStore } from "../web/views/store.ts";

type Store = ReturnType<typeof ViewsStore.create>;

const view = (rev: number, name = "Diets") => ({ id: 3, list: "all", name, rev, query: "q=a" }) as ThingView;
const late = (current: ThingView) => new ApiProblem({ code: "stale", status: 409, message: "late", current });
const gone = new ApiProblem({ code: "not_found", status: 404, message: "gone" });

async function opened(answers: Record<string, unknown[]>) {
  const sent: unknown[] = [];
  const all: typeof answers = { listThingViews: [{ views: [view(1)], chosen: 3, canShare: true }], ...answers };
  const call = async ({ name }: AnyEndpoint, { body, query }: { body?: unknown; query?: unknown }) => {
    if (name !== "listThingViews") sent.push(body ?? query);
    const answer = all[name]?.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const store = ViewsStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
  await store.listThingViews(5, "all");
  return { store, sent };
}

test("a save that comes too late shows the view as somebody else left it, and the next one starts from there", async () => {
  const { store, sent } = await opened({ saveThingView: [late(view(2, "Theirs")), view(3, "Mine")] });
  const [seen] = store.all as [ThingView];

  expect(await store.saveThingView(5, seen, { name: "Mine" })).toBeUndefined();
  expect(store.all.map(({ name }) => name)).toEqual(["Theirs"]);
  expect(await store.saveThingView(5, seen, { name: "Mine" })).toMatchObject({ rev: 3 });
  expect(sent).toEqual([
    { rev: 1, name: "Mine" },
    { rev: 2, name: "Mine" },
  ]);
});

test("who renames a view says nothing of whether it is shared: somebody else may have shared it meanwhile", async () => {
  const own = { ...view(1), shared: false };
  const { store, sent } = await opened({
    listThingViews: [{ views: [own], chosen: 3, canShare: true }],
    saveThingView: [late({ ...own, rev: 2, shared: true }), { ...own, rev: 3, name: "Mine", shared: true }],
  });
  const [seen] = store.all as [ThingView];

  await store.saveThingView(5, seen, { name: "Mine", shared: false });
  expect(await store.saveThingView(5, seen, { name: "Mine", shared: false })).toMatchObject({ shared: true });

  expect(sent).toEqual([
    { rev: 1, name: "Mine" },
    { rev: 2, name: "Mine" },
  ]);
  expect(store.all).toMatchObject([{ name: "Mine", shared: true }]);
});

test("a view that somebody has changed is not removed before it has been seen", async () => {
  const { store, sent } = await opened({ removeThingView: [late(view(2, "Theirs")), { done: true }] });
  const [seen] = store.all as [ThingView];

  expect(await store.removeThingView(5, seen)).toBeUndefined();
  expect(store.saving.problem?.code).toBe("stale");
  expect(await store.removeThingView(5, seen)).toBe(true);
  expect(sent).toEqual([{ rev: 1 }, { rev: 2 }]);
  expect([store.all, store.chosen]).toEqual([[], undefined]);
});

test.each(["saveThingView", "removeThingView"] as const)("one that is gone leaves the menu: %s", async (act) => {
  const { store } = await opened({ [act]: [gone] });

  expect(await store[act](5, store.all[0] as ThingView, {})).toBeUndefined();
  expect(store.saving.problem?.code).toBe("not_found");
  expect([store.all, store.chosen]).toEqual([[], undefined]);
});

test.each([
  ["createThingView", (store: Store) => store.createThingView(5, "all", { name: "New", shared: false, query: "" })],
  ["saveThingView", (store: Store) => store.saveThingView(5, store.all[0] as ThingView, { name: "Mine" })],
  ["removeThingView", (store: Store) => store.removeThingView(5, store.all[0] as ThingView)],
  ["chooseThingView", (store: Store) => store.chooseThingView(5, "all", 9)],
] as const)("what is answered once another list is open does not join that list: %s", async (act, ask) => {
  let letGo: (answer: unknown) => void = () => undefined;
  const other = { views: [{ ...view(1, "Other"), id: 4, list: "type.7" }], chosen: 4, canShare: false };
  const { store } = await opened({
    listThingViews: [{ views: [view(1)], chosen: 3, canShare: true }, other],
    [act]: [new Promise((done) => (letGo = done))],
  });

  const asked = ask(store);
  await store.listThingViews(5, "type.7");
  letGo(view(2, "Late"));
  await asked;

  expect(store.kept).toEqual(other);
});

test("a view that is made while the others are still on their way is there with them", async () => {
  let answer = (_views: unknown) => {};
  const asked = new Promise((done) => {
    answer = done;
  });
  const { store } = await opened({
    listThingViews: [
      { views: [view(1)], chosen: null, canShare: true },
      asked,
      { views: [view(1), { ...view(1, "New"), id: 4 }], chosen: null, canShare: true },
    ],
    createThingView: [{ ...view(1, "New"), id: 4 }],
  });
  const before = store.listThingViews(5, "all");

  await store.createThingView(5, "all", { name: "New", shared: false, query: "" });
  answer({ views: [view(1)], chosen: null, canShare: true });
  await before;

  expect(store.all.map(({ name }) => name)).toEqual(["Diets", "New"]);
});
