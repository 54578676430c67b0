// What was done last stands above the list of fields: they come together, and nothing moves.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { problemReply, web } from "../../../tests/support/web.ts";
import { CustomFieldsScreen } from "../web/CustomFieldsScreen.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

test.each([
  ["nothing", null],
  ["that it cannot be told", problemReply(500, "unexpected", "Broken")],
])("the list waits until it is known what stands above it: here %s", async (_, answer) => {
  let tell: (answer: unknown) => void = () => undefined;
  const last = new Promise((done) => {
    tell = done;
  });
  const base = "/1/api/container/5/field";
  const table = { [`GET ${base}`]: [], [`GET ${base}/use`]: { keys: [] }, [`GET ${base}/last-act`]: () => last };
  const { root } = web({ table });
  const router = createMemoryRouter([{ path: "/:eventId", element: <CustomFieldsScreen /> }], {
    initialEntries: ["/5"],
  });
  const place = document.body.appendChild(document.createElement("div"));
  const drawn = createRoot(place);
  await act(async () =>
    drawn.render(
      <RootContext.Provider value={root}>
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
  const coming = () => place.querySelector(".skeleton, [aria-busy=true]");
  await act(async () => new Promise((done) => setTimeout(done, 50)));
  expect(coming()).not.toBeNull();

  await act(async () => tell(answer));

  await expect.poll(coming).toBeNull();
  expect(place.querySelector(".state")).not.toBeNull();
  await act(async () => drawn.unmount());
});
