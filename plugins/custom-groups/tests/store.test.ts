import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { keptInMemory } from "../../../tests/support/web.ts";
import type { Group } from "../contract.ts";
import { CustomGroupsStore } from "../web/store.ts";

type Input = { params: Record<string, number>; signal?: AbortSignal };
type Store = ReturnType<typeof CustomGroupsStore.create>;

const group = (id: number, name: string, rev = 1) => ({ id, rev, name, mode: "manual", members: 0, uses: [] });
const gone = new ApiProblem({ code: "not_found", status: 404, message: "gone" });

/** A store with the groups 3 and 4 of event 5, and whatever is answered beside their lists. */
async function aStore(answer: (name: string, input: Input) => unknown, lists = [[group(3, "Press"), group(4, "VIP")]]) {
  const call = async ({ name }: AnyEndpoint, input: Input) => {
    if (name === "getGroupPriority") return { rev: 0, rule: "permissive", order: [] };
    if (name === "listGroups") return lists.length > 1 ? lists.shift() : lists[0];
    return answer(name, input);
  };
  const surroundings = { api: { call }, tab: keptInMemory(), report: () => undefined, t: (key: string) => key };
  const store = CustomGroupsStore.create({}, surroundings as unknown as Env);
  await store.listGroups(5);
  return store;
}

const idsOf = (store: Store) => store.groups?.map(({ id }) => id);
const refuse = () => {
  throw gone;
};

test.each([
  ["saveGroup", (store: Store) => store.saveGroup(5, 3, { rev: 1 })],
  ["removeGroup", (store: Store) => store.removeGroup(5, store.group(3) as Group)],
  ["addMembers", (store: Store) => store.addMembers(5, 3, ["7"])],
  ["removeMembers", (store: Store) => store.removeMembers(5, 3, [7])],
  ["importMembers", (store: Store) => store.importMembers(5, 3, new Blob(["7"]), "dry-run", "keep")],
  ["undoMembers", (store: Store) => store.undoMembers(5, 3, 9)],
  ["listGroupUses", (store: Store) => store.listGroupUses(5, 3)],
  ["queryMembers", (store: Store) => store.listMembers(3, {}, new AbortController().signal).catch(() => undefined)],
] as const)("a group that somebody has removed leaves the list: %s", async (_, act) => {
  const store = await aStore(refuse);

  expect(await act(store)).toBeUndefined();

  expect(idsOf(store)).toEqual([4]);
});

test.each([
  ["getOverlap", (store: Store) => store.getOverlap(5, 3, 4)],
  ["countSets", (store: Store) => store.countSets(5, [3, 4])],
] as const)("what compares groups of which one has been removed shows those that are there: %s", async (_, act) => {
  const store = await aStore(refuse, [[group(3, "Press"), group(4, "VIP")], [group(3, "Press")]]);

  await act(store);

  expect(idsOf(store)).toEqual([3]);
});

test("a save that fails says so of its own group only, and one of another group overtakes it not", async () => {
  const answers = [new Promise((_, fail) => setTimeout(() => fail(gone), 20)), group(4, "Very", 2)];
  const store = await aStore(() => answers.shift());

  const both = [store.saveGroup(5, 3, { rev: 1 }), store.saveGroup(5, 4, { rev: 1, name: "Very" })];
  expect(await both[1]).toMatchObject({ name: "Very" });
  expect([store.saving.of(3).busy, store.saving.of(4).busy]).toEqual([true, false]);
  await both[0];

  expect(store.saving.of(3).problem).toBe(gone);
  expect(store.saving.of(4).problem).toBeUndefined();
});

test("once a list of members was undone, the one before it is what can be undone", async () => {
  const earlier = { job: 8, added: 2, removed: 0, until: "2026-05-01T10:00:00.000Z" };
  const answers: Record<string, unknown> = {
    getLastMemberRun: earlier,
    undoMembers: { job: { id: 10, state: "queued" } },
  };
  const ended = { id: 10, state: "done", progress: 1, result: { added: 0, removed: 1 } };
  const store = await aStore((name) => answers[name] ?? ended);

  await store.undoMembers(5, 3, 9);

  expect(store.lastRun).toEqual({ groupId: 3, run: earlier });
});

test("of two profiles that are put in one after the other, the first that fails is told", async () => {
  const failure = new ApiProblem({ code: "unexpected", status: 500, message: "no" });
  const answers = [
    new Promise((_, fail) => setTimeout(() => fail(failure), 20)),
    { added: 1, already: 0, unclear: [], group: group(3, "Press") },
  ];
  const store = await aStore(() => answers.shift());

  const both = [store.addMembers(5, 3, ["7"]), store.addMembers(5, 3, ["8"])];
  await Promise.all(both);

  expect(await both[1]).toMatchObject({ added: 1 });
  expect(store.adding.problem).toBe(failure);
});

test("groups whose rules have not been asked count as not counted, not as broken, until their list has been", async () => {
  const store = await aStore(() => undefined);
  expect(store.countedGroups).toBe(store.groups);

  await store.listGroups(5, { counted: false });
  expect(idsOf(store)).toEqual([3, 4]);
  expect(store.countedGroups).toBeUndefined();

  await store.listGroups(5);
  expect(store.countedGroups).toBe(store.groups);
});

test("an answer about a group of another event than the one that is shown does not come into the list", async () => {
  const store = await aStore(
    () => new Promise((done) => setTimeout(() => done(group(8, "Elsewhere")), 20)),
    [[group(3, "Press")], [group(6, "Of event six")]],
  );

  const made = store.createGroup(5, { name: "Elsewhere", mode: "manual" });
  await store.listGroups(6);
  await made;

  expect(idsOf(store)).toEqual([6]);
});

test("of groups that are looked at beside one only the newest is asked about, and the one before is given up", async () => {
  const counts = { both: 1, one: 0, other: 0 };
  const given: (AbortSignal | undefined)[] = [];
  const store = await aStore((_, { params, signal }) => {
    given.push(signal);
    return params["otherId"] === 4 ? new Promise(() => {}) : counts;
  });

  void store.getOverlap(5, 3, 4);
  await store.getOverlap(5, 3, 6);

  expect(store.overlap).toEqual({ one: 3, other: 6, counts });
  expect(given.map((signal) => signal?.aborted)).toEqual([true, false]);
});

test.each([
  ["importMembers", (store: Store) => store.importMembers(5, 3, new Blob(["7"]), "apply", "keep")],
  ["undoMembers", (store: Store) => store.undoMembers(5, 3, 8)],
] as const)("what a list has done before it failed is shown, and can be undone: %s", async (_, act) => {
  const run = { job: 10, added: 2, removed: 0, until: "2026-05-01T10:00:00.000Z" };
  const failed = { id: 10, state: "failed", progress: 0.5, error: "the disk is full" };
  const answers: Record<string, unknown> = { getLastMemberRun: run, getJob: failed };
  const store = await aStore(
    (name) => answers[name] ?? { job: { id: 10, state: "queued" } },
    [[group(3, "Press")], [{ ...group(3, "Press"), members: 2 }]],
  );

  expect(await act(store)).toBeUndefined();

  expect(store.lastRun).toEqual({ groupId: 3, run });
  expect(store.group(3)?.members).toBe(2);
  expect([store.importing.problem ?? store.undoing.problem].map((one) => one?.message)).toEqual(["the disk is full"]);
});
