// The link of an invitation is told once: it goes with the panel that told it.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { InvitePanel } from "../web/InvitePanel.tsx";
import { AdminAccessStore } from "../web/store.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

test("who leaves the panel of an invitation leaves its link behind", async () => {
  const env = { session: {}, settings: {}, notices: {} };
  const store = AdminAccessStore.create({}, env);
  store.set({ link: { email: "ann@x.example", address: "https://x.example/create-account/1", withheld: [] } });
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <RootContext.Provider value={{ env, notices: {}, areaStore: () => store } as never}>
        <InvitePanel onClose={() => undefined} />
      </RootContext.Provider>,
    ),
  );
  expect(place.querySelector<HTMLInputElement>("input")?.value).toContain("create-account");

  await act(async () => root.unmount());

  expect(store.link).toBeUndefined();
});
