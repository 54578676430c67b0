import { expect, test } from "vitest";
import { plan } from "../server/demo.ts";

const event = { start: new Date("2026-12-15T08:00:00.000Z"), timezone: "Europe/London" };
const numbered = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test("in the demo everybody and every table is in one meeting at a time, and states come in their shares", () => {
  const planned = plan(event, { tables: 24, participants: 480, days: 3 }, numbered(480), numbered(24));
  const taken = planned.flatMap(({ start, people, table }) => [
    ...people.map((person) => `person ${person} at ${start}`),
    ...(table === null ? [] : [`table ${table} at ${start}`]),
  ]);
  const count = (state: string) => planned.filter((meeting) => meeting.state === state).length;

  expect(planned).toHaveLength(720);
  expect(new Set(taken).size).toBe(taken.length);
  expect(["accepted", "requested", "declined", "cancelled"].map(count)).toEqual([468, 144, 72, 36]);
  expect(new Date(planned[0]?.start ?? 0).toISOString()).toBe("2026-12-15T10:00:00.000Z");
});
