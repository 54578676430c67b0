import { describe, expect, test } from "vitest";
import { planImport, type Stored, type StoredSession } from "../server/importPlan.ts";
import { personKey, type Session } from "../server/schedule/schedule.ts";
import { aSchedule, aSession } from "./factories.ts";

const nothing: Stored = { stages: [], tracks: [], speakers: [], sessions: [] };

function stored(id: number, session: Session, source: string | null = "try"): StoredSession {
  const { line, ...kept } = session;
  return { ...kept, id, source };
}

const holding = (...sessions: StoredSession[]): Stored => ({ ...nothing, stages: ["Hall"], sessions });

describe("a session is known again", () => {
  test("by its guid, wherever it was moved to", () => {
    const old = aSession({ guid: "g", externalId: "1" });
    const moved = aSession({ guid: "g", externalId: "2", title: "Moved", start: "2026-01-31T07:00:00.000Z" });

    const plan = planImport(aSchedule([moved]), holding(stored(5, old)));

    expect(plan.update).toEqual([{ stored: expect.objectContaining({ id: 5 }), session: moved }]);
    expect(plan).toMatchObject({ create: [], unchanged: 0, missing: 0 });
  });

  test("by its number within the same conference", () => {
    const plan = planImport(
      aSchedule([aSession({ externalId: "1", title: "Renamed" })]),
      holding(stored(5, aSession({ externalId: "1" }))),
    );

    expect(plan.update).toHaveLength(1);
  });

  test("by title, start and stage when it has neither", () => {
    const plan = planImport(aSchedule([aSession({ subtitle: "New" })]), holding(stored(5, aSession(), null)));

    expect(plan.update).toHaveLength(1);
    expect(plan.create).toEqual([]);
  });

  test("never by the number of another conference", () => {
    const elsewhere = stored(5, aSession({ externalId: "1" }), "another");

    const plan = planImport(aSchedule([aSession({ externalId: "1", title: "Something else" })]), holding(elsewhere));

    expect(plan).toMatchObject({ update: [], missing: 0 });
    expect(plan.create).toHaveLength(1);
  });

  test("one by one when several look the same", () => {
    const twins = [aSession(), aSession({ line: 2 })];

    const plan = planImport(aSchedule(twins), holding(stored(5, aSession()), stored(6, aSession())));

    expect(plan).toMatchObject({ create: [], update: [], unchanged: 2, missing: 0 });
  });
});

describe("an import plans", () => {
  test("nothing for a file that is stored already", () => {
    const session = aSession({ guid: "g", externalId: "1" });

    const plan = planImport(aSchedule([session]), holding(stored(5, session)));

    expect(plan).toMatchObject({ newStages: [], newTracks: [], newSpeakers: [], create: [], update: [], unchanged: 1 });
  });

  test("to keep what the file no longer has, and says how much that is", () => {
    const gone = stored(5, aSession({ guid: "gone" }));

    const plan = planImport(
      aSchedule([aSession({ guid: "new", title: "New" })]),
      holding(gone, stored(6, aSession(), null)),
    );

    expect(plan.missing).toBe(1);
  });

  test("a new speaker where only the number is the same", () => {
    const ada = { externalId: "6", name: "Ada" };
    const bob = { externalId: "6", name: "Bob" };
    const schedule = aSchedule([aSession({ speakers: [personKey(bob)] })], {
      persons: new Map([[personKey(bob), bob]]),
    });

    const plan = planImport(schedule, { ...nothing, speakers: [{ ...ada, id: 1, source: "try", email: null }] });

    expect(plan.newSpeakers).toEqual([bob]);
  });

  test("a new speaker where number and name are the same but the conference is not", () => {
    const ada = { externalId: "6", name: "Ada" };
    const schedule = aSchedule([aSession({ speakers: [personKey(ada)] })], {
      persons: new Map([[personKey(ada), ada]]),
    });

    const plan = planImport(schedule, { ...nothing, speakers: [{ ...ada, id: 1, source: "another", email: null }] });

    expect(plan.newSpeakers).toEqual([ada]);
  });

  test.for([
    ["the order of its speakers", { speakers: ["b", "a"] }],
    ["its stage", { stage: "Garden" }],
    ["its end", { end: "2026-01-31T10:00:00.000Z" }],
    ["its abstract", { abstract: "<p>More</p>" }],
  ] as [string, Partial<Session>][])("an update when a session changes %s", ([, change]) => {
    const session = aSession({ guid: "g", speakers: ["a", "b"] });

    const plan = planImport(aSchedule([{ ...session, ...change }]), holding(stored(5, session)));

    expect(plan.update).toHaveLength(1);
  });
});
