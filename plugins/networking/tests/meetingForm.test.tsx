// A meeting that is being moved in a tab that is kept: what somebody else saves meanwhile is not overwritten unseen.
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem } from "#web";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import type { Meeting } from "../contract.ts";
import { MeetingForm } from "../web/MeetingForm.tsx";
import { NetworkingStore } from "../web/store.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const [ADA, BO] = [3, 4];
const meeting = (rev: number, start = "2026-06-01T09:00:00.000Z") =>
  ({
    ...{ id: 1, rev, start, end: "2026-06-01T12:00:00.000Z", state: "requested", message: "", location: null },
    participants: [ADA, BO].map((id) => ({ id, name: String(id), state: "accepted" })),
  }) as unknown as Meeting;

/** The form of the meeting of Ada and Bo; the server holds its third revision. Beside it: the revisions with which was saved. */
async function drawn() {
  const sent: number[] = [];
  const call = async ({ name }: AnyEndpoint, { body }: { body: { rev: number } }) => {
    if (name !== "saveMeeting") return { taken: [], away: [], locations: [], refused: [], free: [] };
    sent.push(body.rev);
    if (body.rev === 3) return meeting(4);
    throw new ApiProblem({ code: "stale", status: 409, message: "stale", current: meeting(3) });
  };
  const session = { isAllowed: () => true, event: { timezone: "Europe/Berlin" } };
  const notices = { success: () => 0, error: () => 0, lastId: 0, list: [] };
  const env = { api: { call }, session, notices, now: () => new Date(), report: () => undefined, go: () => undefined };
  const store = NetworkingStore.create({ thingId: ADA, meetings: [], locations: [] }, env);
  const place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
  const draw = (now: Meeting) =>
    act(async () =>
      root.render(
        <RootContext.Provider value={{ env, notices, areaStore: () => store } as never}>
          <MemoryRouter>
            <MeetingForm
              eventId={5}
              thing={{ id: ADA, name: "Ada" } as never}
              meeting={now}
              isOpen
              onDone={() => undefined}
            />
          </MemoryRouter>
        </RootContext.Provider>,
      ),
    );
  const type = (text: string) =>
    act(async () => {
      const area = place.querySelector("textarea") as HTMLTextAreaElement;
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, text);
      area.dispatchEvent(new Event("input", { bubbles: true }));
    });
  const save = () => act(async () => place.querySelector<HTMLButtonElement>("button[type=submit]")?.click());
  await draw(meeting(1));
  return { sent, draw, type, save };
}

test("a change that was typed before somebody else saved is saved on what it was typed on, and on theirs once that is told", async () => {
  const { sent, draw, type, save } = await drawn();

  await type("At the bar");
  await draw(meeting(3, "2026-06-01T10:00:00.000Z"));
  await save();
  await save();

  expect(sent).toEqual([1, 3]);
});

test("a change that is typed on what somebody else saved is saved on that", async () => {
  const { sent, draw, type, save } = await drawn();

  await draw(meeting(3, "2026-06-01T10:00:00.000Z"));
  await type("At the bar");
  await save();

  expect(sent).toEqual([3]);
});
