// Which values of a pair can be chosen: what the server would refuse, or leave, is not offered, and it is said why.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { ApiProblem } from "#web";
import { startLanguage, t } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { aField, aThing } from "../../event-data/tests/factories.ts";
import { PairPanel } from "../web/PairPanel.tsx";
import { DuplicatesStore, type Two } from "../web/store.ts";

const words = JSON.parse(readFileSync(join(import.meta.dirname, "../../../locales/common/en-gb.json"), "utf8"));
let place: HTMLElement;
let drawn: ReturnType<typeof createRoot>;
let sent: { take: string[] } | undefined;
let told: unknown[] = [];
let dismissing: Promise<unknown> = Promise.resolve();
const onNext = (gone?: number) => told.push(["next", gone]);
const onAnswered = (id: number | undefined, isDone: boolean) => told.push(["answered", id, isDone]);
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({ common: words }));
});
beforeEach(() => {
  sent = undefined;
  told = [];
  place = document.body.appendChild(document.createElement("div"));
  drawn = createRoot(place);
});
afterEach(() => {
  flushSync(() => drawn.unmount());
  place.remove();
});

/** Opens a pair for a matchmaker; the first profile is the fuller one, which stays. */
async function open(fields: readonly Field[], one: object, other: object, two: Two = { pairId: 5 }): Promise<void> {
  const facts = { id: 5, reasons: ["name"], state: "open", attached: [], notes: { one: [], other: [] } };
  const pair = {
    ...facts,
    one: aThing({ id: 1, ...one }),
    other: aThing({ id: 2, email: "", job_title: "", ...other }),
  };
  const call = async ({ name }: { name: string }, { body }: { body?: { take: string[] } }) => {
    if (name === "mergeThings") sent = body;
    if (name === "dismissDuplicate") return dismissing;
    if (name === "compareThings") return { ...pair, pair: null };
    return name === "listFields" ? fields : name === "getDuplicate" ? pair : Promise.reject(new Error(name));
  };
  const notices = {
    success: (text: string) => told.push(["success", text]),
    error: (text: string, { title }: { title: string }) => told.push(["error", title, text]),
  };
  const session = { isAllowed: () => true, accessRole: 200, typeCategories: [], event: { timezone: "UTC" } };
  const env = { session, api: { call, address: () => "/picture" }, notices, settings: {}, t, report: () => undefined };
  const store = DuplicatesStore.create({}, env);
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env, session, notices: {}, areaStore: () => store } as never}>
        <MemoryRouter>
          <PairPanel eventId={1} two={two} onClose={() => undefined} onNext={onNext} onAnswered={onAnswered} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  await expect.poll(() => place.querySelector("table")).not.toBeNull();
}
const radios = (field: string) => [...place.querySelectorAll<HTMLInputElement>(`input[name="take-${field}"]`)];
const states = (field: string) => radios(field).map(({ checked, disabled }) => ({ checked, disabled }));
const why = (radio: HTMLInputElement | undefined) =>
  place.ownerDocument.getElementById(radio?.getAttribute("aria-describedby") ?? "")?.textContent;
const merge = async () => {
  flushSync(() => [...place.querySelectorAll("button")].at(-1)?.click());
  await expect.poll(() => sent).toBeDefined();
  return sent?.take;
};

test("an answer that a stronger role gives cannot be replaced, and the reason is said with the choice", async () => {
  const badge = aField({ key: "badge", edit_role: 95 });
  await open([badge], { fields: { badge: "B-1" } }, { fields: { badge: "B-2" } });

  expect(states("fields.badge")).toEqual([
    { checked: true, disabled: false },
    { checked: false, disabled: true },
  ]);
  expect(why(radios("fields.badge")[1])).toBe(words["answer.not_yours"]);
  // Of a built-in field both can be chosen.
  expect(states("email").map(({ disabled }) => disabled)).toEqual([false, false]);
  // With the other profile its own answer stays.
  flushSync(() => place.querySelectorAll<HTMLInputElement>('input[name="keep"]')[1]?.click());
  expect(states("fields.badge")).toEqual([
    { checked: false, disabled: true },
    { checked: true, disabled: false },
  ]);
});

