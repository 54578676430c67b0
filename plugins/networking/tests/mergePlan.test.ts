// Who asked for a meeting is still who asked for it once two of its participants have become one.
import { expect, test } from "vitest";
import { planMerge } from "../server/mergePlan.ts";
import type { MeetingRow } from "../server/repository.ts";

const row = (...people: (number | [id: number, isGone: boolean])[]) => {
  const participants = people.map((one) =>
    typeof one === "number" ? { thing_id: one, is_gone: false } : { thing_id: one[0], is_gone: one[1] },
  );
  const [start_at, end_at] = ["2026-05-01T10:00:00.000Z", "2026-05-01T10:30:00.000Z"];
  return { id: 1, state: "requested", start_at, end_at, participants } as unknown as MeetingRow;
};
const merged = (meeting: MeetingRow, from: number, to: number) =>
  planMerge([meeting], from, to).changed[0]?.participants.map(({ thing_id, is_gone }) => [thing_id, is_gone]);

test.each([
  ["the one who goes asked", row(1, 3, 2), [2, 3]],
  ["the one who stays asked", row(2, 3, 1), [2, 3]],
  ["a third asked", row(3, 1, 2), [3, 2]],
])("in a meeting of both, %s", (_, meeting, order) => {
  expect(merged(meeting, 1, 2)?.map(([id]) => id)).toEqual(order);
});

test("who has left it as the one and is there as the other is there", () => {
  expect(merged(row([2, true], 3, 1), 1, 2)).toEqual([
    [2, false],
    [3, false],
  ]);
});

test("meetings with the same others are one, whoever has left either of them", () => {
  const [stays, moves] = [row(2, 3), { ...row(1, 3, [4, true]), id: 2 }];

  const plan = planMerge([stays, moves], 1, 2);

  expect(plan).toMatchObject({ same: 1, gone: [{ row: { id: 2 }, into: 1 }], changed: [] });
});

test("meetings that all others have left are not one for that", () => {
  const [stays, moves] = [row(2, [3, true]), { ...row(1, [4, true]), id: 2 }];

  const plan = planMerge([stays, moves], 1, 2);

  expect(plan).toMatchObject({ same: 0, gone: [] });
});
