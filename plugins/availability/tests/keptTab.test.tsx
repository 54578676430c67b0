// Times that are typed in a tab that is kept: what somebody else saves meanwhile is not overwritten unseen.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import type { Availability } from "../contract.ts";
import { AvailabilityTab } from "../web/AvailabilityTab.tsx";
import { AvailabilityStore } from "../web/store.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const MORNING = { start: "2026-05-05T07:00:00.000Z", end: "2026-05-05T10:00:00.000Z" };

/** Ada's tab, beside what the server holds and the revisions with which was saved. */
async function drawn() {
  const server: { kept: Availability } = { kept: { rev: 1, windows: null, taken: [] } };
  const sent: number[] = [];
  const changed: number[] = [];
  const call = async ({ name }: AnyEndpoint, { body }: { body: Availability }) => {
    if (name !== "saveAvailability") return server.kept;
    sent.push(body.rev);
    server.kept = { ...server.kept, rev: body.rev + 1, windows: body.windows };
    return server.kept;
  };
  const date = { date_start: "2026-05-05T08:00:00Z", date_end: "2026-05-06T18:00:00Z" };
  const session = { isAllowed: () => true, event: { timezone: "Europe/Berlin", date } };
  const notices = { success: () => 0, error: () => 0, lastId: 0, list: [] };
  const env = { api: { call }, session, notices, report: () => undefined, go: () => undefined };
  const store = AvailabilityStore.create({}, env);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const { Tab } = AvailabilityTab;
  const draw = (isOpen: boolean) =>
    act(async () =>
      root.render(
        <RootContext.Provider value={{ env, notices, areaStore: () => store } as never}>
          <MemoryRouter>
            <Tab
              eventId={5}
              thing={{ id: 3, name: "Ada" } as never}
              category={1}
              isOpen={isOpen}
              onChanged={() => changed.push(sent.length)}
            />
          </MemoryRouter>
        </RootContext.Provider>,
      ),
    );
  await draw(true);
  const comeBack = async () => {
    await draw(false);
    await draw(true);
  };
  const choose = (at: number) =>
    act(async () => place.querySelectorAll<HTMLInputElement>(".times-kind input")[at]?.click());
  const save = () => act(async () => place.querySelector<HTMLButtonElement>("button[type=submit]")?.click());
  return { server, sent, changed, comeBack, choose, save };
}

test("times that were typed before somebody else saved are saved on what they were typed on", async () => {
  const { server, sent, comeBack, choose, save } = await drawn();

  await choose(2);
  server.kept = { rev: 2, windows: [MORNING], taken: [] };
  await comeBack();
  await save();

  expect(sent).toEqual([1]);
});

test("times that are typed on what somebody else saved, and on what was saved before, are saved on that", async () => {
  const { server, sent, changed, comeBack, choose, save } = await drawn();

  server.kept = { rev: 2, windows: [MORNING], taken: [] };
  await comeBack();
  await choose(2);
  await save();
  await choose(0);
  await save();

  expect(sent).toEqual([2, 3]);
  // The list beside is told of each.
  expect(changed).toEqual([1, 2]);
});
