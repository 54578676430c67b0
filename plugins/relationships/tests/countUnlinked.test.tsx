// How many have no link, beside the list of kinds: asked kind by kind, anew whenever the list is opened, and told where it fails.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { problemReply, type Reply, web } from "../../../tests/support/web.ts";
import texts from "../locales/en-gb.json";
import { RelationshipsScreen } from "../web/RelationshipsScreen.tsx";
import { RelationshipsStore, type RelationshipsStoreInstance } from "../web/store.ts";

const end = { category: 1, types: [], label: "" };
const kind = (id: number, links = 2) => ({
  ...{ id, rev: 1, name: `Kind ${id}`, position: id, from: end, to: end, links },
  ...{ cardinality: "many_many", visible: true },
});
const counted = (id: number) => `/1/api/container/5/relationship/${id}/unlinked`;

let drawn: Root;
let store: RelationshipsStoreInstance;
let numbers: Record<number, Reply>;
let kinds: unknown[];
let asked: ReturnType<typeof web>["asked"];
let root: ReturnType<typeof web>["root"];

beforeEach(async () => {
  // The outline of the list stays: it draws the same cells.
  vi.stubGlobal("requestAnimationFrame", () => 0);
  await startLanguage("en-gb", async () => ({ relationships: texts, common: { retry: "Try again" } }));
  kinds = [kind(3), kind(4)];
  numbers = { 3: { from: 1, to: 2 }, 4: { from: 3, to: 4 } };
  const table = {
    "GET /1/api/container/5/relationship": () => kinds,
    ...Object.fromEntries([3, 4].map((id) => [`GET ${counted(id)}`, () => numbers[id]])),
  };
  ({ asked, root } = web({ table }));
  store = root.areaStore(RelationshipsStore);
});
afterEach(() => {
  flushSync(() => drawn.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** The list of kinds, as somebody opens it. */
function open() {
  drawn = createRoot(document.body.appendChild(document.createElement("div")));
  const router = createMemoryRouter([{ path: "/relationships/:eventId", element: <RelationshipsScreen /> }], {
    initialEntries: ["/relationships/5"],
  });
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
}
const asks = () =>
  asked.filter(({ path }) => path.endsWith("/unlinked")).map(({ path }) => Number(path.split("/").at(-2)));
const settled = () =>
  vi.waitFor(() => expect([store.listing.busy, store.countingUnlinked.busy]).toEqual([false, false]));
const again = () => [...document.querySelectorAll("button")].find((one) => one.textContent?.includes("Try again"));

test("they are asked kind by kind, and again for a kind that has other links", async () => {
  open();
  await vi.waitFor(() => expect(store.unlinked[4]).toBeDefined());
  expect(asks()).toEqual([3, 4]);

  numbers[4] = { from: 2, to: 4 };
  kinds = [kind(3), kind(4, 3)];
  await store.listKinds(5);

  await vi.waitFor(() => expect(store.unlinked[4]).toMatchObject({ from: 2, to: 4 }));
  expect(asks()).toEqual([3, 4, 4]);
});

test("whoever comes back reads what is true by now: profiles come and go without the kinds", async () => {
  open();
  await vi.waitFor(() => expect(store.unlinked[4]).toBeDefined());
  flushSync(() => drawn.unmount());

  numbers[3] = { from: 7, to: 2 };
  open();

  await vi.waitFor(() => expect(store.unlinked[3]).toMatchObject({ from: 7 }));
});

test("where a number cannot be had it is told, the others come, and it is asked for again", async () => {
  numbers[3] = problemReply(500, "unexpected", "Broken");
  open();
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  await settled();
  expect(document.querySelector("[role=alert]")?.textContent).toContain("without a link");
  expect([store.unlinked[3], store.unlinked[4]]).toMatchObject([undefined, { from: 3 }]);
  expect(document.body.textContent).toContain("–");
  expect(document.body.textContent).not.toContain("…");

  numbers[3] = { from: 1, to: 2 };
  flushSync(() => again()?.click());

  await vi.waitFor(() => expect(store.unlinked[3]).toMatchObject({ from: 1, to: 2 }));
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")).toBeNull());
});

test("a kind that somebody has removed meanwhile leaves the list, and nothing is said to have failed", async () => {
  const reasons = { "": { text: "relationships:gone.kind", values: {} } };
  numbers[3] = problemReply(404, "not_found", "Gone", { reasons });
  open();

  await vi.waitFor(() => expect(store.unlinked[4]).toBeDefined());
  await settled();
  expect(store.kinds?.map(({ id }) => id)).toEqual([4]);
  expect(document.querySelector("[role=alert]")).toBeNull();
});
