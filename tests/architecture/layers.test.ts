// Whatever is drawn over or beside a page is opened by a walk that looks whether everybody can use it (tests/e2e).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openersOf } from "../e2e/pages/openers.ts";
import { PANELS, PICTURES } from "../e2e/pages/panels.ts";
import { filesIn, root } from "./graph.ts";

const DIALOGS = /^(?!\s*(?:\*|\/\/)).*<(?:Dialog|Confirm|BlueprintDialog|dialog)(?=[\s>])/gm;
const PANELS_DRAWN = /<SidePanel(?=[\s>])/g;

/** Opened by the story "the layer … can be used by everybody", under these names. */
const BY_NAME: Record<string, string> = {
  "src/app/palette/PaletteDialog.tsx": '"command palette"',
  "src/app/shortcuts/ShortcutsDialog.tsx": '"sheet of shortcuts"',
  "plugins/account/web/ProfileDialog.tsx": "profile",
};

/** Of a file, how many dialogs no walk opens, and why. */
const UNOPENED: Record<string, readonly [number, string]> = {
  "src/kernel/ui/Confirm.tsx": [1, "the frame of all questions"],
  "src/kernel/ui/DialogFrame.tsx": [1, "the frame of all dialogs"],
  "plugins/admin-access/web/MemberPanel.tsx": [1, "takes a second factor away, which nobody of the demo has"],
  "plugins/event-data/web/BlockingQuestion.tsx": [1, "losses and their choice, as where a profile is removed"],
  "plugins/event-data/web/bulk/UndoneDialog.tsx": [1, "the list of who was left out, as an act on many shows it"],
  "plugins/outbox/web/RetryMany.tsx": [2, "asked where letters are sent, as they are not in a story"],
};

/** Panels that no address and no press alone opens. */
const UNOPENED_PANELS: Record<string, string> = {
  "plugins/event-data/web/laterPanels.tsx": "the panel whose code has not come yet",
};

/** How often each file draws what the pattern says. */
function drawn(pattern: RegExp): Map<string, number> {
  const counts = filesIn(["src", "plugins"], /\.tsx$/)
    .filter(({ file }) => !/^plugins\/_|\/tests\//.test(file))
    .map(({ file, text }) => [file, text.match(pattern)?.length ?? 0] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

const pressed = openersOf({ profile: 0, view: 0, field: 0, type: 0, member: 0 }).flatMap(({ address, layers }) =>
  layers.map(([of, ...steps]) => ({ of, by: JSON.stringify([address, steps]), isPanel: steps.length === 0 })),
);
const named = Object.entries(BY_NAME).map(([of, by]) => ({ of, by }));

/** How many dialogs of a file the walks open. */
function openedOf(file: string): number {
  const dialogs = pressed.filter(({ isPanel }) => !isPanel);
  const addressed = PICTURES.map(({ address, of }) => ({ of, by: address }));
  return new Set([...dialogs, ...addressed, ...named].filter(({ of }) => of === file).map(({ by }) => by)).size;
}

test("every dialog and question is opened by a walk, or it is said why not", () => {
  const dialogs = drawn(DIALOGS);
  const lacking = [...dialogs].flatMap(([file, count]) => {
    const missing = count - openedOf(file) - (UNOPENED[file]?.[0] ?? 0);
    return missing > 0 ? [`${file}: ${missing} more`] : [];
  });

  expect(dialogs.size).toBeGreaterThan(45);
  expect(lacking).toEqual([]);
});

test("every panel beside a page is opened by a walk, or it is said why not", () => {
  const panels = [...drawn(PANELS_DRAWN).keys()];
  const opened = new Set([...pressed.filter(({ isPanel }) => isPanel), ...PANELS, ...PICTURES].map(({ of }) => of));

  expect(panels.length).toBeGreaterThan(20);
  expect(panels.filter((file) => !opened.has(file) && !UNOPENED_PANELS[file])).toEqual([]);
  expect(Object.keys(UNOPENED_PANELS).filter((file) => !panels.includes(file) || opened.has(file))).toEqual([]);
});

test("what is said not to be opened is there, and is not opened", () => {
  const dialogs = drawn(DIALOGS);
  const stale = Object.entries(UNOPENED).filter(
    ([file, [excused]]) => (dialogs.get(file) ?? 0) - openedOf(file) < excused,
  );

  expect(stale.map(([file]) => file)).toEqual([]);
});

test("what a walk says it opens is where it says, and by the name that it says", () => {
  const stories = readFileSync(join(root, "tests/e2e/accessibility.spec.ts"), "utf8");
  const files = new Set(filesIn(["src", "plugins"], /\.tsx$/).map(({ file }) => file));

  expect([...pressed, ...PANELS, ...PICTURES, ...named].filter(({ of }) => !files.has(of))).toEqual([]);
  expect(Object.values(BY_NAME).filter((name) => !stories.includes(`  ${name}: async (page)`))).toEqual([]);
});
