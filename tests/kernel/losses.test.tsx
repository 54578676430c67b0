// What is lost is told in the words of its area, also on a screen that never needed them before.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { Losses } from "../../src/kernel/ui/Losses.tsx";

let root: ReturnType<typeof createRoot>;
beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
});

const LOSSES = [{ label: "far:lost", count: 2, examples: [{ label: "far:one", values: { name: "Ada" } }] }];
const TEXTS = { lost_one: "{{number}} meeting", lost_other: "{{number}} meetings", one: "with {{name}}" };
const said = () => document.body.textContent;

async function draw(far: () => Promise<object | undefined>) {
  await startLanguage("en-gb", async (path) => (path.endsWith("/far.json") ? far() : {}));
  flushSync(() => root.render(<Losses losses={LOSSES} />));
}

test("until its words are here nothing is told, and never a key", async () => {
  let come: (texts: object) => void = () => undefined;
  await draw(() => new Promise((done) => (come = done)));
  expect(document.querySelector("[role=status], .skeleton")).not.toBeNull();
  expect(said()).not.toContain("lost");

  come(TEXTS);

  await vi.waitFor(() => expect(said()).toBe("2 meetingswith Ada"));
});

test("words that are here already are told at once; those that cannot be had hold nothing up", async () => {
  await draw(async () => TEXTS);
  await vi.waitFor(() => expect(said()).toBe("2 meetingswith Ada"));
  flushSync(() => root.render(<Losses key="again" losses={LOSSES} />));
  expect(said()).toBe("2 meetingswith Ada");

  await draw(async () => undefined);
  await vi.waitFor(() => expect(document.querySelectorAll("li")).toHaveLength(2));
});
