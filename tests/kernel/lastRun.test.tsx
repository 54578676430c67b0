// What was done together a short while ago.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import common from "../../locales/common/en-gb.json" with { type: "json" };
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../src/kernel/store/useStore.ts";
import { LastRun } from "../../src/kernel/ui/LastRun.tsx";
import { web } from "../support/web.ts";

test("what was done is offered to be undone until its time is over; then it rests where it stands", async () => {
  await startLanguage("en-gb", async () => ({ common }));
  document.body.innerHTML = "<div></div>";
  const { root } = web({ table: {} });
  root.env.now = () => new Date();
  const drawn = createRoot(document.body.firstElementChild as Element);
  const idle = { running: undefined, isLost: false, stopping: false, stop: () => {}, undoing: { busy: false } };
  const until = new Date(root.env.now().getTime() + 400).toISOString();

  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <LastRun
          text="12 were moved"
          by="Mina Okafor"
          until={until}
          store={idle as never}
          onUndo={async () => "Undone"}
        />
      </RootContext.Provider>,
    ),
  );
  expect(document.querySelector(".last-run")?.textContent).toContain(
    "12 were moved Done by Mina Okafor. This can be undone until",
  );
  const button = () => document.querySelector("button");
  expect(button()?.disabled).toBe(false);

  await expect.poll(() => button()?.disabled, { timeout: 3000 }).toBe(true);
  expect(document.querySelector(".last-run")?.textContent).toContain("12 were moved");

  // Who comes later finds nothing that is over.
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <LastRun key="later" text="12 were moved" until={until} store={idle as never} onUndo={async () => "Undone"} />
      </RootContext.Provider>,
    ),
  );
  expect(button()).toBeNull();
  flushSync(() => drawn.unmount());
});
