import { expect, test } from "vitest";
import type { Env } from "#web";
import type { ApiToken, ApiTokenDraft, NewApiToken, RotateDraft } from "../contract.ts";
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

/** A store whose askings are answered by hand, in any order. */
function heldStore() {
  const asked: ((answer: unknown) => void)[] = [];
  const said: unknown[] = [];
  const store = ApiTokensStore.create({}, {
    api: { call: () => new Promise((resolve) => asked.push(resolve)) },
    notices: { success: (text: string) => said.push(text) },
    t: (_: string, values?: { name: string }) => values?.name,
    report: () => undefined,
  } as unknown as Env);
  return { store, asked, said };
}
const desk = { id: 1, name: "Desk", rev: 1 } as ApiToken;
const door = { id: 2, name: "Door", rev: 1 } as ApiToken;

test.each(["save", "revoke"] as const)(
  "of two tokens that one will %s at once, each is done and told for itself",
  async (act) => {
    const { store, asked, said } = heldStore();
    const tracked = act === "save" ? store.saving : store.revoking;

    const both = [desk, door].map((token) => store[act](token, {} as ApiTokenDraft));
    expect([1, 2, 3].map((id) => tracked.of(id).busy)).toEqual([true, true, false]);
    asked[1]?.(door);
    await both[1];
    expect([1, 2].map((id) => tracked.of(id).busy)).toEqual([true, false]);
    asked[0]?.(desk);
    await both[0];

    expect(said).toEqual(["Door", "Desk"]);
    expect(store.tokens?.map(({ id }) => id)).toEqual([2, 1]);
  },
);

test("no secret is lost where the next one is asked for before it comes", async () => {
  const { store, asked } = heldStore();

  const all = [
    store.rotate(desk, {} as RotateDraft),
    store.rotate(door, {} as RotateDraft),
    store.create({} as NewApiToken),
    store.create({} as NewApiToken),
  ];
  for (const [at, answer] of asked.entries()) answer({ token: { id: at + 1 }, secret: `secret ${at + 1}` });
  await Promise.all(all);

  expect([1, 2, 3, 4].map((id) => store.secretOf(id))).toEqual(["secret 1", "secret 2", "secret 3", "secret 4"]);
});
