// The settings of an open group follow what somebody else stores, and keep what is typed.
import { observer } from "mobx-react-lite";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLanguage, t } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { keptInMemory } from "../../../tests/support/web.ts";
import { type Group, RULING } from "../contract.ts";
import texts from "../locales/en-gb.json";
import { NO_DETAILS } from "../web/DetailsFields.tsx";
import { GroupPanel } from "../web/GroupPanel.tsx";
import { CustomGroupsStore } from "../web/store.ts";

let drawn: Root;
let sent: { rev: number; name: string; description: string } | undefined;
const GROUP = {
  ...{ id: 3, rev: 1, name: "Press", colour: "blue", mode: "manual", rule: null, members: 0, faults: [], uses: [] },
  ...{ ...NO_DETAILS, metadata: {} },
} as unknown as Group;

async function open(isAllowed: (asked: unknown) => boolean = () => true) {
  const call = async ({ name }: { name: string }, { body }: { body?: typeof sent }) => {
    if (name === "listGroups") return [GROUP];
    if (name === "getGroupPriority") return { rev: 0, rule: "permissive", order: [] };
    if (name === "saveGroup") {
      sent = body;
      return { ...GROUP, ...body, rev: 9 };
    }
    return [];
  };
  const session = { isAllowed, accessRole: 200, typeCategories: [], event: { timezone: "UTC" } };
  const notices = { success: () => undefined, failed: () => undefined };
  const env = { session, api: { call }, notices, settings: {}, t, tab: keptInMemory(), report: () => undefined };
  const store = CustomGroupsStore.create({}, env);
  await store.listGroups(5);
  const Panel = observer(() => (
    <GroupPanel eventId={5} group={store.group(3) as Group} isGone={false} onClose={() => {}} onMade={() => {}} />
  ));
  const router = createMemoryRouter([{ path: "*", element: <Panel /> }], { initialEntries: ["/?tab=settings"] });
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
  await vi.waitFor(() => expect(field("name")?.value).toBe("Press"));
  return { theirs: (change: Partial<Group>) => flushSync(() => store.put(5, { ...GROUP, ...change })) };
}
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);
const type = (name: string, value: string) => {
  const input = field(name);
  const kind = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(input, value);
  input?.dispatchEvent(new Event("input", { bubbles: true }));
};
const values = () => [field("name")?.value, field("description")?.value];

beforeEach(async () => {
  await startLanguage("en-gb", async () => ({ "custom-groups": texts }));
  document.body.innerHTML = "<div></div>";
  drawn = createRoot(document.body.firstElementChild as Element);
  sent = undefined;
});
afterEach(() => flushSync(() => drawn.unmount()));

test("nothing that somebody has stored meanwhile is shown as it was, or saved over", async () => {
  const { theirs } = await open();

  theirs({ rev: 2, name: "Media" });
  await vi.waitFor(() => expect(values()).toEqual(["Media", ""]));
  type("description", "Mine");
  theirs({ rev: 3, name: "All media" });
  await vi.waitFor(() => expect(values()).toEqual(["All media", "Mine"]));
  document.querySelector<HTMLButtonElement>(".form-bar button[type=submit]")?.click();

  await vi.waitFor(() => expect(sent).toMatchObject({ rev: 3, name: "All media", description: "Mine" }));
});

test("what is stored in the place of what is typed is chosen, and is typed again where theirs has gone back", async () => {
  const { theirs } = await open();
  type("name", "My press");
  await vi.waitFor(() => expect(document.querySelector(".form-bar")).not.toBeNull());

  theirs({ rev: 2, name: "Media" });
  await vi.waitFor(() => expect(field("name")).toBeNull());
  expect(document.body.textContent).toContain("My press");
  expect(document.body.textContent).toContain("Media");
  theirs({ rev: 3, description: "Theirs" });

  await vi.waitFor(() => expect(values()).toEqual(["My press", "Theirs"]));
});

test("who may not say what decides before the rules of data types is told so once, and who may", async () => {
  await open((asked) => asked !== RULING);

  expect(document.querySelectorAll("fieldset.group-said:disabled")).toHaveLength(2);
  const told = [...document.querySelectorAll(".field-help")].filter(
    ({ textContent }) => textContent === texts["said.locked"],
  );
  expect(told).toHaveLength(1);
  expect(texts["said.locked"]).toContain("may change the rules of data types");
});
