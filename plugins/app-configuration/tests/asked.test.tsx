// The settings that the command palette leads to: each has one field on the page, and that one gets the focus.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { web } from "../../../tests/support/web.ts";
import texts from "../locales/en-gb.json";
import { actions } from "../plugin.json";
import { AppConfigurationScreen } from "../web/AppConfigurationScreen.tsx";

const rules = {
  ...{ session_hours: 12, second_factor: "off", password: "on", mail_code: "on", mail_domains: [] },
  ...{ members: 1, with_second_factor: 0 },
};
const provider = { provider: null, redirect_uri: "https://x.example/login" };

let drawn: Root;
beforeEach(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  await startLanguage("en-gb", async () => ({ "app-configuration": texts }));
  drawn = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  flushSync(() => drawn.unmount());
  document.body.replaceChildren();
});

/** The form of a setting, by the setting's field. */
const SSO = texts["sso.title"];
const RULES = texts["rules.title"];

test.each(actions.map(({ query }) => [query, query === "field=issuer" ? SSO : RULES]))(
  "%s leads to its field in the form %s",
  async (query, form) => {
    const { root } = web({ table: { "GET /1/api/login-rules": rules, "GET /1/api/login-provider": provider } });
    const router = createMemoryRouter([{ path: "/", element: <AppConfigurationScreen /> }], {
      initialEntries: [`/?${query}`],
    });
    flushSync(() =>
      drawn.render(
        <RootContext.Provider value={root}>
          <RouterProvider router={router} />
        </RootContext.Provider>,
      ),
    );

    await vi.waitFor(() => expect(document.activeElement).toHaveProperty("name", query.replace("field=", "")));
    // A field of the same name in the other form would take it in the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    expect(document.activeElement?.closest("form")?.getAttribute("aria-label")).toBe(form);
  },
);
