// Taking single sign-on away: of how many people it is forgotten who they are, counted as the question is asked.
import { observer } from "mobx-react-lite";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext, useStore } from "../../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../../src/kernel/ui/bringLayers.ts";
import { problemReply, type Reply, web } from "../../../tests/support/web.ts";
import type { LoginProvider } from "../contract.ts";
import texts from "../locales/en-gb.json";
import { SsoPanel } from "../web/SsoPanel.tsx";
import { AppConfigurationStore } from "../web/store.ts";

const provider: LoginProvider = {
  ...{ issuer: "https://login.example.com", client_id: "c", domains: ["a.example"], unknown: "refuse" as const },
  ...{ claims: { email: "email", first_name: "given_name", last_name: "family_name" }, has_secret: true },
  ...{ admit_role_id: 299, admit_containers: [-1], enabled: false, tested_at: null },
  ...{ set_by: "Ada", set_by_role: { id: 1, name: "Super admin" }, people: 3, rev: 1 },
};
const view = (people: number) => ({ provider: { ...provider, people }, redirect_uri: "https://x.example/login" });

let drawn: Root;
let answer: Reply;
beforeEach(async () => {
  await startLanguage("en-gb", async () => ({ "app-configuration": texts, common: { retry: "Try again" } }));
  await bringLayers();
  drawn = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  flushSync(() => drawn.unmount());
  document.body.replaceChildren();
});

const Panel = observer(function Panel() {
  const { sso } = useStore(AppConfigurationStore);
  return sso ? <SsoPanel view={sso} /> : null;
});

const button = (name: string) => [...document.querySelectorAll("button")].find((one) => one.textContent === name);
const press = (name: string) => flushSync(() => button(name)?.click());
const dialog = () => document.querySelector("[role=dialog]")?.textContent ?? "";

test("a number that cannot be had is told, and the old one is not taken for today's", async () => {
  const { root } = web({ table: { "GET /1/api/login-provider": () => answer } });
  root.areaStore(AppConfigurationStore).setSso(view(3));
  const router = createMemoryRouter([{ path: "/", element: <Panel /> }]);
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
  answer = problemReply(500, "unexpected", "Broken");
  press(texts["sso.remove"]);

  await vi.waitFor(() => expect(document.querySelector("[role=dialog] [role=alert]")).not.toBeNull());
  expect(dialog()).toContain("How many people this concerns is not known.");
  expect(dialog()).not.toContain("3 people");

  answer = view(4);
  press("Try again");
  await vi.waitFor(() => expect(dialog()).toContain("4 people"));
  expect(document.querySelector("[role=dialog] [role=alert]")).toBeNull();
});
