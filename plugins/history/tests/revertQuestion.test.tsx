// Before a change is taken back that blocks or removes somebody: what they still have before them, and what is chosen for it.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../../src/kernel/ui/bringLayers.ts";
import { problemReply, type Reply, web } from "../../../tests/support/web.ts";
import type { HistoryLine } from "../contract.ts";
import { RevertQuestion } from "../web/RevertQuestion.tsx";

const LINE = "/1/api/container/5/history/7";
const meeting = { label: "networking:blocking", count: 1, others: { count: 2, reached: 2 } };

let drawn: Root;
// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  await bringLayers();
});
afterEach(() => {
  flushSync(() => drawn.unmount());
  document.body.replaceChildren();
});

const boxes = () => [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
const buttonOf = (text: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent?.includes(text));

/** The question about a line once it knows what is lost, and what is sent when it is answered. */
async function asking(reversal: HistoryLine["reversal"], loss: Reply) {
  const { asked, action, onAnswered } = draw(reversal, loss);
  await expect.poll(() => isResting(action())).toBe(false);
  return async () => {
    action()?.click();
    await expect.poll(() => onAnswered.mock.calls).toEqual([[true]]);
    return asked.find(({ path }) => path === `${LINE}/revert`)?.body;
  };
}

function draw(reversal: HistoryLine["reversal"], loss: Reply, mayLose = true) {
  const { root, asked } = web({ table: { [`POST ${LINE}/loss`]: loss, [`POST ${LINE}/revert`]: { fields: [] } } });
  const line = {
    id: 7,
    object_label: "Ada",
    object_type: "event-data.thing",
    reversal,
    may_lose: mayLose,
  } as HistoryLine;
  const [onAnswered, onClose] = [vi.fn(), vi.fn()];
  drawn = createRoot(document.body.appendChild(document.createElement("div")));
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <MemoryRouter>
          <RevertQuestion line={line} eventId={5} onAnswered={onAnswered} onClose={onClose} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  return { asked, onAnswered, onClose, action: () => buttonOf(`action.${reversal}`) };
}
const isResting = (button: HTMLElement | undefined) =>
  button?.matches(":disabled, [aria-busy=true], [aria-disabled=true]");

test("who becomes blocked keeps their meetings unless that is chosen", async () => {
  const answer = await asking("fields", { by: "blocking", losses: [meeting] });
  await expect.poll(() => document.querySelector(".losses")).not.toBeNull();
  expect(boxes().map(({ checked }) => checked)).toEqual([false]);

  boxes()[0]?.click();

  expect(await answer()).toEqual({ calls_off: true, tells: true });
});

test("of who is removed the meetings go, and the others are told unless somebody says otherwise", async () => {
  const answer = await asking("remove", { by: "removing", losses: [meeting] });
  expect(boxes().map(({ checked }) => checked)).toEqual([true]);

  boxes()[0]?.click();

  expect(await answer()).toEqual({ calls_off: true, tells: false });
});

test("where nothing is lost nothing is asked", async () => {
  const answer = await asking("fields", { by: null, losses: [] });

  expect(boxes()).toEqual([]);
  expect(await answer()).toEqual({});
});

test("of what comes back it is told what does not come with it, and nothing is chosen", async () => {
  const answer = await asking("bring_back", { by: null, losses: [{ label: "agenda:lost.speakers", count: 1 }] });
  await expect.poll(() => document.querySelectorAll(".losses > li")).toHaveLength(1);

  expect(boxes()).toEqual([]);
  expect(await answer()).toEqual({});
});

test("what could not be found out is said, and nobody's meetings are cancelled for it", async () => {
  const answer = await asking("fields", problemReply(503, "unavailable", "Away"));

  expect(document.body.textContent).toContain("revert.unknownLosses");
  expect(await answer()).toEqual({});
});

test("the question can be left while it is found out what is lost, and not answered", async () => {
  const { action, onClose, onAnswered } = draw("fields", new Promise(() => undefined));
  await expect.poll(() => isResting(action())).toBe(true);

  buttonOf("cancel")?.click();

  expect(onClose).toHaveBeenCalledOnce();
  expect(onAnswered).not.toHaveBeenCalled();
});

test("where nothing can be lost nothing is found out", async () => {
  const { asked, action } = draw("fields", { by: null, losses: [] }, false);

  await expect.poll(() => isResting(action())).toBe(false);
  expect(asked.map(({ path }) => path)).not.toContain(`${LINE}/loss`);
});
