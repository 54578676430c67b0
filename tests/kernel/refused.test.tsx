// What may not be seen is told with whoever can help, and what the plan does not hold as that.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../src/kernel/store/useStore.ts";
import { NoPermission, ProblemView } from "../../src/kernel/ui/states.tsx";
import { anApp, aUser, keptInMemory, web } from "../support/web.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// Texts stand there as their keys.
beforeAll(() => startLanguage("en-gb", async () => ({})));

let root: ReturnType<typeof createRoot>;
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

async function owner() {
  const made = web({
    table: {
      "GET /1/dashboard/user/7/token": { valid: true, user: aUser, expires_at: "2027-01-01T00:00:00Z" },
      "GET /1/dashboard/application": [anApp(1, { accessRole: { id: 299, name: "Owner" } })],
      "GET /1/api/permission": { containers: true },
    },
    local: keptInMemory({ userData: JSON.stringify({ ...aUser, token: "dash" }) }),
  });
  await made.session.start(undefined);
  await vi.waitFor(() => expect(made.session.permissions).toBeDefined());
  return made.root;
}

function drawn(stores: Awaited<ReturnType<typeof owner>>, page: JSX.Element): string[] {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => root.render(<RootContext.Provider value={stores}>{page}</RootContext.Provider>));
  return [...document.querySelectorAll("h2, p")].map((one) => one.textContent ?? "");
}

test.each([
  [1, "noPermission.help.strongest"],
  [2, "noPermission.help.role"],
  [95, "noPermission.help"],
])("where role %i is lacking, it is said who can give it: %s", async (accessRole, help) => {
  expect(drawn(await owner(), <NoPermission title="History" access={{ accessRole }} />).at(-1)).toContain(help);
});

test("where only a permission is lacking, any administrator can give it", async () => {
  expect(drawn(await owner(), <NoPermission title="Fields" access={{ permission: ["things"] }} />).at(-1)).toMatch(
    /noPermission\.help$/,
  );
});

test("a feature that is switched off while the page is open is not drawn as an error", async () => {
  const problem = { code: "insights.off", message: "Insights are not switched on for this app" };
  expect(drawn(await owner(), <ProblemView problem={problem} retry={() => undefined} />).map((text) => text)).toEqual([
    expect.stringContaining("notOnPlan.heading"),
    expect.stringContaining("notOnPlan.help"),
  ]);
});
