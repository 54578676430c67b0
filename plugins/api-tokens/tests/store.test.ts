import { expect, test } from "vitest";
import type { Env } from "#web";
import type { ApiToken, NewApiToken, RotateDraft } from "../contract.ts";
import { ApiTokensStore } from "../web/store.ts";

test("a secret belongs to its own token, whichever is open when it comes, and is forgotten with that", async () => {
  const answers = [
    { token: { id: 1, name: "Desk" }, secret: "one" },
    { token: { id: 7, name: "Door" }, secret: "seven" },
  ];
  const store = ApiTokensStore.create({}, {
    api: { call: async () => answers.shift() },
    report: () => undefined,
  } as unknown as Env);

  await store.rotate({ id: 1 } as ApiToken, {} as RotateDraft);
  expect([store.secretOf(1), store.secretOf(2), store.secretOf(undefined)]).toEqual(["one", undefined, undefined]);
  store.forget(2);
  expect(store.secretOf(1)).toBe("one");
  await store.create({} as NewApiToken);

  expect([store.secretOf(1), store.secretOf(7)]).toEqual(["one", "seven"]);
  store.forget(7);
  expect(store.secretOf(7)).toBeUndefined();
});
