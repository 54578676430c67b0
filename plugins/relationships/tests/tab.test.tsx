// The tab of a profile's links.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLanguage, t } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { keptInMemory } from "../../../tests/support/web.ts";
import { aThing } from "../../event-data/tests/factories.ts";
import texts from "../locales/en-gb.json";
import { RelationshipsTab } from "../web/RelationshipsTab.tsx";
import { RelationshipsStore } from "../web/store.ts";

let drawn: Root;
const TAKEN = {
  from: 8,
  to: 7,
  source: "hand",
  created_at: "2026-03-01T09:00:00Z",
  job: null,
  from_place: 0,
  to_place: 0,
};
const LINK = {
  ...{ id: 9, kind_id: 3, end: "to", label: "represents", labels: {}, source: "hand", visible: true, siblings: 1 },
  other: { id: 8, name: "Acme", company_name: "", type_id: 2 },
};

beforeEach(async () => {
  await startLanguage("en-gb", async () => ({ relationships: texts }));
  document.body.innerHTML = "<div></div>";
  drawn = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => flushSync(() => drawn.unmount()));

/** The tab of profile 7, whose links are those of `links`. */
function open(links: unknown[]) {
  const said: { text: string; undo: (() => void) | undefined }[] = [];
  const sent: unknown[] = [];
  const call = async ({ name }: { name: string }, { body }: { body?: unknown }) => {
    if (name === "listLinksOf") return [...links];
    if (name === "removeLinks") return { removed: 0, links: links.splice(0).map(() => TAKEN) };
    if (name !== "putLinksBack") return [];
    sent.push(body);
    links.push(LINK);
    return { made: 1, existing: 0, gone: 0, refused: 0 };
  };
  const say = (text: string, { action }: { action?: { run: () => void } } = {}) =>
    void said.push({ text, undo: action?.run });
  const notices = { success: say, error: say, failed: () => undefined };
  const session = { isAllowed: () => true, accessRole: 200, typeCategories: [], event: { timezone: "UTC" } };
  const env = { session, api: { call }, notices, settings: {}, t, tab: keptInMemory(), report: () => undefined };
  const store = RelationshipsStore.create({}, env);
  const thing = aThing({ id: 7 });
  const onChanged = vi.fn();
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
        <MemoryRouter>
          <RelationshipsTab.Tab eventId={5} thing={thing} category={1} isOpen onChanged={onChanged} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  return { said, sent, onChanged };
}
const take = () => document.querySelector<HTMLElement>("button[aria-label='Remove the link to Acme']");

test("a link that one click takes away is put back by the notice that tells it, and stands in the tab again", async () => {
  const { said, sent, onChanged } = open([LINK]);
  await vi.waitFor(() => expect(take()).not.toBeNull());

  take()?.click();
  await vi.waitFor(() => expect(take()).toBeNull());
  // The list beside may show a column of links.
  expect(onChanged).toHaveBeenCalledTimes(1);
  said[0]?.undo?.();

  await vi.waitFor(() => expect(take()).not.toBeNull());
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledTimes(2));
  expect(sent).toEqual([{ links: [TAKEN] }]);
});

test("one that somebody else has taken away offers nothing to put back", async () => {
  const links: unknown[] = [LINK];
  const { said } = open(links);
  await vi.waitFor(() => expect(take()).not.toBeNull());
  links.splice(0);

  take()?.click();

  await vi.waitFor(() => expect(said).toEqual([{ text: "This link has been removed already", undo: undefined }]));
  await vi.waitFor(() => expect(take()).toBeNull());
});
