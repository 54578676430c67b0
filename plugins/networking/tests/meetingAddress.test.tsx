// The form of a meeting stands in the address of the profile: a link shows it, and Back takes it away.
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { LeaveGuard } from "../../../src/kernel/form/LeaveGuard.tsx";
import { BACK } from "../../../src/kernel/store/useLeft.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { InSidePanel } from "../../../src/kernel/ui/inSidePanel.ts";
import type { Meeting } from "../contract.ts";
import { MeetingsTab } from "../web/MeetingsTab.tsx";
import { valuesOf } from "../web/meetingValues.ts";
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

interface Around {
  /** What the server lists. */
  listed?: readonly Meeting[];
  /** What was known before it was asked. */
  known?: readonly Meeting[];
  /** What else is drawn in the panel of the profile. */
  beside?: ReactNode;
}

/** The meetings of Ada at an address, for who may write or only read. */
async function drawn(
  address: string,
  mayWrite = true,
  until: () => Promise<void> = async () => undefined,
  { listed = [meeting], known, beside }: Around = {},
) {
  const call = async ({ name }: AnyEndpoint) => {
    if (name === "listMeetingsOf") return listed;
    if (name === "saveMeeting") return until().then(() => ({ ...meeting, rev: 2 }));
    return name === "listLocations" ? [] : { taken: [], away: [], locations: [], refused: [], free: [] };
  };
  const session = {
    isAllowed: () => mayWrite,
    event: { timezone: "UTC", date: { date_start: "2026-06-01T08:00:00.000Z" } },
  };
  const notices = { success: vi.fn(), error: vi.fn(), lastId: 0, list: [] };
  const env = { api: { call }, session, notices, now: () => new Date(), report: () => undefined, go: vi.fn() };
  const store = NetworkingStore.create(known ? { thingId: ADA, meetings: known } : {}, env);
  const place = document.body.appendChild(document.createElement("div"));
  const tab = (
    <MeetingsTab.Tab eventId={5} thing={{ id: ADA, name: "Ada" } as never} category={1} isOpen onChanged={vi.fn()} />
  );
  const routes = [
    {
      path: "/profile",
      element: (
        <InSidePanel.Provider value>
          {beside}
          {tab}
        </InSidePanel.Provider>
      ),
    },
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
  const leave = (to: string, state?: unknown) => act(async () => router.navigate(to, { state }));
  const back = () => act(async () => router.navigate(-1));
  const type = (text: string) =>
    act(async () => {
      const area = place.querySelector("textarea") as HTMLTextAreaElement;
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, text);
      area.dispatchEvent(new Event("input", { bubbles: true }));
    });
  await vi.waitFor(() => expect(place.querySelector(".meetings-head, form")).not.toBeNull());
  const press = (selector: string) => act(async () => place.querySelector<HTMLButtonElement>(selector)?.click());
  const search = () => router.state.location.search;
  return { store, place, press, type, form: () => place.querySelector("form"), search, leave, back };
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
  await vi.waitFor(() => expect(unknown.search()).toBe(""));
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

test.each([
  ["cancelled", { state: "cancelled" }],
  ["declined", { state: "declined" }],
  ["left by the others", { participants: meeting.participants.slice(0, 1) }],
])("an address opens no form of a meeting that is %s, as the list offers none", async (_, change) => {
  const listed = [{ ...meeting, ...change } as Meeting];
  const { form, search, place } = await drawn("/profile?tab.meeting=1", true, undefined, { listed });

  expect(form()).toBeNull();
  expect(place.querySelector(`[aria-label^="networking:act.move"]`)).toBeNull();
  await vi.waitFor(() => expect(search()).toBe(""));
});

test("a form that is drawn stays when its meeting is cancelled meanwhile", async () => {
  const { form, search, store } = await drawn("/profile?tab.meeting=1");
  expect(form()).not.toBeNull();

  await act(async () => store.putSaved({ ...meeting, rev: 2, state: "cancelled" }));

  expect(form()).not.toBeNull();
  expect(search()).toBe("?tab.meeting=1");
});

test("a meeting that only the list on its way has is waited for", async () => {
  const listed = [meeting, { ...meeting, id: 2 }];
  const { form, search } = await drawn("/profile?tab.meeting=2", true, undefined, { listed, known: [meeting] });

  await vi.waitFor(() => expect(form()).not.toBeNull());
  expect(search()).toBe("?tab.meeting=2");
});

test("a draft beside the meetings is no reason to ask when one is begun, given up or saved; a draft of the meeting is", async () => {
  vi.stubGlobal("confirm", () => false);
  const beside = <LeaveGuard when bring={() => Promise.reject(new Error("offline"))} />;
  const { form, press, search, leave, type } = await drawn("/profile", true, undefined, { beside });
  await press(".meetings-head button");
  expect(search()).toBe("?tab.meeting=new");
  await press(".form-bar button:not([type=submit])");
  expect(search()).toBe("");
  await press(".meeting-acts button:nth-of-type(3)");
  await press("[type=submit]");
  expect(search()).toBe("");
  expect(form()).toBeNull();

  await press(".meeting-acts button:nth-of-type(3)");
  await type("At the bar");
  await leave("/profile");

  expect(search()).toBe("?tab.meeting=1");
  expect(form()?.querySelector("textarea")?.value).toBe("At the bar");
  vi.unstubAllGlobals();
});

test("one Back leads away from a move that was opened again", async () => {
  const theirs = { ...meeting, rev: 3, message: "At the bar" };
  const { form, search, leave, back, store } = await drawn("/profile", true, undefined, { listed: [theirs] });
  store.moving.of(ADA).left = { theirs, values: valuesOf(theirs) };
  await leave("/profile?tab.meeting=1", BACK);
  expect(form()?.querySelector("textarea")?.value).toBe("At the bar");

  await back();

  expect(search()).toBe("");
});
