import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkDraft, findClashes, overlaps, type PlannedSession } from "../server/rules.ts";
import { planned } from "./factories.ts";

const ANY = 1000;
const clashes = (all: readonly PlannedSession[], limit: number) => findClashes(all, limit, async () => {});

describe("two sessions clash", () => {
  test("when a speaker is needed in both at once", async () => {
    const found = await clashes(
      [planned(1, 9, 11, { speakerIds: [7] }), planned(2, 10, 12, { speakerIds: [8, 7] })],
      ANY,
    );

    expect(found).toEqual([{ rule: "speaker", sessions: [1, 2], subject: 7 }]);
  });

  test("when a stage is needed by both at once, and the earlier one is named first", async () => {
    const found = await clashes([planned(1, 10, 12, { stageId: 3 }), planned(2, 9, 11, { stageId: 3 })], ANY);

    expect(found).toEqual([{ rule: "stage", sessions: [2, 1], subject: 3 }]);
  });

  test("when they begin at the same moment, even if they also end at the same moment", async () => {
    const found = await clashes([planned(1, 9, 10, { stageId: 3 }), planned(2, 9, 10, { stageId: 3 })], ANY);

    expect(found).toHaveLength(1);
  });

  test("when one lasts through several others", async () => {
    const long = planned(1, 9, 17, { stageId: 3 });
    const found = await clashes([long, planned(2, 10, 11, { stageId: 3 }), planned(3, 12, 13, { stageId: 3 })], ANY);

    expect(found.map(({ sessions }) => sessions)).toEqual([
      [1, 2],
      [1, 3],
    ]);
  });

  test("once for each speaker whom they share", async () => {
    const found = await clashes(
      [planned(1, 9, 11, { speakerIds: [7, 8] }), planned(2, 9, 11, { speakerIds: [8, 7] })],
      ANY,
    );

    expect(found.map(({ subject }) => subject).sort()).toEqual([7, 8]);
  });
});

describe("two sessions do not clash", () => {
  test("when one begins at the moment at which the other ends", async () => {
    const one = planned(1, 9, 10, { stageId: 3, speakerIds: [7] });

    expect(await clashes([one, planned(2, 10, 11, { stageId: 3, speakerIds: [7] })], ANY)).toEqual([]);
  });

  test("when neither has a stage or a speaker", async () => {
    expect(await clashes([planned(1, 9, 11), planned(2, 9, 11)], ANY)).toEqual([]);
  });

  test("when they are on different stages with different speakers", async () => {
    const one = planned(1, 9, 11, { stageId: 3, speakerIds: [7] });

    expect(await clashes([one, planned(2, 9, 11, { stageId: 4, speakerIds: [8] })], ANY)).toEqual([]);
  });
});

describe("clashes as a whole", () => {
  const sessions = fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: 20 }),
      length: fc.integer({ min: 1, max: 3 }),
      stageId: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 25 },
  );

  test("are exactly the pairs that comparing everything with everything finds", async () => {
    await fc.assert(
      fc.asyncProperty(sessions, async (drawn) => {
        const all = drawn.map(({ from, length, stageId }, id) => planned(id + 1, from, from + length, { stageId }));

        const found = (await clashes(all, 100_000)).map(({ sessions: pair }) =>
          [...pair].sort((a, b) => a - b).join("/"),
        );

        expect(found.sort()).toEqual(everyPair(all).sort());
      }),
    );
  });

  test("stop at the limit that was asked for", async () => {
    const all = Array.from({ length: 50 }, (_, id) => planned(id + 1, 9, 10, { stageId: 1 }));

    expect(await clashes(all, 10)).toHaveLength(10);
  });

  test("let others go on between any two sessions, however many there are", async () => {
    const all = Array.from({ length: 50 }, (_, id) => planned(id + 1, id, id + 1, { stageId: 1, speakerIds: [2] }));
    let turns = 0;

    await findClashes(all, ANY, async () => void turns++);

    expect(turns).toBe(50);
  });
});

function everyPair(all: readonly PlannedSession[]): string[] {
  return all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .flatMap((other) => (one.stageId === other.stageId && overlaps(one, other) ? [`${one.id}/${other.id}`] : [])),
  );
}

describe("a draft", () => {
  const known = { stageIds: new Set([3]), trackIds: new Set([4]) };
  const draft = { start: "2026-01-31T09:00:00.000Z", end: "2026-01-31T10:00:00.000Z", stage_id: 3, track_id: 4 };

  test("passes when its times and places make sense", () => {
    expect(() => checkDraft(draft, known)).not.toThrow();
    expect(() => checkDraft({ ...draft, stage_id: null, track_id: null }, known)).not.toThrow();
  });

  test.for([
    ["ends before it begins", { end: "2026-01-31T08:00:00.000Z" }, "end", "endBeforeStart"],
    ["ends when it begins", { end: draft.start }, "end", "endBeforeStart"],
    ["lasts longer than a week", { end: "2026-02-09T10:00:00.000Z" }, "end", "tooLong"],
    ["names a stage of another event", { stage_id: 99 }, "stage_id", "noStage"],
    ["names a track of another event", { track_id: 99 }, "track_id", "noTrack"],
  ] as const)(
    "that %s is refused beside the field, in words and as a text of the dashboard",
    ([, change, field, key]) => {
      const attempt = () => checkDraft({ ...draft, ...change }, known);

      const fields = { [field]: expect.any(String) };
      const reasons = { [field]: { text: `agenda:error.${key}`, values: {} } };
      expect(attempt).toThrow(expect.objectContaining({ code: "invalid", detail: { fields, reasons } }));
    },
  );
});
