// What was done together a short while ago.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { RootContext } from "../../src/kernel/store/useStore.ts";
import { LastRun } from "../../src/kernel/ui/LastRun.tsx";
import { web } from "../support/web.ts";

test("what was done is offered to be undone until its time is over, and not a moment longer", async () => {
  document.body.innerHTML = "<div></div>";
  const { root } = web({ table: {} });
  root.env.now = () => new Date();
  const drawn = createRoot(document.body.firstElementChild as Element);
  const idle = { running: undefined, isLost: false, stopping: false, stop: () => {}, undoing: { busy: false } };
  const until = new Date(root.env.now().getTime() + 400).toISOString();

  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <LastRun text="12 were moved" until={until} store={idle as never} onUndo={async () => "Undone"} />
      </RootContext.Provider>,
    ),
  );
  expect(document.querySelector("button")).not.toBeNull();

  await expect.poll(() => document.querySelector("button"), { timeout: 3000 }).toBeNull();
  flushSync(() => drawn.unmount());
});
