// What needs the data types could not be looked up: the page says so, and claims nothing.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { beforeAll, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import type { TypeDetail } from "../contract.ts";
import { DataTypesScreen } from "../web/DataTypesScreen.tsx";
import { DataTypesStore } from "../web/store.ts";

const TYPE = {
  ...{ id: 1, rev: 1, type: "Speaker", type_category_id: 1, position: 1, archived_at: null, event_ids: [], events: 0 },
  ...{ labels: {}, icon: "person", colour: "blue", defaults: null },
} as TypeDetail;

// Texts stand there as their keys.
beforeAll(() => startLanguage("en-gb", async () => ({})));

test("how many profiles there are, and whether a type can be removed, is told once that is known", async () => {
  let needs: unknown = new ApiProblem({ code: "unavailable", status: 503, message: "not now" });
  const call = async ({ name }: AnyEndpoint) => {
    if (name === "listTypeDetails") return [TYPE];
    if (needs instanceof Error) throw needs;
    return needs;
  };
  const notices = { lastId: 0, list: [] };
  const session = { putTypes: () => undefined, eventId: 5, app: { id: 3, locales: { supported_locales: [] } } };
  const env = { api: { call }, session, notices, tab: { read: () => undefined }, t: (key: string) => key };
  const surroundings = { ...env, report: () => undefined } as unknown as Env;
  const store = DataTypesStore.create({}, surroundings);
  window.history.replaceState(null, "", "/app-settings/data-types?open=1");
  const drawn = createRoot(document.body.appendChild(document.createElement("div")));
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env: surroundings, session, notices, areaStore: () => store } as never}>
        <BrowserRouter>
          <DataTypesScreen />
        </BrowserRouter>
      </RootContext.Provider>,
    ),
  );
  const profiles = () => [...document.querySelectorAll("td.types-number")].at(-1)?.textContent;
  const why = () => document.getElementById("types-remove-help")?.textContent;

  await vi.waitFor(() => expect([profiles(), why()]).toEqual(["–", "remove.unknown"]));
  needs = [];
  const retry = [...document.querySelectorAll<HTMLElement>(".types-lists button")].find((one) =>
    one.textContent?.endsWith("retry"),
  );
  retry?.click();

  await vi.waitFor(() => expect([profiles(), why()]).toEqual(["0", "remove.free"]));
  flushSync(() => drawn.unmount());
});
