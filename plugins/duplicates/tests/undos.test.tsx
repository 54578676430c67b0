// What stands above the queue: what cannot be known is said, with a way to ask again.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, test } from "vitest";
import { ApiProblem } from "#web";
import { startLanguage, t } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { DuplicatesStore } from "../web/store.ts";
import { Undos } from "../web/Undos.tsx";
import { Unfinished } from "../web/Unfinished.tsx";

const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), "utf8"));
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({
    common: read("../../../locales/common/en-gb.json"),
    duplicates: read("../locales/en-gb.json"),
  }));
});

test("that numbers or undos could not be had is said, until they can", async () => {
  let isAway = false;
  const tab = { read: () => undefined, write: () => undefined };
  const call = async ({ name }: { name: string }) => {
    if (isAway) throw new ApiProblem({ code: "http", status: 500, message: "Away" });
    if (name === "listMerges") return [];
    return { open: 1, dismissed: 0, listed: true, searched_at: null, unfinished: true };
  };
  const session = { isAllowed: () => false, event: { timezone: "UTC" } };
  const env = { session, api: { call }, notices: {}, t, report: () => undefined, now: () => new Date(), tab };
  const store = DuplicatesStore.create({}, env as never);
  await store.getDuplicates(1, 0);
  isAway = true;
  await Promise.all([store.getDuplicates(1, 0), store.listMerges(1)]);
  const place = document.body.appendChild(document.createElement("div"));
  const drawn = createRoot(place);
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env, session, notices: {}, areaStore: () => store } as never}>
        <Unfinished recount={() => void store.getDuplicates(1, 0)} />
        <Undos eventId={1} onUndone={() => undefined} />
      </RootContext.Provider>,
    ),
  );
  const alerts = () => [...place.querySelectorAll("[role=alert]")].map(({ textContent }) => textContent);

  expect(alerts()).toEqual([
    "The numbers of pairs may be out of date. Away",
    "It is not known which merges can be undone. Away",
  ]);
  // Whoever may not search is not told to.
  expect(place.querySelector("[role=status]")?.textContent?.trim()).toMatch(/than these\.$/);
  isAway = false;
  for (const button of place.querySelectorAll("button")) flushSync(() => button.click());
  await expect.poll(alerts).toEqual([]);
  flushSync(() => drawn.unmount());
});

test("what is told of a merge can be closed: it stays so after a reload, with those before it, until there is another merge", async () => {
  const merge = (id: number) => ({
    id,
    until: "2099-01-01T00:00:00.000Z",
    kept: {},
    dropped: `Merged ${id}`,
    moved: [],
    left: [],
  });
  const merges = [merge(8), merge(7)];
  const call = async ({ name }: { name: string }) => (name === "listMerges" ? [...merges] : { open: 1 });
  const kept = new Map<string, unknown>();
  const tab = { read: (key: string) => kept.get(key), write: (key: string, value: unknown) => kept.set(key, value) };
  const storeOf = async () => {
    const env = { session: {}, api: { call }, notices: {}, t, report: () => undefined, now: () => new Date(), tab };
    const store = DuplicatesStore.create({}, env as never);
    await store.getDuplicates(1, 0);
    await store.listMerges(1);
    return store;
  };
  const store = await storeOf();
  const before = store.told?.id;
  store.close(8);
  const again = await storeOf();
  const closed = [store.told, again.told];
  merges.unshift(merge(9));

  expect([before, closed, (await storeOf()).told?.id]).toEqual([8, [undefined, undefined], 9]);
});
