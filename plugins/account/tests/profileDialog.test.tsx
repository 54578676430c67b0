// The profile's dialog, while the person is asked for anew.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { anApp, aUser, keptInMemory, web } from "../../../tests/support/web.ts";
import { ProfileDialog } from "../web/ProfileDialog.tsx";

test.each([
  ["password", "current"],
  ["", "first_name"],
  [undefined, "first_name"],
])("asked for at %j it opens at the field %s", async (part, name) => {
  const table = { "GET /1/dashboard/user/7/token": new Error("away") };
  const { root } = web({ table });
  const drawn = createRoot(document.body.appendChild(document.createElement("div")));
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <MemoryRouter>
          <ProfileDialog close={() => {}} part={part} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );

  await vi.waitFor(() => expect(document.activeElement).toHaveProperty("name", name));
  flushSync(() => drawn.unmount());
});

test("what was typed stays when the person is learnt anew, and the rest is what it is by now", async () => {
  let late = (_: unknown) => {};
  const person = { valid: true, user: aUser, expires_at: "2027-01-01T00:00:00Z" };
  let answer: unknown = person;
  const table = {
    "GET /1/dashboard/user/7/token": () => answer,
    "GET /1/dashboard/application": [anApp(1)],
    "GET /1/api/container": [],
  };
  const { root, session } = web({
    table,
    local: keptInMemory({ userData: JSON.stringify({ ...aUser, token: "dash" }) }),
  });
  await session.start(undefined);
  answer = new Promise((done) => {
    late = done;
  });
  const drawn = createRoot(document.body.appendChild(document.createElement("div")));
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <MemoryRouter>
          <ProfileDialog close={() => {}} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`);
  await vi.waitFor(() => expect(field("first_name")).not.toBeNull());
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  value?.set?.call(field("first_name"), "Typed");
  field("first_name")?.dispatchEvent(new Event("input", { bubbles: true }));
  await vi.waitFor(() => expect(field("first_name")?.value).toBe("Typed"));

  late({ ...person, user: { ...aUser, first_name: "Elsewhere", last_name: "Changed" } });
  await vi.waitFor(() => expect(field("last_name")?.value).toBe("Changed"));

  expect(field("first_name")?.value).toBe("Typed");
  flushSync(() => drawn.unmount());
});
