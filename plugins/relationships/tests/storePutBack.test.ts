// Links that were taken away and come back from the notice that told it.
import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { keptInMemory } from "../../../tests/support/web.ts";
import type { TakenLink } from "../contract.ts";
import texts from "../locales/en-gb.json";
import { putBack } from "../web/putBack.ts";
import { RelationshipsStore } from "../web/store.ts";

interface Told {
  text: string;
  title?: string;
  action?: { run: () => void };
}
const KNOWS = { id: 3, rev: 1, name: "Knows", position: 0, links: 2 };
const taken = [7, 8, 9].map((to) => ({ from: 1, to, source: "hand" }) as TakenLink);

/** Puts three links back, and hands back what is sent and told of it. */
async function back(answers: unknown[]) {
  await startLanguage("en-gb", async () => ({ relationships: texts, common: { retry: "Try again" } }));
  const sent: unknown[] = [];
  const told: Told[] = [];
  const call = async ({ name }: AnyEndpoint, { body }: { body?: { links: unknown } } = {}) => {
    if (name === "listKinds") return [KNOWS];
    sent.push(body?.links);
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
  const store = RelationshipsStore.create({}, env);
  await store.listKinds(5);
  const tell = (text: string, more?: object) => told.push({ text, ...more });
  await putBack(store, { success: tell, error: tell } as never, 5, KNOWS, taken);
  return { store, sent, told };
}

test("exactly those that were taken away are sent, and counted again", async () => {
  const { store, sent, told } = await back([{ made: 2, existing: 1, gone: 0, refused: 0 }]);

  expect(sent).toEqual([taken]);
  expect(told.map(({ text }) => text)).toEqual(["3 links of “Knows” are there again."]);
  expect([store.kind(3)?.links, store.broughtBack.get()]).toEqual([4, 1]);
});

test("what could not be put back is told with its reason", async () => {
  const { told } = await back([{ made: 1, existing: 0, gone: 1, refused: 1 }]);

  expect(told[0]?.text).toBe(
    "1 link of “Knows” is there again. 1 could not be put back: one of its profiles is no longer in the event. " +
      "1 could not be put back: the rules of “Knows” do not allow it any more.",
  );
});

test("where none could be put back it is no success", async () => {
  const { store, told } = await back([{ made: 0, existing: 0, gone: 3, refused: 0 }]);

  expect(told).toMatchObject([{ title: "No link of “Knows” was put back" }]);
  expect(told[0]?.text).toMatch(/^3 could not be put back/);
  expect(store.broughtBack.get()).toBe(0);
});

test("what fails is told with a way to try it again", async () => {
  const away = new ApiProblem({ code: "unexpected", status: 500, message: "Away" });

  const { sent, told } = await back([away, { made: 3, existing: 0, gone: 0, refused: 0 }]);
  expect(told).toMatchObject([{ title: "No link of “Knows” was put back" }]);
  told[0]?.action?.run();

  await expect.poll(() => told[1]?.text).toBe("3 links of “Knows” are there again.");
  expect(sent).toHaveLength(2);
});
