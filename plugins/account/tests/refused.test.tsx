// What is refused is told where it was asked, and leads on.
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem } from "#web";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { CreateAccountScreen } from "../web/CreateAccountScreen.tsx";
import { SessionsScreen } from "../web/SessionsScreen.tsx";
import { AccountStore } from "../web/store.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const problem = (code: string, status: number) => new ApiProblem({ code, status, message: code });
const device = { device: "", created_at: "2026-03-02T09:00:00.000Z", last_seen_at: "2026-03-02T09:00:00.000Z" };
const sessionOf = (id: number) => ({ ...device, id, way: "password", address: "", current: false });
const invite = { email: "new@x.example", app_name: "Fair", role: { id: 95, name: "Event expert" }, all_events: true };

let root: Root;
let answers: Record<string, unknown>;
beforeEach(() => {
  session.isAuthenticated = true;
  root = createRoot(document.body.appendChild(document.createElement("div")));
  answers = { getFactor: { state: "off", since: null, recovery_left: 0, required: false, has_password: true } };
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const session = {
  isAuthenticated: true,
  enter: () => undefined,
  user: { user_email: "me@x.example" },
  loggingOut: { busy: false },
  logout: vi.fn(async () => true),
};
const go = vi.fn();

function place() {
  const call = async ({ name }: AnyEndpoint) => {
    const answer = answers[name];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const notices = {};
  const env = { api: { call }, session, settings: {}, notices, go, report: () => undefined };
  const store = AccountStore.create({}, env);
  const draw = (screen: ReactNode, at: string, path: string) =>
    act(async () =>
      root.render(
        <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
          <MemoryRouter initialEntries={[at]}>
            <Routes>
              <Route path={path} element={screen} />
            </Routes>
          </MemoryRouter>
        </RootContext.Provider>,
      ),
    );
  return { store, draw };
}

test("a device that cannot be logged out says why, and one that is logged out already goes", async () => {
  answers.listOwnSessions = [sessionOf(1), sessionOf(2)];
  const { draw } = place();
  await draw(<SessionsScreen />, "/", "/");
  const press = () => act(async () => document.querySelector<HTMLButtonElement>(".device button")?.click());

  answers.endOwnSession = problem("network", 0);
  await press();
  expect(document.querySelector("[role=alert]")).not.toBeNull();
  expect(document.querySelectorAll(".device")).toHaveLength(2);

  answers.endOwnSession = problem("not_found", 404);
  await press();
  expect(document.querySelector("[role=alert]")).toBeNull();
  expect(document.querySelectorAll(".device")).toHaveLength(1);
});

test("a second factor that somebody without a password may not set up is left again", async () => {
  answers.listOwnSessions = [sessionOf(1)];
  answers.getFactor = { state: "off", since: null, recovery_left: 0, required: false, has_password: false };
  answers.setUpFactor = problem("account.factor_bound", 403);
  const { draw } = place();
  await draw(<SessionsScreen />, "/", "/");
  const press = () => act(async () => document.querySelector<HTMLButtonElement>(".factor button")?.click());

  await press();
  expect(document.querySelector(".factor [role=alert]")).not.toBeNull();
  await press();

  expect(document.querySelector(".factor [role=alert]")).toBeNull();
  expect(document.querySelector(".factor .button-primary")).not.toBeNull();
});

test("an invitation for somebody else is come back to after the log-out", async () => {
  answers.getInvite = { ...invite, events: [], invited_by: "A", expires_at: device.created_at, has_account: false };
  const { draw } = place();
  await draw(<CreateAccountScreen />, "/create-account/ref", "/create-account/:inviteReference");

  await act(async () => document.querySelector<HTMLButtonElement>(".invite-actions button")?.click());

  expect(session.logout).toHaveBeenCalledWith(1);
  expect(go).toHaveBeenCalledWith("/create-account/ref");
});

test("an invitation that does not come says why, with the number of the request, and is asked for again", async () => {
  answers.getInvite = new ApiProblem({ code: "unexpected", status: 500, message: "Broken", requestId: "r-1" });
  const { draw } = place();
  await draw(<CreateAccountScreen />, "/create-account/ref", "/create-account/:inviteReference");
  expect(document.querySelector("[role=alert] .request-id code")?.textContent).toBe("r-1");

  answers.getInvite = { ...invite, events: [], invited_by: "A", expires_at: device.created_at, has_account: true };
  await act(async () => document.querySelector<HTMLButtonElement>(".state-actions button")?.click());

  expect(document.querySelector("[role=alert]")).toBeNull();
  expect(document.querySelector(".invite-offer")).not.toBeNull();
});

test("whoever is invited chooses the language", async () => {
  answers.getInvite = problem("account.invite_used", 409);
  const { draw } = place();
  await draw(<CreateAccountScreen />, "/create-account/ref", "/create-account/:inviteReference");

  const choices = [...document.querySelectorAll<HTMLOptionElement>("select option")];
  expect(choices.map(({ value, lang }) => [value, lang])).toEqual([
    ["en-gb", "en-GB"],
    ["de", "de"],
  ]);
});

test("the language, which draws the page anew, is chosen only as long as nothing can be lost by that", async () => {
  session.isAuthenticated = false;
  answers.getInvite = { ...invite, events: [], invited_by: "A", expires_at: device.created_at, has_account: false };
  const { store, draw } = place();
  await draw(<CreateAccountScreen />, "/create-account/ref", "/create-account/:inviteReference");
  const choice = () => document.querySelector(".language-choice");
  const type = (name: string, text: string) =>
    act(async () => {
      const field = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
      field?.dispatchEvent(new Event("input", { bubbles: true }));
    });
  const isHeld = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect([choice() !== null, isHeld()]).toEqual([true, false]);

  await type("first_name", "Noor");
  expect([choice(), isHeld()]).toEqual([null, true]);
  await type("first_name", "");
  expect([choice() !== null, isHeld()]).toEqual([true, false]);

  await type("first_name", "Noor");
  await type("last_name", "N");
  await type("password", "Lanyard#2026");
  answers.acceptInvite = { recovery_codes: ["one", "two"] };
  await act(async () => {
    document.querySelector("form")?.requestSubmit();
    await vi.waitFor(() => expect(store.invite.accepting.done).toBe(true));
  });
  expect(document.querySelector(".recovery-codes")).not.toBeNull();
  expect(choice()).toBeNull();
});

test("an invitation whose person has an account by now is read anew", async () => {
  const { store } = place();
  answers.getInvite = { ...invite, has_account: true };
  answers.acceptInvite = problem("account.invite_has_account", 409);

  await store.invite.accept("ref", { first_name: "N", last_name: "N", password: "Lanyard#2026" });

  await vi.waitFor(() => expect(store.invite.invite?.has_account).toBe(true));
});
