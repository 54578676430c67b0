// What is said of a draft is said of the text that stands there, whatever that is.
import { observer } from "mobx-react-lite";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Env } from "#web";
import { FindingList } from "../web/FindingList.tsx";
import { NavToolStore, type NavToolStoreInstance } from "../web/store.ts";
import { useJudgement } from "../web/useJudgement.ts";

let root: Root;
let store: NavToolStoreInstance;
const checked: string[] = [];

const Judged = observer(function Judged() {
  useJudgement(store);
  return (
    <FindingList findings={store.judged?.findings ?? []} isJudged={store.isJudged} isDrawn onGo={() => undefined} />
  );
});

beforeEach(async () => {
  vi.useFakeTimers();
  checked.length = 0;
  const judgement = { findings: [] };
  const call = async (_: unknown, given?: { body: { text: string } }) => {
    if (!given) return { text: "{}", judgement, roles: [] };
    checked.push(given.body.text);
    return judgement;
  };
  store = NavToolStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
  await store.load();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  flushSync(() => root.render(<Judged />));
});

afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
});

const isFine = () => document.querySelector(".nav-tool-fine") !== null;
const settle = () => vi.advanceTimersByTimeAsync(400);

test("the file is judged already; an emptied draft is judged like any other", async () => {
  await settle();
  expect([checked, isFine()]).toEqual([[], true]);

  flushSync(() => store.setDraft(""));
  expect(isFine()).toBe(false);
  await settle();
  expect([checked, isFine()]).toEqual([[""], true]);
});

test("of a draft that is too long nothing is said", async () => {
  flushSync(() => store.setDraft("x".repeat(500_001)));
  await settle();

  expect([checked, isFine()]).toEqual([[], false]);
});

test("a draft that is put back before it rests is judged as it was", async () => {
  flushSync(() => store.setDraft("{ }"));
  flushSync(() => store.setDraft("{}"));
  await settle();

  expect([checked, isFine()]).toEqual([[], true]);
});
