import { expect, test } from "vitest";
import type { Env } from "#web";
import { NavToolStore } from "../web/store.ts";

const storeOf = (...texts: string[]) => {
  const call = async () => ({ text: texts.shift(), judgement: {}, roles: [] });
  return NavToolStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
};

test("a draft that nobody touched follows the file, and one that somebody did stays", async () => {
  const store = storeOf("one", "two", "three");
  await store.load();
  await store.load();
  expect([store.draft, store.isChanged]).toEqual(["two", false]);

  store.setDraft("two and more");
  await store.load();

  expect([store.file, store.draft, store.isChanged]).toEqual(["three", "two and more", true]);
});

test("line ends of Windows are no change", async () => {
  const store = storeOf("{\r\n}\r\n");
  await store.load();

  store.setDraft("{\n}\n");

  expect(store.isChanged).toBe(false);
});
