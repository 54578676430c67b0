import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { MultiEventFieldsStore } from "../web/store.ts";

const field = (rev: number, label: string) => ({ id: 3, key: "diet", rev, labels: { "en-gb": label } });

test("a save that comes too late shows the field as somebody else left it, and tells why", async () => {
  const answers: Record<string, unknown> = {
    listAppFields: [field(1, "Diet")],
    saveAppField: new ApiProblem({ code: "stale", status: 409, message: "late", current: field(2, "Theirs") }),
  };
  const call = async ({ name }: AnyEndpoint) => {
    const answer = answers[name];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const store = MultiEventFieldsStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
  await store.list(0);

  const saved = await store.save(0, store.fields?.[0] as never, { labels: { "en-gb": "Mine" } });

  expect(saved).toBeUndefined();
  expect(store.saving.problem?.code).toBe("stale");
  expect(store.fields).toEqual([field(2, "Theirs")]);
});
