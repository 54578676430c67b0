// The tab of a profile's groups.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLanguage, t } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { aThing } from "../../event-data/tests/factories.ts";
import texts from "../locales/en-gb.json";
import { GroupsTab } from "../web/GroupsTab.tsx";
import { CustomGroupsStore } from "../web/store.ts";

let drawn: Root;
const PRESS = { id: 3, rev: 1, name: "Press", colour: "blue", mode: "manual", rule: null, members: 1, uses: [] };

beforeEach(async () => {
  await startLanguage("en-gb", async () => ({ "custom-groups": texts }));
  document.body.innerHTML = "<div></div>";
  drawn = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => flushSync(() => drawn.unmount()));

test("who is taken out of a group by one click is put in again by the notice that tells it", async () => {
  const held: unknown[] = [PRESS];
  const said: { text: string; undo: (() => void) | undefined }[] = [];
  const call = async ({ name }: { name: string }, { body }: { body?: { words: string[] } }) => {
    if (name === "listGroupsOf") return [...held];
    if (name === "listGroups") return [PRESS];
    if (name === "getGroupPriority") return { rev: 0, rule: "permissive", order: [] };
    if (name === "removeMembers") return { group: PRESS, ids: held.splice(0).map(() => 7) };
    if (name !== "addMembers") return [];
    expect(body).toEqual({ words: ["7"] });
    held.push(PRESS);
    return { group: PRESS, added: 1, already: 0 };
  };
  const say = (text: string, { action }: { action?: { run: () => void } } = {}) =>
    void said.push({ text, undo: action?.run });
  const notices = { success: say, error: say, failed: () => undefined };
  const session = { isAllowed: () => true, accessRole: 200, typeCategories: [], event: { timezone: "UTC" } };
  const env = { session, api: { call }, notices, settings: {}, t, report: () => undefined };
  const store = CustomGroupsStore.create({}, env);
  const thing = aThing({ id: 7, name: "Ada Byron" });
  const onChanged = vi.fn();
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
        <MemoryRouter>
          <GroupsTab.Tab eventId={5} thing={thing} category={1} isOpen onChanged={onChanged} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  const take = () => document.querySelector<HTMLElement>("button[aria-label='Take out of Press']");
  await vi.waitFor(() => expect(take()).not.toBeNull());

  take()?.click();
  await vi.waitFor(() => expect(take()).toBeNull());
  expect(said[0]?.text).toBe("Ada Byron is no longer in “Press”.");
  // The list beside may show a column of groups.
  expect(onChanged).toHaveBeenCalledTimes(1);
  said[0]?.undo?.();

  await vi.waitFor(() => expect(take()).not.toBeNull());
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledTimes(2));
});
