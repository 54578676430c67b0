// The profile beside the list: what is answered late is of the profile that it was asked about, not of the one that is open by then.
import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import type { Thing } from "../contract.ts";
import { EventDataStore } from "../web/store.ts";

const thing = (id: number, name: string, rev = 1) => ({ id, rev, name, fields: {} }) as unknown as Thing;
const [ada, bo] = [thing(3, "Ada"), thing(4, "Bo")];

/** A store with a profile that is open, and what its server answers to a save, in order. */
function opened(...answers: unknown[]) {
  const sent: { name: string; query?: unknown }[] = [];
  const call = async ({ name }: AnyEndpoint, { query }: { query?: unknown } = {}) => {
    sent.push({ name, query });
    return name === "getThing" ? bo : answers.shift();
  };
  const store = EventDataStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
  store.put(ada);
  return { store, sent };
}

const later = (act: () => unknown) =>
  new Promise((done, fail) =>
    setTimeout(() => {
      try {
        done(act());
      } catch (problem) {
        fail(problem);
      }
    }, 20),
  );
const refused = (code: string, current?: Thing) => () => {
  throw new ApiProblem({ code, status: 409, message: code, current });
};

test("a save that is answered when another profile is open leaves that one open", async () => {
  const { store } = opened(later(() => thing(3, "Ada, saved", 2)));

  const saving = store.saveThing(5, ada, { job_title: "Chair", rev: 1 });
  await store.getThing(5, 4);

  expect(await saving).toMatchObject({ name: "Ada, saved" });
  expect(store.thing).toEqual(bo);
});

test("a removal that is answered when another profile is open leaves that one open, also where it came too late", async () => {
  const { store } = opened(
    later(() => undefined),
    later(refused("stale", thing(3, "Ada, changed", 2))),
  );

  const removing = store.removeThing(5, ada);
  await store.getThing(5, 4);
  expect(await removing).toBe(true);
  expect(store.thing).toEqual(bo);

  expect(await store.removeThing(5, ada)).toBeUndefined();
  expect(store.thing).toEqual(bo);
});

test("a history that arrives when another profile is open is not shown as that one's", async () => {
  const { store } = opened(later(() => [{ id: 9 }]));

  const listing = store.listThingHistory(5, 3);
  await store.getThing(5, 4);
  await listing;

  expect(store.history).toBeUndefined();
});

test("a save of the open profile shows what was saved", async () => {
  const { store } = opened(thing(3, "Ada, saved", 2));

  await store.saveThing(5, ada, { job_title: "Chair", rev: 1 });

  expect(store.thing?.name).toBe("Ada, saved");
});

test("a save that is refused says so of its own profile, and one of another profile overtakes it not", async () => {
  const { store } = opened(later(refused("event-data.email_taken")), thing(4, "Bo, saved", 2));

  const first = store.saveThing(5, ada, { email: "bo@x.example", rev: 1 });
  await store.getThing(5, 4);
  await store.saveThing(5, bo, { job_title: "Host", rev: 1 });
  expect([store.saving.of(3).busy, store.saving.of(4).busy]).toEqual([true, false]);
  await first;

  expect(store.saving.of(3).problem?.code).toBe("event-data.email_taken");
  expect(store.saving.of(4).problem).toBeUndefined();
});

test("a save that came too late is told once, and leaves what is open as it is", async () => {
  const { store } = opened(later(refused("stale", thing(3, "Ada, theirs", 2))));

  const saving = store.saveThing(5, ada, { job_title: "Chair", rev: 1 });
  await store.getThing(5, 4);
  await saving;

  expect(store.saving.of(3).problem?.current).toMatchObject({ name: "Ada, theirs" });
  expect([store.thing, store.conflict]).toEqual([bo, undefined]);
});
