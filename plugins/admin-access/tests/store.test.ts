import { beforeEach, describe, expect, test } from "vitest";
import { ApiProblem, type Env } from "#web";
import {
  type Explanation,
  endMemberSessions,
  explainMember,
  listMemberSessions,
  type Member,
  saveMember,
} from "../contract.ts";
import { AdminAccessStore, type AdminAccessStoreInstance } from "../web/store.ts";

const member = (id: number, rev = 1) =>
  ({ id, rev, first_name: "P", last_name: String(id), open_sessions: 2 }) as Member;

interface Asked {
  params: { memberId: number };
  body?: { rev: number };
}

describe("what is asked about one person", () => {
  let release: () => void;
  let store: AdminAccessStoreInstance;
  let revs: (number | undefined)[];

  beforeEach(() => {
    revs = [];
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const call = async (endpoint: unknown, { params: { memberId }, body }: Asked) => {
      if (endpoint === explainMember) return { member: member(memberId) } as Explanation;
      if (endpoint === listMemberSessions) return [{ id: memberId * 10 }, { id: memberId * 10 + 1 }];
      if (endpoint === endMemberSessions) return held;
      if (endpoint === saveMember) {
        revs.push(body?.rev);
        throw new ApiProblem({ code: "stale", status: 409, message: "Changed", current: member(memberId, 5) });
      }
      return undefined;
    };
    store = AdminAccessStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
    store.set({ members: [member(1), member(2)] });
  });

  test("does not reach the one who is open by the time of the answer", async () => {
    await store.explain(1);
    const ended = store.endSessions(member(1));
    await store.explain(2);
    store.putMember(member(1, 7));
    release();
    await ended;

    expect(store.sessions?.map(({ id }) => id)).toEqual([20, 21]);
    expect(store.members?.map(({ rev, open_sessions }) => [rev, open_sessions])).toEqual([
      [7, 0],
      [1, 2],
    ]);
  });

  test("is refused to that person alone", async () => {
    await store.save(member(1), {} as never);

    expect(store.saving.of(1).problem?.code).toBe("stale");
    expect(store.saving.of(2).problem).toBeUndefined();
  });

  test("comes too late once: the next attempt starts from the person as they are by now", async () => {
    await store.save(member(1), {} as never);
    await store.save(member(1), {} as never);

    expect(revs).toEqual([1, 5]);
    expect(store.members?.map(({ rev }) => rev)).toEqual([5, 1]);
  });
});
