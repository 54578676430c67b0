// The end of an archived field that has lost all of its data types: it comes back for those that are ticked, or for all on purpose.
import type { ComponentProps } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { Archiving } from "../../src/kernel/fields/Archiving.tsx";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { tracking } from "../../src/kernel/store/tracked.ts";
import { RootContext } from "../../src/kernel/store/useStore.ts";
import { web } from "../support/web.ts";

const FIELD = { id: 1, key: "diet", labels: { "en-gb": "Diet" }, type_ids: [], rev: 1, archived_at: "then" };

let root: Root;
// Texts stand there as their keys.
beforeAll(() => startLanguage("en-gb", async () => ({})));
afterEach(() => flushSync(() => root.unmount()));

function draw(field: object) {
  const archive = vi.fn(async () => field as Field);
  const props = {
    ...{ field, types: [{ id: 3, type: "Guest" }], events: [], mentions: [], acts: { archive } },
    ...{ saving: tracking(), replacing: tracking(), stopping: tracking(), running: undefined, answers: 3 },
    told: { isDrawn: () => true, done: () => undefined, failed: () => undefined },
  };
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
  flushSync(() =>
    root.render(
      <RootContext.Provider value={web().root}>
        <Archiving {...(props as object as ComponentProps<typeof Archiving>)} />
      </RootContext.Provider>,
    ),
  );
  return archive;
}
const press = (text: string) =>
  flushSync(() => [...document.querySelectorAll("button")].find((one) => one.textContent?.endsWith(text))?.click());

test("without any of its types it is restored for those that are ticked", async () => {
  const archive = draw({ ...FIELD, types_lost: true });
  flushSync(() => document.querySelector<HTMLInputElement>("input[type=checkbox]")?.click());

  press("fields.restore");

  await vi.waitFor(() => expect(archive).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }), false, [3]));
});

test("where none is ticked the button says that all will have it", async () => {
  const archive = draw({ ...FIELD, types_lost: true });

  press("fields.restore");
  expect(archive).not.toHaveBeenCalled();
  press("fields.restoreForAll");

  await vi.waitFor(() => expect(archive).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }), false, []));
});

test("any other is restored as it was", async () => {
  const archive = draw(FIELD);

  press("fields.restore");

  await vi.waitFor(() => expect(archive).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }), false, undefined));
});
