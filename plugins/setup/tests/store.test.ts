import { beforeEach, describe, expect, test } from "vitest";
import { ApiProblem, type Env } from "#web";
import type { EventDraft, EventRow } from "../../events/contract.ts";
import { SetupStore, type SetupStoreInstance } from "../web/store.ts";

const draft: EventDraft = {
  name: "Mine",
  format: "hybrid",
  timezone: "Europe/Berlin",
  date_start: "2026-05-04T07:00:00.000Z",
  date_end: "2026-05-05T15:00:00.000Z",
  active: 1,
  web_networking_activated: 0,
};
const theirs: EventRow = {
  ...draft,
  id: 4,
  name: "Theirs",
  rev: 2,
  archived_at: null,
  updated_at: "2026-01-01T00:00:00.000Z",
};

describe("the setup of an event", () => {
  let answers: unknown[];
  let sent: unknown[];
  let put: { name: string; rev: number }[];
  let setup: SetupStoreInstance;

  beforeEach(() => {
    answers = [];
    sent = [];
    put = [];
    const call = async (_: unknown, input: { body: unknown }) => {
      sent.push(input.body);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const env = {
      api: { call },
      session: { putEvent: ({ name, rev }: EventRow) => put.push({ name, rev }), isAllowed: () => true },
      notices: { success: () => undefined },
      t: (key: string) => key,
      report: () => undefined,
    } as unknown as Env;
    setup = SetupStore.create({}, env);
  });
  const stale = () => new ApiProblem({ code: "stale", status: 409, message: "Changed", current: theirs });

  test("is saved by the revision that was read, and known everywhere", async () => {
    answers = [{ ...theirs, name: "Mine" }];

    await setup.save(4, 1, draft);

    expect(sent).toEqual([{ ...draft, rev: 1 }]);
    expect(put).toEqual([{ name: "Mine", rev: 2 }]);
    expect(setup.conflictOf(4)).toBeUndefined();
  });

  test("shows both versions when somebody was quicker, and saves over theirs only when asked", async () => {
    answers = [stale(), { ...theirs, name: "Mine", rev: 3 }];

    await setup.save(4, 1, draft);
    const conflict = setup.conflictOf(4);
    await setup.save(4, theirs.rev, draft);

    expect(conflict).toEqual({ mine: draft, theirs });
    expect(sent[1]).toMatchObject({ name: "Mine", rev: 2 });
    expect(put).toEqual([{ name: "Mine", rev: 3 }]);
    expect(setup.conflictOf(4)).toBeUndefined();
  });

  test("takes theirs without another call", async () => {
    answers = [stale()];
    await setup.save(4, 1, draft);

    setup.takeTheirs(4);

    expect(sent).toHaveLength(1);
    expect(put).toEqual([{ name: "Theirs", rev: 2 }]);
    expect(setup.saving.of(4).problem).toBeUndefined();
  });

  test("keeps what belongs to one event from the one that is open by then", async () => {
    answers = [stale(), { ...theirs, id: 5, rev: 8 }];

    const late = setup.save(4, 1, draft);
    await setup.save(5, 7, draft);
    await late;

    expect([setup.conflictOf(5), setup.saving.of(5).problem]).toEqual([undefined, undefined]);
    expect(setup.conflictOf(4)).toEqual({ mine: draft, theirs });
    setup.settle(4);
    expect(setup.conflictOf(4)).toBeUndefined();
  });
});
