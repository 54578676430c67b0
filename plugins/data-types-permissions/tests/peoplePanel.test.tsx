// Two profiles of which one has a type that the event did not have when the page was loaded.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import type { Env } from "#web";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { VERBS } from "../../data-types/contract.ts";
import type { RuledType, TypeRules } from "../contract.ts";
import { PeoplePanel } from "../web/PeoplePanel.tsx";
import { TypeRulesStore } from "../web/store.ts";

const type = (id: number) =>
  ({
    ...{ id, type: `Type ${id}`, type_category_id: 1, labels: {}, icon: "person", colour: "blue" },
    ...{ defaults: null, profiles: 1 },
  }) as RuledType;
const rules = (types: RuledType[]): TypeRules => ({
  ...{ rev: 1, cells: [], settings: [], looks: [], order: [], links: null, groups: [], types, others: [] },
});
const party = (id: number, type_id: number) => ({
  id,
  name: `Person ${id}`,
  company_name: "",
  type_id,
  status: "active",
});
const PAIR = {
  ...{ from: party(1, 1), to: party(2, 2), waiting: null, match: null },
  answers: VERBS.map((verb) => ({ verb, allowed: true, steps: [{ rule: "standard", holds: true, decides: true }] })),
  own: { type: 1, meets: true, pending: 50, contacts: true, availability: "edit" },
};

// Texts stand there as their keys.
beforeAll(() => startLanguage("en-gb", async () => ({})));

/** The panel of a page that knows the first of the types; `now` is what is stored by then. */
async function opened(now: TypeRules) {
  let stored = rules([type(1)]);
  const asked: string[] = [];
  const call = async ({ name }: AnyEndpoint) => {
    asked.push(name);
    return name === "getTypeRules" ? stored : PAIR;
  };
  const session = { types: [], eventId: 9, isAllowed: () => true, putEventTypes: () => undefined };
  const env = { api: { call }, session, locale: () => "en-gb", report: () => undefined, t: (key: string) => key };
  const store = TypeRulesStore.create({}, env as unknown as Env);
  await store.load(5);
  stored = now;
  document.body.innerHTML = "<div></div>";
  const drawn = createRoot(document.body.firstElementChild as Element);
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env, session, areaStore: () => store } as never}>
        <MemoryRouter>
          <PeoplePanel eventId={5} from={1} to={2} onPair={() => undefined} onClose={() => undefined} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  return { asked, drawn, loads: () => asked.filter((name) => name === "getTypeRules").length };
}

test("the rules are loaded again, and what the two may do is told", async () => {
  const { drawn, loads } = await opened(rules([type(1), type(2)]));

  await vi.waitFor(() => expect(document.body.textContent).toContain("verb.meet"));

  expect(loads()).toBe(2);
  flushSync(() => drawn.unmount());
});

test("where the event does not have the type by then either, that is told, and asked once", async () => {
  const { drawn, loads } = await opened(rules([type(1)]));

  await vi.waitFor(() => expect(document.body.textContent).toContain("gone.type"));

  expect(loads()).toBe(2);
  flushSync(() => drawn.unmount());
});
