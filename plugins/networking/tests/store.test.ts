// The meetings of one participant: what is answered late comes into the list of those who are in it, and into nobody else's.
import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import type { Meeting } from "../contract.ts";
import { NetworkingStore } from "../web/store.ts";

const [ADA, BO, CY] = [3, 4, 5];
const meeting = (id: number, participants: number[], rev = 1) =>
  ({ id, rev, start: `2026-06-0${id}`, participants: participants.map((one) => ({ id: one })) }) as unknown as Meeting;

/** A store with Ada's meeting 1, where a save waits until it is let go; Bo has meeting 2. */
async function withAda(answer: () => Meeting) {
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((done) => (letGo = done));
  const call = async ({ name }: AnyEndpoint, { params }: { params: { thingId: number } }) => {
    if (name === "listMeetingsOf") return params.thingId === ADA ? [meeting(1, [ADA, CY])] : [meeting(2, [BO, CY])];
    await isLetGo;
    return answer();
  };
  const store = NetworkingStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
  await store.listMeetingsOf(9, ADA);
  return { store, letGo };
}

type Store = Awaited<ReturnType<typeof withAda>>["store"];
const revsOf = (store: Store) => store.meetings?.map(({ id, rev }) => [id, rev]);
const refuse = (code: string, current?: unknown) => () => {
  throw new ApiProblem({ code, status: 409, message: code, current });
};
const accept = (store: Store) => store.saveMeeting(9, 1, { rev: 1, state: "accepted" });

test.each([
  ["is saved", () => meeting(1, [ADA, CY], 2)],
  ["was saved by somebody else", refuse("stale", meeting(1, [ADA, CY], 2))],
])("a meeting that %s while somebody else's meetings are open does not come among those", async (_, answer) => {
  const { store, letGo } = await withAda(answer);

  const saving = accept(store);
  await store.listMeetingsOf(9, BO);
  letGo();
  await saving;

  expect(revsOf(store)).toEqual([[2, 1]]);
});

test.each([
  ["is saved", () => meeting(1, [ADA, CY], 2)],
  ["was saved by somebody else", refuse("stale", meeting(1, [ADA, CY], 2))],
])("a meeting that %s is so in the list of those who are in it", async (_, answer) => {
  const { store, letGo } = await withAda(answer);
  letGo();

  await accept(store);

  expect(revsOf(store)).toEqual([[1, 2]]);
});

test("a refusal is of its own meeting, and what stands in its way is not in the way of another", async () => {
  const clashes = { taken: [], away: [{ id: CY }], locations: [], refused: [], free: [] };
  const { store, letGo } = await withAda(refuse("networking.away", clashes));
  letGo();

  await accept(store);

  expect(store.saving.of(1).problem?.current).toEqual(clashes);
  expect([store.saving.of(2).problem, store.saving.of("new").problem]).toEqual([undefined, undefined]);
  expect(store.clashes).toBeUndefined();
});
