// One session beside the list: one that is gone has a way back, and the address says whether it is being changed.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { type Env, env } from "../../../src/kernel/store/env.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { problemReply, type Reply, web } from "../../../tests/support/web.ts";
import type { Session } from "../contract.ts";
import { readAddress } from "../web/address.ts";
import { SessionFinder } from "../web/SessionFinder.ts";
import { SessionPanel } from "../web/SessionPanel.tsx";
import { AgendaStore } from "../web/store.ts";

// Texts stand there as their keys.
beforeAll(() => startLanguage("en-gb", async () => ({})));

let root: ReturnType<typeof createRoot>;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const session: Session = {
  ...{ id: 7, rev: 1, title: "Opening", subtitle: "", kind: "", language: "", stage: null, track: null, speakers: [] },
  ...{ start: "2026-06-01T09:00:00.000Z", end: "2026-06-01T10:00:00.000Z", source: null, external_id: null },
  ...{ guid: null, abstract: "", description: "", url: "", updated_at: "2026-05-01T09:00:00.000Z" },
};

/** The panel at an address, for somebody who may change sessions or not; answers where it goes. */
async function drawn(reply: Reply, search: string, mayChange = true) {
  const { root: stores } = web({ table: { "GET /1/api/container/5/session/7": reply } });
  const surroundings = {
    ...env(stores.notices),
    session: { event: { timezone: "Europe/London" }, isAllowed: () => mayChange },
  } as unknown as Env;
  const store = AgendaStore.create({}, surroundings);
  store.enter(5);
  const { notices, shell } = stores;
  const value = { env: surroundings, session: surroundings.session, notices, shell, areaStore: () => store };
  const go = vi.fn();
  const show = (at: string) =>
    act(async () =>
      root.render(
        <RootContext.Provider value={value as never}>
          <MemoryRouter>
            <SessionPanel id={7} eventId={5} address={{ ...readAddress(new URLSearchParams(at)), go }} />
          </MemoryRouter>
        </RootContext.Provider>,
      ),
    );
  await show(search);
  return { go, show };
}
const button = (text: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent?.includes(text));
const press = (text: string) => act(async () => button(text)?.click());

test("a session that is gone has a way back to the list", async () => {
  const { go } = await drawn(problemReply(404, "not_found", "There is nothing here"), "session=7");

  expect(document.querySelector("h2")?.textContent).toBe("gone.title");
  await press("gone.action");

  expect(go).toHaveBeenCalledWith({ session: undefined });
});

test.each([
  ["session=7&edit=1", true, true],
  ["session=7", true, false],
  ["session=7&edit=1", false, false],
])("at %s, for somebody who may change it: %s, the form stands there: %s", async (search, mayChange, isForm) => {
  await drawn(session, search, mayChange);

  expect(document.querySelectorAll("form")).toHaveLength(isForm ? 1 : 0);
});

test("the form comes into the address with it, and goes from there", async () => {
  const { go } = await drawn(session, "session=7");

  await press("edit");
  expect(go).toHaveBeenLastCalledWith({ edit: 1 });

  await press("cancel");
  expect(go).toHaveBeenLastCalledWith({ edit: undefined });
  expect(document.querySelectorAll("form")).toHaveLength(0);
});

test("a link to the session beside which the form stands shows the session", async () => {
  const { show } = await drawn(session, "session=7&edit=1");
  expect(document.querySelectorAll("form")).toHaveLength(1);

  await show("session=7");

  expect(document.querySelectorAll("form")).toHaveLength(0);
});

test("what the palette does not show of many sessions is found in their list", () => {
  expect(SessionFinder.listPath?.(5, "ada & co")).toBe("/event-details/5/agenda?words=ada%20%26%20co");
});
