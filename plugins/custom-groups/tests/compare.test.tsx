// Groups that are compared: which, and that only the newest choice of them is worked on.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext, useStore } from "../../../src/kernel/store/useStore.ts";
import { type Asked, web } from "../../../tests/support/web.ts";
import texts from "../locales/en-gb.json";
import { Compare, useCompared } from "../web/Compare.tsx";
import { CustomGroupsStore, type CustomGroupsStoreInstance } from "../web/store.ts";

let drawn: Root;
let store: CustomGroupsStoreInstance;
let asked: Asked[];

const group = (id: number) => ({
  ...{ id, rev: 1, name: `Group ${id}`, colour: "blue", mode: "manual", members: 1, faults: [], uses: [] },
  ...{ side: "none", attendance: "unspecified" },
});
const found = { sets: [], pairs: [], more: { sets: 0, profiles: 0 }, broken: [] };

/** The comparison at an address, with a server whose jobs run as long as they are not in `done`. */
function draw(address: string, done: readonly number[] = []) {
  let jobs = 0;
  const job = (id: number) => () => ({ id, ...(done.includes(id) ? DONE : RUNNING) });
  const made = web({
    table: {
      "GET /1/api/container/5/custom-group": [1, 2, 3, 4].map(group),
      "GET /1/api/container/5/custom-group/priority": { rev: 0, rule: "permissive", order: [] },
      "POST /1/api/container/5/custom-group/sets": () => {
        jobs += 1;
        return { job: { id: jobs, state: "queued" } };
      },
      ...Object.fromEntries([1, 2, 3, 4].map((id) => [`GET /1/api/job/${id}`, job(id)])),
      ...Object.fromEntries([1, 2, 3, 4].map((id) => [`POST /1/api/job/${id}/cancel`, job(id)])),
    },
  });
  asked = made.asked;
  flushSync(() =>
    drawn.render(
      <MemoryRouter initialEntries={[address]}>
        <RootContext.Provider value={made.root}>
          <Screen />
        </RootContext.Provider>
      </MemoryRouter>,
    ),
  );
}
const RUNNING = { state: "running", progress: 0.5, kind: "custom-groups.sets" };
const DONE = { state: "done", progress: 1, kind: "custom-groups.sets", result: found };

function Screen() {
  store = useStore(CustomGroupsStore);
  const [ids, choose] = useCompared();
  return ids ? <Compare eventId={5} ids={ids} onChoose={choose} onClose={() => choose(undefined)} /> : <p>closed</p>;
}

const boxes = () => [...document.querySelectorAll<HTMLInputElement>(".group-compared input")];
const tick = async (id: number) => {
  const before = boxes()[id - 1]?.checked;
  boxes()[id - 1]?.click();
  await vi.waitFor(() => expect(boxes()[id - 1]?.checked).toBe(!before), { interval: 5 });
};
const paths = (method: string) => asked.filter((one) => one.method === method).map(({ path }) => path);
const started = () =>
  asked.filter(({ path }) => path.endsWith("/sets")).map(({ body }) => (body as { ids: number[] }).ids);
const stopped = () => paths("POST").filter((path) => path.endsWith("/cancel"));

beforeEach(async () => {
  await startLanguage("en-gb", async () => ({ "custom-groups": texts }));
  document.body.innerHTML = "<div></div>";
  drawn = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => flushSync(() => drawn.unmount()));

async function opened(address: string, done: readonly number[] = []) {
  draw(address, done);
  await store.listGroups(5);
  await vi.waitFor(() => expect(boxes()).toHaveLength(4));
}

test("whoever unticks the last group is told to choose, and the comparison stays", async () => {
  await opened("/?compare=1");

  await tick(1);

  expect(boxes().map(({ checked }) => checked)).toEqual([false, false, false, false]);
  expect(document.querySelector("[role=dialog] p")?.textContent).toBe("Choose at least two groups.");
});

test("of several choices only the newest is worked on: what was begun for another is called off", async () => {
  await opened("/?compare=1,2", [2]);
  await vi.waitFor(() => expect(paths("GET")).toContain("/1/api/job/1"));

  await tick(3);
  await tick(4);
  await tick(2);

  await vi.waitFor(() => expect(store.sets?.ids).toEqual([1, 3, 4]));
  expect(started()).toEqual([
    [1, 2],
    [1, 3, 4],
  ]);
  expect(stopped()).toEqual(["/1/api/job/1/cancel"]);
});

test("a choice that is left before its job is known is called off once it is", async () => {
  await opened("/?compare=1,2");
  await vi.waitFor(() => expect(started()).toHaveLength(1));

  await tick(2);

  await vi.waitFor(() => expect(stopped()).toEqual(["/1/api/job/1/cancel"]));
  expect(store.countingSets.busy).toBe(false);
  expect(store.running).toBeUndefined();
});

test("the job of the newest choice stays shown when the one before it comes to its end", async () => {
  await opened("/?compare=1,2");
  await vi.waitFor(() => expect(store.running?.id).toBe(1));

  const shown: unknown[] = [];
  await tick(3);
  await vi.waitFor(() => expect(store.running?.id).toBe(2));
  for (let at = 0; at < 12; at++) {
    shown.push(store.running?.id);
    await new Promise((done) => setTimeout(done, 30));
  }

  expect(new Set(shown)).toEqual(new Set([2]));
});
