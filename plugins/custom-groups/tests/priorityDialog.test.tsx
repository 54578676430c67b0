// Which group decides, chosen while somebody else may choose as well.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "#web";
import { startLanguage, t } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import type { Group, Priority } from "../contract.ts";
import texts from "../locales/en-gb.json";
import { PriorityDialog } from "../web/PriorityDialog.tsx";
import { CustomGroupsStore } from "../web/store.ts";

let drawn: Root;
let sent: Priority[];
const group = (id: number) => ({ id, rev: 1, name: `Group ${id}`, see: null, recommend: null }) as Group;
const THEIRS: Priority = { rev: 2, rule: "highest", order: [4, 3] };

async function open() {
  sent = [];
  const call = async ({ name }: { name: string }, { body }: { body?: Priority }) => {
    if (name === "listGroups") return [group(3), group(4)];
    if (name === "getGroupPriority") return { rev: 1, rule: "permissive", order: [3, 4] };
    sent.push(body as Priority);
    if (body?.rev === THEIRS.rev) return { ...body, rev: 3 };
    throw new ApiProblem({ code: "stale", status: 409, message: "stale", current: THEIRS });
  };
  const session = { isAllowed: () => true, accessRole: 200 };
  const notices = { success: () => undefined, list: [], lastId: 0 };
  const env = { session, api: { call }, notices, settings: {}, t, report: () => undefined };
  const store = CustomGroupsStore.create({}, env);
  await store.listGroups(5);
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env, session, notices, areaStore: () => store } as never}>
        <MemoryRouter>
          <PriorityDialog eventId={5} onClose={() => undefined} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  await vi.waitFor(() => expect(radios()).toHaveLength(2));
  return { theirs: () => flushSync(() => store.prioritize(THEIRS)) };
}
const radios = () => [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")];
const rule = () => radios().findIndex(({ checked }) => checked);
const order = () => [...document.querySelectorAll(".group-ranking .group-name")].map((one) => one.textContent);
const press = (text: string) =>
  flushSync(() => [...document.querySelectorAll("button")].find((one) => one.textContent === text)?.click());

beforeEach(async () => {
  await startLanguage("en-gb", async () => ({ "custom-groups": texts, common: { save: "Save" } }));
  document.body.innerHTML = "<div></div>";
  drawn = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => flushSync(() => drawn.unmount()));

test("a choice that somebody else has made since the dialog was opened is told before it is replaced", async () => {
  const { theirs } = await open();
  const [permissive, highest] = [0, 1];
  flushSync(() => radios()[highest]?.click());
  flushSync(() => radios()[permissive]?.click());

  theirs();
  press("Save");
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")?.textContent).toContain("Somebody else"));
  press("Save mine");

  await vi.waitFor(() =>
    expect(sent.map(({ rev, rule }) => [rev, rule])).toEqual([
      [1, "permissive"],
      [2, "permissive"],
    ]),
  );
});

test("whoever has chosen nothing yet sees what somebody else has chosen", async () => {
  const { theirs } = await open();
  expect(rule()).toBe(0);

  theirs();

  await vi.waitFor(() => expect(order()).toEqual(["Group 4", "Group 3"]));
  expect(rule()).toBe(1);
});
