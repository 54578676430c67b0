import { expect, test } from "vitest";
import type { Env } from "#web";
import { keptInMemory } from "../../../tests/support/web.ts";
import { getLetter, type Letter } from "../contract.ts";
import { OutboxStore } from "../web/store.ts";

test("each of two letters that are tried again tells how that went", async () => {
  const held = new Map<number, (letter: Letter) => void>();
  const call = (_: unknown, { params: { letterId } }: { params: { letterId: number } }) =>
    new Promise<Letter>((resolve, reject) => {
      held.set(letterId, letterId === 1 ? () => reject(new Error("broken")) : resolve);
    });
  const store = OutboxStore.create({}, {
    api: { call },
    tab: keptInMemory(),
    report: () => undefined,
  } as unknown as Env);
  const stands = () => [1, 2].map((id) => [store.retrying.of(id).busy, store.retrying.of(id).problem?.code]);

  const [first, second] = [store.retryLetter(1), store.retryLetter(2)];
  held.get(1)?.({ id: 1 } as Letter);
  await first;
  expect(stands()).toEqual([
    [false, "unexpected"],
    [true, undefined],
  ]);

  held.get(2)?.({ id: 2 } as Letter);
  expect((await second)?.id).toBe(2);
  expect(stands()).toEqual([
    [false, "unexpected"],
    [false, undefined],
  ]);
});

test("a letter that is tried again leaves the one alone that was opened meanwhile", async () => {
  let release: (letter: Letter) => void = () => undefined;
  const held = new Promise<Letter>((resolve) => {
    release = resolve;
  });
  const call = async (endpoint: unknown, { params }: { params: { letterId: number } }) =>
    endpoint === getLetter ? ({ id: params.letterId } as Letter) : held;
  const store = OutboxStore.create({}, {
    api: { call },
    tab: keptInMemory(),
    report: () => undefined,
  } as unknown as Env);
  await store.open(1);

  const retried = store.retryLetter(1);
  await store.open(2);
  release({ id: 1, state: "queued" } as unknown as Letter);

  expect([(await retried)?.id, store.opened?.id]).toEqual([1, 2]);
});
