// Members who were taken out and are put in again from the notice that told it.
import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { keptInMemory } from "../../../tests/support/web.ts";
import texts from "../locales/en-gb.json";
import { putBack } from "../web/putBack.ts";
import { CustomGroupsStore } from "../web/store.ts";

interface Told {
  text: string;
  title?: string;
  action?: { run: () => void };
}
const PRESS = { id: 3, rev: 1, name: "Press", mode: "manual", members: 0, uses: [] };

/** Puts 7, 8 and 9 in again, and hands back what is told of it. */
async function back(answers: unknown[]) {
  await startLanguage("en-gb", async () => ({ "custom-groups": texts, common: { retry: "Try again" } }));
  const sent: unknown[] = [];
  const told: Told[] = [];
  const call = async ({ name }: AnyEndpoint, { body }: { body?: { words: string[] } } = {}) => {
    if (name === "listGroups") return [PRESS];
    if (name !== "addMembers") return { rev: 0, rule: "permissive", order: [] };
    sent.push(body?.words);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const env = {
    api: { call },
    tab: keptInMemory(),
    report: () => undefined,
    t: (key: string) => key,
  } as unknown as Env;
  const store = CustomGroupsStore.create({}, env);
  await store.listGroups(5);
  const tell = (text: string, more?: object) => told.push({ text, ...more });
  await putBack(store, { success: tell, error: tell } as never, 5, PRESS, [7, 8, 9]);
  return { store, sent, told };
}

test("exactly those who were taken out are put in again, and who is in by then counts as such", async () => {
  const group = { ...PRESS, members: 3 };

  const { store, sent, told } = await back([{ added: 2, already: 1, unclear: [], group }]);

  expect(sent).toEqual([["7", "8", "9"]]);
  expect(told.map(({ text }) => text)).toEqual(["3 profiles are in “Press” again."]);
  expect([store.group(3)?.members, store.broughtBack.get()]).toEqual([3, 1]);
});

test("who has left the event meanwhile is told of", async () => {
  const { told } = await back([{ added: 2, already: 0, unclear: [{ word: "9", found: 0 }], group: PRESS }]);

  expect(told.map(({ text }) => text)).toEqual([
    "2 profiles are in “Press” again. 1 could not be put back: the profile is no longer in the event.",
  ]);
});

test("where nobody could be put back it is no success, and their list stays", async () => {
  const unclear = ["7", "8", "9"].map((word) => ({ word, found: 0 }));

  const { store, told } = await back([{ added: 0, already: 0, unclear, group: PRESS }]);

  expect(told).toEqual([
    {
      title: "Nobody was put back into “Press”",
      text: "3 could not be put back: the profiles are no longer in the event.",
    },
  ]);
  expect(store.broughtBack.get()).toBe(0);
});

test("what fails is told with a way to try it again, and not where others are put in", async () => {
  const away = new ApiProblem({ code: "unexpected", status: 500, message: "Away" });

  const { store, sent, told } = await back([away, { added: 3, already: 0, unclear: [], group: PRESS }]);
  expect(told).toMatchObject([{ title: "Nobody was put back into “Press”" }]);
  expect(store.adding.problem).toBeUndefined();
  told[0]?.action?.run();

  await expect.poll(() => told[1]?.text).toBe("3 profiles are in “Press” again.");
  expect(sent).toHaveLength(2);
});