test("an answer that the profile does not give yet may be taken, whoever else could change it", async () => {
  const badge = aField({ key: "badge", edit_role: 95 });
  await open([badge], {}, { fields: { badge: "B-2" } });

  expect(states("fields.badge")).toEqual([
    { checked: false, disabled: false },
    { checked: true, disabled: false },
  ]);
  expect(await merge()).toEqual(["fields.badge"]);
});

test("an answer to a field that the data type does not have is not taken, until that type is", async () => {
  const talk = aField({ key: "talk", type_ids: [3] });
  await open([talk], {}, { type_id: 3, fields: { talk: "Engines" } });

  expect(states("fields.talk")).toEqual([
    { checked: true, disabled: false },
    { checked: false, disabled: true },
  ]);
  expect(why(radios("fields.talk")[1])).toBe(words["answer.not_for_type"]);
  flushSync(() => radios("type_id")[1]?.click());
  expect(states("fields.talk")[1]).toEqual({ checked: true, disabled: false });
  flushSync(() => radios("type_id")[0]?.click());
  expect(await merge()).toEqual([]);
});

test.each([
  ["imported", "active", ["status"]],
  ["invited", "active", ["status"]],
  ["active", "imported", []],
  ["imported", "blocked", []],
  ["blocked", "active", []],
])(
  "of %s, which stays, and %s the one that has come further is proposed, and never to be blocked or not",
  async (one, other, taken) => {
    await open([], { status: one }, { status: other });

    expect(await merge()).toEqual(taken);
  },
);

test("two whom nobody suspects can be merged; there is no pair that could be kept apart", async () => {
  const buttons = () => [...place.querySelectorAll(".form-bar button")].map(({ textContent }) => textContent);
  await open([], {}, {});
  const ofPair = buttons();
  flushSync(() => drawn.unmount());
  drawn = createRoot(place);
  await open([], {}, {}, { one: 1, other: 2 });

  expect(place.querySelector(".duplicate-why")?.textContent).toBe(t("duplicates:compare.unsuspected"));
  expect([ofPair.length, buttons()]).toEqual([2, [t("duplicates:merge.action")]]);
  expect(await merge()).toEqual([]);
});

test("a merge says which pictures were seen: another by then is not replaced", async () => {
  await open([], { photo: "seen" }, { photo: null });
  await merge();

  expect(sent).toMatchObject({ keep: { id: 1, photo: "seen" }, drop: { id: 2, photo: null } });
});

test("who is kept apart is left at once for the next pair; where that is refused it is said of whom, and the list is read anew", async () => {
  const press = () => flushSync(() => place.querySelector<HTMLButtonElement>(".form-bar button")?.click());
  let answer: (done: unknown) => void = () => undefined;
  dismissing = new Promise((done) => (answer = done));
  await open([], { name: "Ada" }, { name: "Bo" });
  press();
  const atOnce = [...told];
  answer({ done: true });
  await expect.poll(() => told.length).toBe(3);
  const whole = told.splice(0);
  dismissing = Promise.reject(new ApiProblem({ code: "not_found", status: 404, message: "Gone by now" }));
  dismissing.catch(() => undefined);
  await expect.poll(() => place.querySelector("[aria-disabled=true], button:disabled")).toBeNull();
  press();
  await expect.poll(() => told.length).toBe(3);

  expect(atOnce).toEqual([["next", undefined]]);
  expect(whole.slice(1)).toEqual([
    ["success", t("duplicates:dismiss.done")],
    ["answered", 5, true],
  ]);
  expect(told).toEqual([
    ["next", undefined],
    ["error", "Ada – Bo", "Gone by now"],
    ["answered", 5, false],
  ]);
});
