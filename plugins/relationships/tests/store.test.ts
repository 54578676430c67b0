import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { WHOLE } from "#schemas/problem.ts";
import { ApiProblem, type Env } from "#web";
import { keptInMemory } from "../../../tests/support/web.ts";
import type { Kind } from "../contract.ts";
import { RelationshipsStore } from "../web/store.ts";

type Store = ReturnType<typeof RelationshipsStore.create>;

const kind = (id: number, name: string, rev = 1) => ({ id, rev, name, position: 0, links: 2 });
const gone = (what: string) =>
  new ApiProblem({
    code: "not_found",
    status: 404,
    message: "gone",
    reasons: { [WHOLE]: { text: `relationships:gone.${what}`, values: {} } },
  });

/** A store with the kinds 3 and 4 of event 5, and whatever is answered beside their lists. */
async function aStore(
  answer: (name: string, params: Record<string, number>) => unknown,
  lists = [[kind(3, "Advises"), kind(4, "Employs")]],
) {
  const call = async ({ name }: AnyEndpoint, { params }: { params: Record<string, number> }) => {
    if (name === "listKinds") return lists.length > 1 ? lists.shift() : lists[0];
    return answer(name, params);
  };
  const surroundings = { api: { call }, tab: keptInMemory(), report: () => undefined, t: (key: string) => key };
  const store = RelationshipsStore.create({}, surroundings as unknown as Env);
  await store.listKinds(5);
  return store;
}

const idsOf = (store: Store) => store.kinds?.map(({ id }) => id);
const refusing = (what: string) => () => {
  throw gone(what);
};
const { signal } = new AbortController();
const end = { field: "name", part: "whole" } as const;
const nothing = () => undefined;

test.each([
  ["saveKind", (store: Store) => store.saveKind(5, 3, { rev: 1 })],
  ["removeKind", (store: Store) => store.removeKind(5, store.kind(3) as Kind)],
  ["createLink", (store: Store) => store.createLink(5, 3, 7, 8)],
  ["removeLinks", (store: Store) => store.removeLinks(5, 3, { ids: [9] })],
  ["importLinks", (store: Store) => store.importLinks(5, 3, new File(["7,8"], "pairs.csv"), "dry-run")],
  ["matchLinks", (store: Store) => store.matchLinks(5, 3, { mode: "dry-run", from: end, to: end })],
  ["undoLinks", (store: Store) => store.undoLinks(5, 3, 9)],
  ["queryLinks", (store: Store) => store.queryLinks(3, {}, signal).catch(nothing)],
  ["queryUnlinked", (store: Store) => store.queryUnlinked(3, "from", {}, signal).catch(nothing)],
  ["findEnds", (store: Store) => store.findProfiles(3, "from", "anna", signal).catch(nothing)],
] as const)("a kind that somebody has removed leaves the list: %s", async (_, act) => {
  const store = await aStore(refusing("kind"));

  expect(await act(store)).toBeUndefined();

  expect(idsOf(store)).toEqual([4]);
});

test.each([
  ["profile", (store: Store) => store.createLink(5, 3, 7, 8)],
  ["link", (store: Store) => store.removeLinks(5, 3, { ids: [9] })],
] as const)("a kind of which only a %s has been removed stays", async (what, act) => {
  const store = await aStore(refusing(what));

  await act(store);

  expect(idsOf(store)).toEqual([3, 4]);
});

test("a save that fails says so of its own kind only", async () => {
  const answers = [Promise.reject(gone("kind")), kind(4, "Hires", 2)];
  const store = await aStore(() => answers.shift());

  await Promise.all([store.saveKind(5, 3, { rev: 1 }), store.saveKind(5, 4, { rev: 1, name: "Hires" })]);

  expect(store.saving.of(3).problem?.code).toBe("not_found");
  expect(store.saving.of(4).problem).toBeUndefined();
});

test("an order of links that comes late leaves the links of the profile that has been opened meanwhile", async () => {
  let arrive: (links: unknown) => void = nothing;
  const store = await aStore((name) => (name === "listLinksOf" ? [] : new Promise((done) => (arrive = done))));
  await store.listLinksOf(5, 7);

  const ordered = store.orderLinksOf(5, 7, { kind_id: 3, end: "from", ids: [2, 1] });
  await store.listLinksOf(5, 8);
  arrive([{ id: 2 }, { id: 1 }]);
  await ordered;

  expect(store.ofProfile).toEqual({ thingId: 8, links: [] });
});

test("an answer about a kind of another event than the one that is shown does not come into the list", async () => {
  const store = await aStore(
    () => new Promise((done) => setTimeout(() => done(kind(8, "Elsewhere")), 20)),
    [[kind(3, "Advises")], [kind(6, "Of event six")]],
  );

  const saved = store.saveKind(5, 8, { rev: 1 });
  await store.listKinds(6);
  await saved;

  expect(idsOf(store)).toEqual([6]);
});

test.each([
  ["importLinks", (store: Store) => store.importLinks(5, 3, new File(["a"], "a.csv"), "apply")],
  ["matchLinks", (store: Store) => store.matchLinks(5, 3, { mode: "apply", from: end, to: end })],
  ["undoLinks", (store: Store) => store.undoLinks(5, 3, 8)],
] as const)("what was linked before it failed is shown, and can be undone: %s", async (_, act) => {
  const run = { job: 10, source: "import", links: 2, until: "2026-05-01T10:00:00.000Z" };
  const failed = { id: 10, state: "failed", progress: 0.5, error: "the disk is full" };
  const answers: Record<string, unknown> = { getLastLinkRun: run, getJob: failed };
  const store = await aStore(
    (name) => answers[name] ?? { job: { id: 10, state: "queued" } },
    [[kind(3, "Advises")], [{ ...kind(3, "Advises"), links: 4 }]],
  );

  expect(await act(store)).toBeUndefined();

  expect(store.lastRun).toEqual({ kindId: 3, run });
  expect(store.kind(3)?.links).toBe(4);
  expect((store.importing.problem ?? store.undoing.problem)?.message).toBe("the disk is full");
});

test("links that were made are told where it is not known what can be undone", async () => {
  const away = new ApiProblem({ code: "network", status: 0, message: "away" });
  const ended = { id: 10, state: "done", progress: 1, result: { created: 2 } };
  const store = await aStore((name) => {
    if (name === "getLastLinkRun") throw away;
    return name === "getJob" ? ended : { job: { id: 10, state: "queued" } };
  });

  expect(await store.importLinks(5, 3, new File(["a"], "a.csv"), "apply")).toBe(true);

  expect(store.imported).toMatchObject({ job: 10, isApplied: true, result: { created: 2 } });
  expect(store.importing.problem).toBeUndefined();
});
