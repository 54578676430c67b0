// A move that is answered once its form has gone: whoever comes back to it finds what was typed, on what somebody else has saved.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem } from "#web";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import type { Meeting, MeetingChange } from "../contract.ts";
import { MeetingsTab } from "../web/MeetingsTab.tsx";
import { NetworkingStore } from "../web/store.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const [ADA, BO] = [3, 4];
const meeting = (rev: number, hour: number) =>
  ({
    ...{ id: 1, rev, state: "requested", message: "", reason: "", location: null, gone: 0 },
    ...{ start: `2026-06-01T${hour}:00:00.000Z`, end: `2026-06-01T${hour + 1}:00:00.000Z` },
    participants: [ADA, BO].map((id) => ({ id, name: `Person ${id}`, state: "accepted" })),
  }) as unknown as Meeting;
const theirs = meeting(3, 14);

test("opens again with what was typed, on theirs, and is saved on that", async () => {
  const sent: MeetingChange[] = [];
  let refuse: () => void = () => undefined;
  const refused = new Promise<void>((done) => (refuse = done));
  const call = async ({ name }: AnyEndpoint, { body }: { body: MeetingChange }) => {
    if (name === "listMeetingsOf") return [sent.length === 0 ? meeting(1, 10) : theirs];
    if (name === "listLocations") return [];
    if (name !== "saveMeeting") return { taken: [], away: [], locations: [], refused: [], free: [] };
    sent.push(body);
    if (body.rev === theirs.rev) return { ...theirs, rev: 4 };
    await refused;
    throw new ApiProblem({ code: "stale", status: 409, message: "stale", current: theirs });
  };
  const session = { isAllowed: () => true, event: { timezone: "UTC" } };
  const notices = { success: vi.fn(), error: vi.fn(), lastId: 0, list: [] };
  const env = { api: { call }, session, notices, now: () => new Date(), report: () => undefined, go: vi.fn() };
  const store = NetworkingStore.create({}, env);
  const onChanged = vi.fn();
  const seen = { category: 1, isOpen: true, onChanged };
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const draw = (isThere: boolean) =>
    act(async () =>
      root.render(
        <RootContext.Provider value={{ env, notices, session, areaStore: () => store } as never}>
          <MemoryRouter initialEntries={["/profile"]}>
            {isThere && <MeetingsTab.Tab eventId={5} thing={{ id: ADA, name: "Ada" } as never} {...seen} />}
          </MemoryRouter>
        </RootContext.Provider>,
      ),
    );
  const press = (selector: string) => act(async () => place.querySelector<HTMLButtonElement>(selector)?.click());
  const area = () => place.querySelector("textarea") as HTMLTextAreaElement;

  await draw(true);
  await press(".meeting-acts button:nth-of-type(3)");
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area(), "At the bar");
    area().dispatchEvent(new Event("input", { bubbles: true }));
  });
  await press("[type=submit]");
  await draw(false);
  await act(async () => refuse());
  const action = notices.error.mock.calls[0]?.[1]?.action;
  action?.run();
  await draw(true);
  const typed = area()?.value;
  await press("[type=submit]");

  // Once, with the move that was saved: the list beside may show a column of meetings.
  expect(onChanged).toHaveBeenCalledOnce();
  expect(env.go.mock.calls[0]?.[0]).toContain("/profile?");
  expect(typed).toBe("At the bar");
  expect(sent).toMatchObject([
    { rev: 1, start: meeting(1, 10).start },
    { rev: 3, start: theirs.start, end: theirs.end, message: "At the bar" },
  ]);
});
