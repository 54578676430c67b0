// What the pictures of the agenda count.
import { expect, test } from "vitest";
import { byHour, type Timed } from "../server/figures.ts";

const timed = (start: string, end: string, timezone = "Europe/Berlin"): Timed => ({
  start: `2026-06-${start}:00.000Z`,
  end: `2026-06-${end}:00.000Z`,
  stageId: null,
  timezone,
});
const told = async (all: readonly Timed[], days: readonly string[]) =>
  (await byHour(all, async () => {}, days))?.series.map(({ name, values }) => ["text" in name && name.text, ...values]);

test("a session counts in each hour in which it runs, on the clocks of its event", async () => {
  const all = [
    timed("01T07:50", "01T08:00"),
    timed("01T07:00", "01T09:10"),
    timed("01T09:00", "01T10:00", "Asia/Tokyo"),
  ];

  expect(await told(all, ["2026-06-01", "2026-06-02"])).toEqual([
    ["09:00", 2, 0],
    ["10:00", 1, 0],
    ["11:00", 1, 0],
    ["12:00", 0, 0],
    ["13:00", 0, 0],
    ["14:00", 0, 0],
    ["15:00", 0, 0],
    ["16:00", 0, 0],
    ["17:00", 0, 0],
    ["18:00", 1, 0],
  ]);
});

test("what runs beyond midnight counts on the day on which it began, and other days not at all", async () => {
  const all = [timed("01T21:30", "01T22:30"), timed("03T08:00", "03T09:00")];

  expect((await told(all, ["2026-06-01", "2026-06-02"]))?.filter(([, first]) => first !== 0)).toEqual([
    ["00:00", 1, 0],
    ["23:00", 1, 0],
  ]);
});

test("more days than can be seen are not drawn", async () => {
  const days = Array.from({ length: 63 }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10));

  expect(await byHour([], async () => {}, days)).toBeUndefined();
});
