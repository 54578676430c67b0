// The event of an address: selected as one arrives, and not again at what is done on the page.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { Guard } from "../../src/app/Guard.tsx";
import type { RegisteredRoute } from "../../src/kernel/plugin/registry.ts";
import { RootContext } from "../../src/kernel/store/useStore.ts";
import { anApp, anEvent, aUser, keptInMemory, type Reply, web } from "../support/web.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const PATH = "/event-details/:eventId/notes";
const route = {
  ...{ id: "notes", area: "notes", path: PATH, title: "Notes", screen: "Notes", access: {} },
  load: async () => ({ Notes: () => <h1>Notes</h1> }),
} as unknown as RegisteredRoute;

const table: Record<string, Reply> = {
  "GET /1/dashboard/user/7/token": { valid: true, user: aUser, expires_at: "2027-01-01T00:00:00Z" },
  "GET /1/dashboard/application": [anApp(1)],
  "GET /1/api/permission": {},
  "GET /1/api/management-settings": {},
  "GET /1/api/config": {},
  "GET /1/api/type": [],
  "GET /1/api/container": [anEvent(11, "2026-01-01"), anEvent(12, "2026-02-01")],
  "GET /1/api/container/11/type-category": [],
  "GET /1/api/container/12/type-category": [],
};

let root: ReturnType<typeof createRoot>;
afterEach(() => act(() => root.unmount()));

test("another event that is chosen on the page stays while the query changes, until another address is gone to", async () => {
  const { session, root: stores } = web({
    table,
    local: keptInMemory({ userData: JSON.stringify({ ...aUser, token: "dash" }) }),
  });
  await session.start(undefined);
  await expect.poll(() => session.events?.length).toBe(2);
  const element = <Guard route={route} />;
  const router = createMemoryRouter([{ path: PATH, element }], { initialEntries: ["/event-details/11/notes"] });
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root.render(
      <RootContext.Provider value={stores}>
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
  await expect.poll(() => document.querySelector("h1")?.textContent).toBe("Notes");
  expect(session.eventId).toBe(11);

  await act(async () => session.enterEvent(12));
  await act(async () => router.navigate("?open=3"));
  expect(session.eventId).toBe(12);

  await act(async () => router.navigate("/event-details/12/notes"));
  await act(async () => router.navigate("/event-details/11/notes"));
  expect(session.eventId).toBe(11);
});
