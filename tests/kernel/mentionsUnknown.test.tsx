// What names a field could not be looked up: nothing is claimed of it, and it is asked again.
import { runInAction } from "mobx";
import type { ComponentProps } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { FieldMention } from "#schemas/fieldMentions.ts";
import type { Field } from "#schemas/fields.ts";
import { ApiProblem } from "#web";
import { Archiving } from "../../src/kernel/fields/Archiving.tsx";
import { askedBy } from "../../src/kernel/fields/askedMentions.ts";
import { FieldPanel } from "../../src/kernel/fields/FieldPanel.tsx";
import { initialOf } from "../../src/kernel/fields/fieldDraft.ts";
import { OptionDialog } from "../../src/kernel/fields/OptionDialog.tsx";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { tracking, trackings } from "../../src/kernel/store/tracked.ts";
import { RootContext } from "../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../src/kernel/ui/bringLayers.ts";
import { web } from "../support/web.ts";

const option = (key: string) => ({ key, labels: { "en-gb": key } });
const FIELD = {
  ...{ id: 1, event_id: 5, key: "diet", kind: "choice", labels: { "en-gb": "Diet" }, rev: 1, archived_at: null },
  options: [option("none"), option("vegan")],
} as object as Field;
const NAMED = [
  { label: "common:rule", name: "Vegans", path: "/groups/1", event: null, options: ["vegan"] },
] as object as FieldMention[];
const away = new ApiProblem({ code: "unavailable", status: 503, message: "not now" });

let root: Root;
// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  await bringLayers();
  // jsdom has none.
  vi.stubGlobal("CSS", { escape: (text: string) => text });
});
afterEach(() => flushSync(() => root.unmount()));

function draw(element: JSX.Element) {
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
  flushSync(() =>
    root.render(
      <RootContext.Provider value={web().root}>
        <MemoryRouter>{element}</MemoryRouter>
      </RootContext.Provider>,
    ),
  );
}

const says = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text));
const press = (text: string) =>
  flushSync(() => [...document.querySelectorAll("button")].find((one) => one.textContent?.endsWith(text))?.click());

test("before an option is taken out it is told, and what names the option comes with the next attempt", async () => {
  const mentioning = tracking();
  const answers = [undefined, NAMED];
  const ask = async () => {
    const answer = answers.shift();
    runInAction(() => Object.assign(mentioning, { problem: answer ? undefined : away }));
    return answer;
  };
  const result = { changed: 2, emptied: 0, skipped: 0 };
  const props = {
    ...{ field: FIELD, isGone: false, option: option("vegan"), types: [], events: [], mentions: ask, mentioning },
    ...{ replacing: tracking(), stopping: tracking(), running: undefined, stop: () => undefined },
    replace: async () => ({ jobId: 7, result }),
  };
  draw(<OptionDialog {...(props as object as ComponentProps<typeof OptionDialog>)} />);
  await says("fields.option.preview");
  press("fields.option.preview");

  await says("fields.mention.unknown");
  expect(document.body.textContent).not.toContain("Vegans");
  press("retry");

  await says("Vegans");
  expect(document.body.textContent).not.toContain("fields.mention.unknown");
});

test("in the panel of a field it is told where else what names it stands, and comes with the next attempt", async () => {
  const mentioning = trackings();
  const answers = [undefined, NAMED];
  const mentions = async () => {
    const answer = answers.shift();
    const problem = answer ? undefined : away;
    runInAction(() => Object.assign(mentioning.of(askedBy(1, "panel")), { problem }));
    return answer;
  };
  // Of several events, so that nothing of it can be changed here.
  const field = { ...initialOf(undefined), ...FIELD, event_id: 0, event_ids: [] };
  const props = {
    ...{ field, fields: [field], eventId: 5, types: [], events: [], locales: ["en-gb"], running: {} },
    ...{ acts: { mentions, mentioning }, isMadeHere: () => false, isGone: false, from: undefined, use: undefined },
    ...{ saving: trackings(), replacing: trackings(), stopping: tracking() },
  };
  draw(<FieldPanel {...(props as object as ComponentProps<typeof FieldPanel>)} />);
  const part = () => document.querySelector('section[aria-label="fields.mention.title"]');

  await vi.waitFor(() => expect(part()?.textContent).toContain("fields.mention.unknown"));
  press("retry");

  await vi.waitFor(() => expect(part()?.textContent).toContain("Vegans"));
  expect(document.body.textContent).not.toContain("fields.mention.unknown");
});

test("before a field is removed it is told, too", async () => {
  const mentioning = trackings();
  const props = {
    ...{ field: { ...FIELD, archived_at: "2026-06-15T12:00:00Z" }, types: [], events: [], acts: { mentioning } },
    ...{ saving: tracking(), replacing: tracking(), stopping: tracking(), running: undefined, answers: 3 },
    told: { isDrawn: () => true, done: () => undefined, failed: () => undefined },
  };
  draw(<Archiving {...(props as object as ComponentProps<typeof Archiving>)} mentions={undefined} />);
  expect(document.body.textContent).not.toContain("fields.mention.unknown");

  runInAction(() => Object.assign(mentioning.of(askedBy(1, "panel")), { problem: away }));
  press("fields.removal.button");

  await vi.waitFor(() =>
    expect(document.querySelector("[role=dialog]")?.textContent).toContain("fields.mention.unknown"),
  );
});
