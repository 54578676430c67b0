import { expect, test } from "vitest";
import type { Env } from "#web";
import { getLetter, type Letter } from "../contract.ts";
import { OutboxStore } from "../web/store.ts";

test("a letter that is tried again leaves the one alone that was opened meanwhile", async () => {
  let release: (letter: Letter) => void = () => undefined;
  const held = new Promise<Letter>((resolve) => {
    release = resolve;
  });
  const call = async (endpoint: unknown, { params }: { params: { letterId: number } }) =>
    endpoint === getLetter ? ({ id: params.letterId } as Letter) : held;
  const store = OutboxStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
  await store.open(1);

  const retried = store.retryLetter(1);
  await store.open(2);
  release({ id: 1, state: "queued" } as unknown as Letter);

  expect([(await retried)?.id, store.opened?.id]).toEqual([1, 2]);
});
