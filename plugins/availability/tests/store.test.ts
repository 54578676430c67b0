// What is answered late is of the participant whom it was asked about, not of the one whose tab is shown by then.
import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import type { Availability } from "../contract.ts";
import { AvailabilityStore } from "../web/store.ts";

const kept = (rev: number): Availability => ({ rev, windows: [], taken: [] });
const [ADA, BO] = [3, 4];

/** A store with Ada's times, where a save waits until it is let go. */
async function withAda(answer: () => Availability) {
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((done) => (letGo = done));
  const call = async ({ name }: AnyEndpoint, { params }: { params: { thingId: number } }) => {
    if (name === "getAvailability") return kept(params.thingId * 10);
    await isLetGo;
    return answer();
  };
  const store = AvailabilityStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
  await store.getAvailability(5, ADA);
  return { store, letGo };
}

const stale = () => {
  throw new ApiProblem({ code: "stale", status: 409, message: "stale", current: kept(31) });
};

test("a save that is answered when another tab is open leaves that one as it is", async () => {
  const { store, letGo } = await withAda(() => kept(31));

  const saving = store.saveAvailability(5, ADA, null, 30);
  await store.getAvailability(5, BO);
  letGo();

  expect(await saving).toEqual(kept(31));
  expect(store).toMatchObject({ thingId: BO, kept: kept(40) });
});

test("of a save that came too late nothing is to be chosen in another tab, and it is told of its own participant only", async () => {
  const { store, letGo } = await withAda(stale);

  const saving = store.saveAvailability(5, ADA, null, 30);
  await store.getAvailability(5, BO);
  letGo();
  await saving;
  store.note({ thingId: ADA, mine: null, theirs: kept(31) });

  expect(store).toMatchObject({ thingId: BO, kept: kept(40), late: undefined });
  expect(store.saving.of(ADA).problem?.current).toEqual(kept(31));
  expect(store.saving.of(BO).problem).toBeUndefined();
});

test("where the tab is still open both times are kept, to be chosen between, and asking again changes none of it", async () => {
  const { store } = await withAda(stale);

  store.note({ thingId: ADA, mine: null, theirs: kept(31) });
  await store.getAvailability(5, ADA);

  expect(store.late).toEqual({ thingId: ADA, mine: null, theirs: kept(31) });
});
