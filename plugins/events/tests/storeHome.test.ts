// What the home of an app was told stands on the home of that app and of no other.
import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import type { Env } from "#web";
import { HomeStore } from "../web/homeStore.ts";

function homeOf(session: { appId: number }) {
  const answers: Record<string, unknown> = {
    getHome: { at: "2026-01-01T08:00:00.000Z", counts: [], changes: [], columns: [], silent: ["agenda"] },
    getStandings: { events: [], silent: ["relationships"] },
  };
  const call = async ({ name }: AnyEndpoint) => answers[name];
  const env = { api: { call }, session, notices: {}, t: (key: string) => key, report: () => undefined };
  return HomeStore.create({}, env as unknown as Env);
}

test("which areas told nothing is said in the app in which they told nothing", async () => {
  const session = { appId: 1 };
  const store = homeOf(session);

  await store.list(1);
  await store.listNear([11]);

  expect([store.of(1)?.silent, store.nearOf(1)?.silent]).toEqual([["agenda"], ["relationships"]]);
  expect([store.of(2), store.nearOf(2)]).toEqual([undefined, undefined]);
});

test("events that were asked about in one app are told of there, also where another is chosen before the answer", async () => {
  const session = { appId: 1 };
  const store = homeOf(session);

  const asked = store.listNear([11]);
  session.appId = 2;
  await asked;

  expect(store.nearOf(1)?.silent).toEqual(["relationships"]);
  expect(store.nearOf(2)).toBeUndefined();
});
