import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { MultiEventFieldsStore } from "../web/store.ts";

const field = (rev: number, label: string) => ({ id: 3, key: "diet", rev, labels: { "en-gb": label } });

function storeWith(answers: Record<string, unknown>) {
  const call = async ({ name }: AnyEndpoint) => {
    const answer = answers[name];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return MultiEventFieldsStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
}

test("a save that comes too late shows the field as somebody else left it, and tells why", async () => {
  const answers: Record<string, unknown> = {
    listAppFields: [field(1, "Diet")],
    saveAppField: new ApiProblem({ code: "stale", status: 409, message: "late", current: field(2, "Theirs") }),
  };
  const store = storeWith(answers);
  await store.list(0);

  const saved = await store.save(0, store.fields?.[0] as never, { labels: { "en-gb": "Mine" } });

  expect(saved).toBeUndefined();
  expect(store.saving.of(3).problem?.code).toBe("stale");
  expect(store.fields).toEqual([field(2, "Theirs")]);
});

test("fields that are left are offered anew when one of those to be taken together has been removed", async () => {
  const offer = (...ids: number[]) => ({ kind: "text", fields: ids.map((id) => ({ id })) });
  const answers: Record<string, unknown> = {
    listPromotable: [offer(1, 2, 3)],
    promoteFields: new ApiProblem({ code: "not_found", status: 404, message: "gone" }),
  };
  const store = storeWith(answers);
  await store.listPromotable();
  answers["listPromotable"] = [offer(1, 3)];

  expect(await store.promote({ fields: [1, 2, 3], differing: "stay", mode: "dry-run" })).toBeUndefined();

  expect(store.promoting.problem?.code).toBe("not_found");
  await expect.poll(() => store.promotable).toEqual([offer(1, 3)]);
});

test("how often fields are answered is not known until it has been counted, also when another event's were", async () => {
  const answers: Record<string, unknown> = {
    listAppFieldUse: new ApiProblem({ code: "http", status: 500, message: "" }),
  };
  const store = storeWith(answers);

  await store.countAnswers(0);
  expect(store.use).toBeUndefined();
  answers["listAppFieldUse"] = { keys: [{ key: "diet", answers: 4 }] };
  await store.countAnswers(0);
  expect(store.use).toEqual([{ key: "diet", answers: 4 }]);
  answers["listAppFieldUse"] = new ApiProblem({ code: "http", status: 500, message: "" });
  await store.countAnswers(0);
  expect(store.use).toEqual([{ key: "diet", answers: 4 }]);
  await store.countAnswers(2);
  expect(store.use).toBeUndefined();
});
