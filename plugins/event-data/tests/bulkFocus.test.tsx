// Where the keys go in the dialog of an act on many.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../../src/kernel/ui/bringLayers.ts";
import { web } from "../../../tests/support/web.ts";
import { BulkDialog } from "../web/bulk/BulkDialog.tsx";

// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  await bringLayers();
});
let drawn: ReturnType<typeof createRoot>;
beforeEach(() => {
  drawn = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => flushSync(() => drawn.unmount()));

/** The dialog that adds to a group, and its groups as they come. */
function open() {
  let come = () => {};
  const groups = new Promise<object[]>((found) => {
    come = () => found([{ field: "group", id: 7, name: "Guests", byHand: true }]);
  });
  const { root } = web({ table: { "GET /1/api/container/1/thing/set": () => groups } });
  const none = () => undefined;
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <BulkDialog
          eventId={1}
          doing="in"
          selection={{ ids: [4] }}
          count={1}
          onEnded={none}
          onUndo={none}
          onClose={none}
        />
      </RootContext.Provider>,
    ),
  );
  return come;
}
const select = () => document.querySelector("select");
const isAtStep = () => document.activeElement?.className === "thing-bulk";

test("the groups to choose from have the focus once they are there", async () => {
  const come = open();
  await expect.poll(isAtStep).toBe(true);
  expect(select()).toBeNull();

  come();

  await expect.poll(select).not.toBeNull();
  expect(document.activeElement).toBe(select());
});

test("whoever has gone on to a button stays there when the groups come", async () => {
  const come = open();
  await expect.poll(isAtStep).toBe(true);
  const cancel = [...document.querySelectorAll("button")].find((one) => one.textContent === "cancel");
  cancel?.focus();

  come();

  await expect.poll(select).not.toBeNull();
  expect(document.activeElement).toBe(cancel);
});
