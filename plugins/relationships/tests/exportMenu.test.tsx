// A list of a kind is taken out by its menu as it stands on the screen; a file that a reload has left behind arrives all the same.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import type { GridSelection } from "#web";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { NoticesStore } from "../../../src/kernel/store/NoticesStore.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../../src/kernel/ui/bringLayers.ts";
import { keptInMemory } from "../../../tests/support/web.ts";
import { ExportMenu } from "../web/ExportMenu.tsx";
import { RelationshipsStore } from "../web/store.ts";

// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  await bringLayers();
});

let page: Root;
/** The names of the files that arrived. */
let arrived: string[] = [];
beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  page = createRoot(document.body.firstElementChild as Element);
  arrived = [];
  URL.createObjectURL = () => "blob:file";
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    arrived.push(this.download);
  };
});
afterEach(() => flushSync(() => page.unmount()));

const SHOWN = {
  search: "acme",
  sort: [{ field: "to", direction: "asc" as const }],
  columns: ["from", "to"],
  group: [],
};

function drawn(
  job: object,
  {
    kept = {},
    selected,
    isEmpty = false,
  }: { kept?: Record<string, string>; selected?: GridSelection; isEmpty?: boolean } = {},
) {
  const asked: unknown[] = [];
  const call = async ({ name }: AnyEndpoint, input: { body?: unknown }) => {
    if (name === "startLinkExport") {
      asked.push(input.body);
      return { job: { id: 8 } };
    }
    return name === "getJob" ? { id: 8, progress: 1, ...job } : new Blob(["ids"]);
  };
  const t = (key: string) => key;
  const notices = NoticesStore.create({}, { t });
  const session = { isAllowed: () => true, accessRole: 299, typeCategories: [] };
  const env = { session, api: { call }, notices, settings: {}, t, tab: keptInMemory(kept), report: () => undefined };
  const store = RelationshipsStore.create({}, env);
  flushSync(() =>
    page.render(
      <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
        <MemoryRouter>
          <ExportMenu
            eventId={5}
            grid={{ current: { question: () => SHOWN } }}
            selected={selected}
            isEmpty={isEmpty}
            start={(draft) => store.exports.exportLinks(5, 3, draft)}
          />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  return { asked, notices, store };
}
const button = () => document.querySelector<HTMLButtonElement>("button") as HTMLButtonElement;
const choose = async (text: string) => {
  button().click();
  const entries = () => [...document.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  const entry = await vi.waitUntil(() => entries().find(({ textContent }) => textContent?.includes(text)));
  // An entry is a link, too, whose `click` stands for that of a file here.
  entry.dispatchEvent(new MouseEvent("click", { bubbles: true }));
};
const DONE = { state: "done" };

test("the whole list is written in its order and with its search, and arrives as a file", async () => {
  const { asked } = drawn(DONE);

  await choose("export.csv");

  await vi.waitUntil(() => arrived.length > 0);
  const { columns: _, group: __, ...question } = SHOWN;
  expect(asked).toEqual([{ ...question, format: "csv", locale: "en-gb" }]);
  expect(arrived).toEqual(["links.csv"]);
});

test.each([
  [
    { all: false, ids: [7, 9], count: 2 },
    { sort: SHOWN.sort, ids: [7, 9] },
  ],
  [
    { all: true, ids: [7], count: 41 },
    { search: "acme", sort: SHOWN.sort, except: [7] },
  ],
])("what is ticked is written alone", async (ticked, expected) => {
  const { asked } = drawn(DONE, { selected: { ...ticked, view: {} } as never });

  await choose("export.xlsxTicked");

  await vi.waitUntil(() => arrived.length > 0);
  expect(asked).toEqual([{ ...expected, format: "xlsx", locale: "en-gb" }]);
});

test("one that was begun before a reload is waited for, and arrives", async () => {
  drawn(DONE, { kept: { "relationships.export.5": JSON.stringify({ id: 8, name: "unlinked.xlsx" }) } });

  await vi.waitUntil(() => arrived.length > 0);
  expect(arrived).toEqual(["unlinked.xlsx"]);
});

test("one that fails says why", async () => {
  const { notices, store } = drawn({ state: "failed", error: "The disk is full." });

  await choose("export.csv");

  await vi.waitUntil(() => notices.list.length > 0);
  expect(notices.list[0]).toMatchObject({ tone: "error", text: "The disk is full." });
  expect([arrived, store.exports.left(5)]).toEqual([[], undefined]);
});

test("of an empty list nothing is offered", () => {
  drawn(DONE, { isEmpty: true });

  expect(button().getAttribute("aria-disabled") ?? String(button().disabled)).toBe("true");
});
