// The form of a meeting stands in the address of the profile: a link shows it, and Back takes it away.
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import type { Meeting } from "../contract.ts";
import { MeetingsTab } from "../web/MeetingsTab.tsx";
import { NetworkingStore } from "../web/store.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const [ADA, BO] = [3, 4];
const meeting = {
  ...{ id: 1, rev: 1, state: "requested", message: "", reason: "", location: null, gone: 0 },
  ...{ start: "2026-06-01T10:00:00.000Z", end: "2026-06-01T11:00:00.000Z" },
  participants: [ADA, BO].map((id) => ({ id, name: `Person ${id}`, state: "accepted" })),
} as unknown as Meeting;

/** The meetings of Ada at an address, for who may write or only read. */
async function drawn(address: string, mayWrite = true, until: () => Promise<void> = async () => undefined) {
  const call = async ({ name }: AnyEndpoint) => {
    if (name === "listMeetingsOf") return [meeting];
    if (name === "saveMeeting") return until().then(() => ({ ...meeting, rev: 2 }));
    return name === "listLocations" ? [] : { taken: [], away: [], locations: [], refused: [], free: [] };
  };
  const session = {
    isAllowed: () => mayWrite,
    event: { timezone: "UTC", date: { date_start: "2026-06-01T08:00:00.000Z" } },
  };
  const notices = { success: vi.fn(), error: vi.fn() };
  const env = { api: { call }, session, notices, now: () => new Date(), report: () => undefined, go: vi.fn() };
  const store = NetworkingStore.create({}, env);
  const place = document.body.appendChild(document.createElement("div"));
  const tab = (
    <MeetingsTab.Tab eventId={5} thing={{ id: ADA, name: "Ada" } as never} category={1} isOpen onChanged={vi.fn()} />
  );
  const routes = [
    { path: "/profile", element: tab },
    { path: "/other", element: <p /> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  root = createRoot(place);
  await act(async () =>
    root.render(
      <RootContext.Provider value={{ env, notices, session, areaStore: () => store } as never}>
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
  const leave = (to: string) => act(async () => router.navigate(to));
  await vi.waitFor(() => expect(place.querySelector(".meetings-head, form")).not.toBeNull());
  const press = (selector: string) => act(async () => place.querySelector<HTMLButtonElement>(selector)?.click());
  return { place, press, form: () => place.querySelector("form"), search: () => router.state.location.search, leave };
}

test("a new meeting is begun at an address, and left with it", async () => {
  const { form, press, search, place } = await drawn("/profile?tab.meeting=new");
  expect(form()).not.toBeNull();

  await press(".form-bar button:not([type=submit])");
  expect(form()).toBeNull();
  expect(search()).toBe("");
  expect(document.activeElement).toBe(place.querySelector(".meetings-head button"));

  await press(".meetings-head button");
  expect(search()).toBe("?tab.meeting=new");
  expect(form()).not.toBeNull();
});

test("the meeting that is moved is the one of the address", async () => {
  const { form, press, search } = await drawn("/profile");
  await press(".meeting-acts button:nth-of-type(3)");

  expect(search()).toBe("?tab.meeting=1");
  expect(form()?.querySelector("h3")).not.toBeNull();
});

test("an address opens no form of a meeting that is not there, nor to whom may only read", async () => {
  const unknown = await drawn("/profile?tab.meeting=99");
  expect(unknown.form()).toBeNull();
  expect(unknown.place.querySelector(".meetings-head")).not.toBeNull();
  act(() => root.unmount());

  expect((await drawn("/profile?tab.meeting=new", false)).form()).toBeNull();
});

test("a meeting that is saved once its form has gone leads nobody back to where that was", async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    answer = done;
  });
  const { form, press, search, leave } = await drawn("/profile?tab.meeting=1", true, () => held);
  expect(form()).not.toBeNull();
  await press("[type=submit]");
  await leave("/other?sort=name");
  await act(async () => answer());

  expect(search()).toBe("?sort=name");
});
