import { beforeEach, describe, expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import type { EventRow } from "../contract.ts";
import { EventsStore, type EventsStoreInstance } from "../web/store.ts";

const event = (id: number, rev = 1) => ({ id, rev, name: `Event ${id}`, active: 0, archived_at: null }) as EventRow;
const stale = (current: EventRow) => new ApiProblem({ code: "stale", status: 409, message: "Changed", current });

describe("the event that is open", () => {
  let asked: [name: string, body: { rev?: number }][];
  let answer: (name: string) => unknown;
  let store: EventsStoreInstance;

  beforeEach(() => {
    asked = [];
    const call = async ({ name }: AnyEndpoint, { body }: { body: { rev?: number } }) => {
      asked.push([name, body]);
      return answer(name);
    };
    const session = { app: { allowed_containers: [-1] }, putEvent: () => undefined, removeEvent: () => undefined };
    const notices = { success: () => undefined };
    const env = { api: { call }, session, notices, t: (key: string) => key, report: () => undefined };
    store = EventsStore.create({}, env as unknown as Env);
    store.show(event(1));
  });

  test.each(["setActive", "archive", "restore"] as const)(
    "is known as it is by now after %s came too late",
    async (act) => {
      answer = () => {
        throw stale(event(1, 5));
      };
      await store[act](event(1), 1);
      expect(store.changing.of(1).problem?.code).toBe("stale");

      answer = () => event(1, 6);
      await store[act](store.opened as EventRow, 1);

      expect(asked.map(([, { rev }]) => rev)).toEqual([1, 5]);
      expect(store.opened?.rev).toBe(6);
      expect(store.changing.of(1).problem).toBeUndefined();
    },
  );

  test("stays when the answer about another one is late", async () => {
    let release = (_: EventRow) => {};
    answer = () =>
      new Promise<EventRow>((done) => {
        release = done;
      });
    const archived = store.archive(event(1));
    store.show(event(2));
    release(event(1, 2));

    expect(await archived).toBe(true);
    expect(store.opened?.id).toBe(2);
  });

  test("is asked for again when it is opened again, and one that is gone is missing", async () => {
    answer = () => ({ rows: [event(1, 3)] });
    await store.open(1);
    expect(store.opened?.rev).toBe(3);

    answer = () => ({ rows: [] });
    await store.open(1);

    expect(store.opened).toBeUndefined();
    expect(store.missing).toBe(1);
  });
});
