import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import type { TypeDetail } from "../contract.ts";
import { DataTypesStore } from "../web/store.ts";

const type = (id: number, changes: Partial<TypeDetail> = {}) =>
  ({
    id,
    rev: 1,
    type: `Type ${id}`,
    type_category_id: 1,
    position: id,
    event_ids: [5],
    events: 1,
    ...changes,
  }) as TypeDetail;

function storeWith(answers: Record<string, unknown>) {
  const put: unknown[] = [];
  const call = async ({ name }: AnyEndpoint) => {
    const answer = answers[name];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const session = { eventId: 5, putTypes: (all: unknown, ofEvent: unknown) => put.push({ all, ofEvent }) };
  const surroundings = { api: { call }, session, report: () => undefined };
  return { put, store: DataTypesStore.create({}, surroundings as unknown as Env) };
}

test("every saved type stands at once where the navigation reads it, in the order of its category", async () => {
  const { store, put } = storeWith({
    listTypeDetails: [type(1), type(2, { event_ids: [] }), type(3)],
    saveType: type(1, { type: "Steward", rev: 2, position: 9 }),
  });
  await store.list();

  await store.save(1, { type: "Steward", rev: 1 });

  expect(put.at(-1)).toEqual({
    all: [2, 3, 1].map((id) => ({ id, type: id === 1 ? "Steward" : `Type ${id}`, type_category_id: 1 })),
    ofEvent: [3, 1],
  });
});

test("a save that comes too late shows the type as somebody else left it, and a failed one changes nothing", async () => {
  const answers: Record<string, unknown> = {
    listTypeDetails: [type(1)],
    saveType: new ApiProblem({
      code: "stale",
      status: 409,
      message: "late",
      current: type(1, { type: "Theirs", rev: 2 }),
    }),
    removeType: new ApiProblem({ code: "data-types.in_use", status: 409, message: "needed" }),
  };
  const { store, put } = storeWith(answers);
  await store.list();

  expect(await store.save(1, { type: "Mine", rev: 1 })).toBeUndefined();
  expect(await store.remove(store.of(1)[0] as TypeDetail)).toBeUndefined();

  expect(store.of(1).map((one) => one.type)).toEqual(["Theirs"]);
  expect([store.saving.of(1).problem?.code, store.removing.problem?.code]).toEqual(["stale", "data-types.in_use"]);
  expect(put).toHaveLength(2);
});

test("a save that fails says so of its own type only, and one of another type overtakes it not", async () => {
  const late = new ApiProblem({ code: "stale", status: 409, message: "late", current: type(1, { rev: 2 }) });
  const answers: Record<string, unknown> = { listTypeDetails: [type(1), type(2)], saveType: late };
  const { store } = storeWith(answers);
  await store.list();

  const refused = store.save(1, { type: "Mine", rev: 1 });
  answers["saveType"] = type(2, { type: "Other", rev: 2 });
  const saved = store.save(2, { type: "Other", rev: 1 });

  expect([await refused, await saved]).toMatchObject([undefined, { id: 2, type: "Other" }]);
  expect([store.saving.of(1), store.saving.of(2)].map(({ problem }) => problem?.code)).toEqual(["stale", undefined]);
});

test("a type that somebody has removed leaves the list, whatever was to be done with it", async () => {
  const gone = new ApiProblem({ code: "not_found", status: 404, message: "gone" });
  const { store, put } = storeWith({
    listTypeDetails: [type(1), type(2), type(3), type(4)],
    ...{ saveType: gone, archiveType: gone, removeType: gone },
  });
  await store.list();
  const [one, two, three] = store.of(1) as [TypeDetail, TypeDetail, TypeDetail];

  await store.save(one.id, { type: "Mine", rev: 1 });
  await store.archive(two, true);
  await store.remove(three);

  expect(store.of(1).map(({ id }) => id)).toEqual([4]);
  expect((put.at(-1) as { ofEvent: number[] }).ofEvent).toEqual([4]);
  const problems = [store.saving.of(1), store.saving.of(2), store.removing].map(({ problem }) => problem?.code);
  expect(problems).toEqual(["not_found", "not_found", "not_found"]);
});

test("what names two types lists those that are left when one of them has been removed, and the other stays", async () => {
  const gone = new ApiProblem({ code: "not_found", status: 404, message: "gone" });
  const answers: Record<string, unknown> = {
    listTypeDetails: [type(1), type(2)],
    ...{ orderTypes: gone, previewTypeMerge: gone, mergeType: gone },
  };
  const { store } = storeWith(answers);
  const acts = [
    () => store.order(1, [2, 1]),
    () => store.previewMerge(1, 2),
    () => store.mergeInto(store.of(1)[0] as TypeDetail, 2),
  ];

  for (const act of acts) {
    answers["listTypeDetails"] = [type(1), type(2)];
    await store.list();
    answers["listTypeDetails"] = [type(1)];
    expect(await act()).toBeUndefined();

    await expect.poll(() => store.of(1).map(({ id }) => id)).toEqual([1]);
  }
});

test("a type that is gone when its archiving is considered leaves the list", async () => {
  const gone = new ApiProblem({ code: "not_found", status: 404, message: "gone" });
  const { store } = storeWith({ listTypeDetails: [type(1), type(2)], previewTypeArchive: gone });
  await store.list();

  await store.previewArchive(1);

  expect(store.of(1).map(({ id }) => id)).toEqual([2]);
  expect(store.previewing.problem?.code).toBe("not_found");
});
