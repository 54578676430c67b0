// The settings of an open kind follow what somebody else stores.
import { observer } from "mobx-react-lite";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLanguage, t } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { keptInMemory } from "../../../tests/support/web.ts";
import type { Kind } from "../contract.ts";
import texts from "../locales/en-gb.json";
import { KindPanel } from "../web/KindPanel.tsx";
import { RelationshipsStore } from "../web/store.ts";

let drawn: Root;
let sent: { rev: number; name: string } | undefined;
const end = (label: string, category: 1 | 2) => ({ label, labels: {}, category, types: [] });
const KIND = {
  ...{ id: 3, rev: 1, name: "Speaks for", cardinality: "one-many", visible: true, position: 1, links: 0 },
  ...{ from: end("is spoken for by", 2), to: end("speaks for", 1) },
} as unknown as Kind;

async function open() {
  const call = async ({ name }: { name: string }, { body }: { body?: typeof sent }) => {
    if (name === "listKinds") return [KIND];
    if (name !== "saveKind") return [];
    sent = body;
    return { ...KIND, ...body, rev: 9 };
  };
  const session = { isAllowed: () => true, accessRole: 200, typeCategories: [], event: { timezone: "UTC" } };
  const notices = { success: () => undefined, failed: () => undefined };
  const env = { session, api: { call }, notices, settings: {}, t, tab: keptInMemory(), report: () => undefined };
  const store = RelationshipsStore.create({}, env);
  await store.listKinds(5);
  const Panel = observer(() => (
    <KindPanel eventId={5} kind={store.kind(3) as Kind} isGone={false} onClose={() => {}} onMade={() => {}} />
  ));
  const router = createMemoryRouter([{ path: "*", element: <Panel /> }], { initialEntries: ["/?tab=settings"] });
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
  await vi.waitFor(() => expect(field("name")?.value).toBe("Speaks for"));
  return { theirs: (change: Partial<Kind>) => flushSync(() => store.put(5, { ...KIND, ...change })) };
}
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);
const type = (name: string, value: string) => {
  const input = field(name);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
  input?.dispatchEvent(new Event("input", { bubbles: true }));
};

beforeEach(async () => {
  await startLanguage("en-gb", async () => ({ relationships: texts }));
  document.body.innerHTML = "<div></div>";
  drawn = createRoot(document.body.firstElementChild as Element);
  sent = undefined;
});
afterEach(() => flushSync(() => drawn.unmount()));

test("what somebody has stored meanwhile is shown, and saved over by nothing but what is typed", async () => {
  const { theirs } = await open();

  theirs({ rev: 2, name: "Stands for" });
  await vi.waitFor(() => expect(field("name")?.value).toBe("Stands for"));
  type("from.label", "has as its voice");
  theirs({ rev: 3, name: "Answers for" });
  await vi.waitFor(() => expect(field("name")?.value).toBe("Answers for"));
  document.querySelector<HTMLButtonElement>(".form-bar button[type=submit]")?.click();

  const wanted = { rev: 3, name: "Answers for", from: { label: "has as its voice" } };
  await vi.waitFor(() => expect(sent).toMatchObject(wanted));
});

test("what is stored in the place of what is typed is chosen", async () => {
  const { theirs } = await open();
  type("name", "My own");
  await vi.waitFor(() => expect(document.querySelector(".form-bar")).not.toBeNull());

  theirs({ rev: 2, name: "Stands for" });

  await vi.waitFor(() => expect(field("name")).toBeNull());
  expect(document.body.textContent).toContain("My own");
  expect(document.body.textContent).toContain("Stands for");
});
