// The dialog that links by what profiles say, over a line that breaks.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "#web";
import { startLanguage, t } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { keptInMemory } from "../../../tests/support/web.ts";
import type { Kind } from "../contract.ts";
import texts from "../locales/en-gb.json";
import { MatchDialog } from "../web/MatchDialog.tsx";
import { RelationshipsStore } from "../web/store.ts";

let drawn: Root;
beforeEach(async () => {
  await startLanguage("en-gb", async () => ({ relationships: texts, common: { retry: "Try again" } }));
  document.body.innerHTML = "<div></div>";
  drawn = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => flushSync(() => drawn.unmount()));

test("fields that could not be asked for are asked for again", async () => {
  let asked = 0;
  const call = async () => {
    asked += 1;
    if (asked === 1) throw new ApiProblem({ code: "network", status: 0, message: "away" });
    return [];
  };
  const session = { isAllowed: () => true, accessRole: 200, typeCategories: [] };
  const notices = { list: [], lastId: 0 };
  const env = { session, api: { call }, notices, settings: {}, t, tab: keptInMemory(), report: () => undefined };
  const store = RelationshipsStore.create({}, env);
  const end = { label: "", category: 1, types: [] };
  const kind = { id: 3, rev: 1, name: "Knows", from: end, to: end } as unknown as Kind;
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
        <MemoryRouter>
          <MatchDialog eventId={5} kind={kind} onClose={() => undefined} onLinked={() => undefined} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  const again = () => [...document.querySelectorAll("button")].find((one) => one.textContent?.includes("Try again"));
  await vi.waitFor(() => expect(again()).toBeDefined());

  flushSync(() => again()?.click());

  await vi.waitFor(() => expect(document.querySelectorAll("select")).toHaveLength(2));
  expect(again()).toBeUndefined();
});
