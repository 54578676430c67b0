// A profile that is created late: whoever has walked on by then stays where they are, and what failed is told.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { ApiProblem, tracking, trackings } from "#web";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import type { Thing } from "../contract.ts";
import { NewThingPanel } from "../web/NewThingPanel.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const ada = { id: 3, rev: 1, name: "Ada Byron" } as unknown as Thing;

/** The form of a new participant, who is being created. */
async function creating() {
  let answer: (thing: Thing | undefined) => void = () => undefined;
  const store = {
    ...{
      creating: tracking(),
      saving: trackings(),
      questions: { eventId: 5, fields: [], listing: tracking() },
      put: vi.fn(),
    },
    createThing: vi.fn(() => new Promise<Thing | undefined>((done) => (answer = done))),
  };
  const notices = { success: vi.fn(), error: vi.fn(), lastId: 0, list: [] };
  const session = { isAllowed: () => true, typeCategories: [], accessRole: 200 };
  const env = { notices, session, go: () => undefined, api: {} };
  const onCreated = vi.fn();
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const draw = (isOpen: boolean) =>
    act(async () =>
      root.render(
        <RootContext.Provider value={{ env, notices, session, areaStore: () => store } as never}>
          <MemoryRouter>
            {isOpen && (
              <NewThingPanel
                title="Add guest"
                eventId={5}
                types={[{ id: 1, type: "Guest" }]}
                typeId={1}
                onClose={() => undefined}
                onCreated={onCreated}
                onElsewhere={() => undefined}
              />
            )}
          </MemoryRouter>
        </RootContext.Provider>,
      ),
    );
  await draw(true);
  expect(place.querySelector("h2")?.textContent).toBe("Add guest");
  await act(async () => place.querySelector<HTMLButtonElement>("button[type=submit]")?.click());
  // The checker arrives when the first form is used.
  await act(async () => vi.waitFor(() => expect(store.createThing).toHaveBeenCalled(), { timeout: 10_000 }));
  const arrive = async (thing: Thing | undefined) => {
    await act(async () => answer(thing));
    await act(async () => new Promise((done) => setTimeout(done)));
  };
  return { store, notices, onCreated, leave: () => draw(false), arrive };
}

test("who waited for it sees the profile", async () => {
  const { store, onCreated, arrive } = await creating();

  await arrive(ada);

  expect(onCreated).toHaveBeenCalledWith(ada, true);
  expect(store.put).toHaveBeenCalledWith(ada);
});

test("who has walked on stays there, and is told", async () => {
  const { store, notices, onCreated, leave, arrive } = await creating();
  await leave();

  await arrive(ada);

  expect(onCreated).toHaveBeenCalledWith(ada, false);
  expect(store.put).not.toHaveBeenCalled();
  expect(notices.success).toHaveBeenCalledOnce();
});

test("who has walked on is told that it was not created, and may try again", async () => {
  const { store, notices, leave, arrive } = await creating();
  await leave();

  store.creating.problem = new ApiProblem({ code: "network", status: 0, message: "away" });
  await arrive(undefined);

  expect(notices.error).toHaveBeenCalledOnce();
  expect(notices.error.mock.calls[0]?.[1]?.action).toBeDefined();
});
