// The matrix says that groups decide before it, and of which verbs.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, expect, test } from "vitest";
import type { Env } from "#web";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import type { Verb } from "../../data-types/contract.ts";
import type { TypeRules } from "../contract.ts";
import texts from "../locales/en-gb.json";
import { GroupsNote } from "../web/GroupsNote.tsx";
import { TypeRulesStore } from "../web/store.ts";

beforeAll(() => startLanguage("en-gb", async () => ({ "data-types-permissions": texts })));

const SEE = { verb: "see" as const, count: 5, names: ["Buyers", "Press", "Crew", "Guests"] };
const RECOMMEND = { verb: "recommend" as const, count: 1, names: [] };

async function noteOf(groups: TypeRules["groups"], verb: Verb | undefined, mayLook = true) {
  const rules = { rev: 1, cells: [], settings: [], looks: [], order: [], links: null, groups, types: [], others: [] };
  const session = { types: [], eventId: 5, isAllowed: () => mayLook, putEventTypes: () => undefined };
  const env = { api: { call: async () => rules }, session, locale: () => "en-gb", t: (key: string) => key };
  const store = TypeRulesStore.create({}, env as unknown as Env);
  await store.load(5);
  document.body.innerHTML = "<div></div>";
  const drawn = createRoot(document.body.firstElementChild as Element);
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env, session, areaStore: () => store } as never}>
        <MemoryRouter>
          <GroupsNote {...(verb && { verb })} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  const lines = [...document.querySelectorAll("[role=note] p")].map((line) => line.textContent);
  flushSync(() => drawn.unmount());
  return lines;
}

test("who is seen is told with some of the groups, and the way there for whoever may look at groups", async () => {
  const told =
    "5 groups say whom their members see, which decides before what is said here of data types: Buyers, Press, Crew and 2 more.";

  expect(await noteOf([SEE], "see")).toEqual([told, "To the groups"]);
  expect(await noteOf([{ ...SEE, names: [] }], "see", false)).toEqual([`${told.slice(0, told.indexOf(":"))}.`]);
});

test("what needs sight is told of it, what needs none is not; of all verbs everything is told", async () => {
  const lines = async (verb?: Verb) => (await noteOf([SEE, RECOMMEND], verb, false)).length;

  expect([await lines("meet"), await lines("scan"), await lines("recommend"), await lines()]).toEqual([1, 0, 2, 2]);
  expect(await noteOf([], "see")).toEqual([]);
});
