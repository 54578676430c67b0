import { describe, expect, test } from "vitest";
import type { SessionRow } from "../contract.ts";
import { readAddress } from "../web/address.ts";
import { formatOf } from "../web/fileFormat.ts";
import { daysOf, filtered, isNarrowed, place } from "../web/placed.ts";
import { neighbourOf, planDay } from "../web/planDay.ts";

const hall = { id: 1, name: "Hall" };
const garden = { id: 2, name: "Garden" };

function aRow(id: number, start: string, end: string, fields: Partial<SessionRow> = {}): SessionRow {
  return {
    ...{
      id,
      rev: 1,
      title: `Session ${id}`,
      subtitle: "",
      kind: "",
      language: "",
      stage: hall,
      track: null,
      speakers: [],
    },
    ...{ source: null, external_id: null, guid: null },
    start: `2026-06-01T${start}:00.000Z`,
    end: `2026-06-01T${end}:00.000Z`,
    ...fields,
  };
}

describe("sessions on the event's clocks", () => {
  test("stand on the day and at the minute that people there read", () => {
    const late = aRow(1, "20:30", "23:00");

    const [tokyo] = place([late], "Asia/Tokyo");

    expect(tokyo).toMatchObject({ day: "2026-06-02", from: 330, to: 480 });
  });

  test("reach beyond midnight without becoming a session of the next day", () => {
    const [night] = place([aRow(1, "20:30", "23:00")], "Europe/Berlin");

    expect(night).toMatchObject({ day: "2026-06-01", from: 1350, to: 1500 });
  });

  test("have the days on which they begin, in order", () => {
    const placed = place([aRow(1, "23:00", "23:30"), aRow(2, "08:00", "09:00")], "Europe/Berlin");

    expect(daysOf(placed)).toEqual(["2026-06-01", "2026-06-02"]);
  });
});

describe("the filters", () => {
  const speakers = [{ id: 7, name: "Ada Lovelace", thing_id: null }];
  const placed = place(
    [aRow(1, "08:00", "09:00", { speakers }), aRow(2, "09:00", "10:00", { stage: garden, title: "Databases" })],
    "Europe/Berlin",
  );
  const found = (filter: object) => filtered(placed, { words: "", ...filter }).map(({ session }) => session.id);

  test("find what has no stage, and what is not within the event", () => {
    const dates = { date_start: "2026-06-01T08:30:00.000Z", date_end: "2026-06-01T10:00:00.000Z" };
    const all = place([aRow(1, "08:00", "09:00"), aRow(2, "09:00", "10:00", { stage: null })], "Europe/Berlin");
    const ids = (query: string) =>
      filtered(all, readAddress(new URLSearchParams(query)).filter, dates).map(({ session }) => session.id);
    expect([ids(""), ids("stage=none"), ids("outside=1"), ids("stage=none&outside=1")]).toEqual([[1, 2], [2], [1], []]);
    expect(isNarrowed(readAddress(new URLSearchParams("outside=1")).filter)).toBe(true);
  });

  test("find what runs in an hour of the day, to the minute at which it is over", () => {
    const all = place(
      [aRow(1, "07:50", "08:00"), aRow(2, "07:50", "08:03"), aRow(3, "09:00", "11:00"), aRow(4, "21:30", "22:30")],
      "Europe/Berlin",
    );
    const ids = (query: string) =>
      filtered(all, readAddress(new URLSearchParams(query)).filter, undefined, "Europe/Berlin").map(
        ({ session }) => session.id,
      );
    expect([ids("hour=09:00"), ids("hour=10:00"), ids("hour=12:00"), ids("hour=00:00")]).toEqual([
      [1, 2],
      [2],
      [3],
      [4],
    ]);
    expect(ids("hour=24:00")).toEqual([1, 2, 3, 4]);
    expect(isNarrowed(readAddress(new URLSearchParams("hour=09:00")).filter)).toBe(true);
  });

  test("find words in titles, people and places, whatever their case", () => {
    expect(found({ words: "ada HALL" })).toEqual([1]);
    expect(found({ words: "data garden" })).toEqual([2]);
    expect(found({ words: "ada garden" })).toEqual([]);
  });

  test("narrow by day, stage and speaker together", () => {
    expect(found({ day: "2026-06-01", stage: 1, speaker: 7 })).toEqual([1]);
    expect(found({ day: "2026-06-02" })).toEqual([]);
    expect(isNarrowed({ words: " " })).toBe(false);
    expect(isNarrowed({ words: "", speaker: 7 })).toBe(true);
  });
});

describe("the plan of a day", () => {
  const plan = (rows: SessionRow[]) => planDay(place(rows, "UTC"), [hall, garden, { id: 3, name: "Unused" }]);

  test("spans whole hours and has a column for each stage that is used, in the schedule's order", () => {
    const { from, to, columns } = plan([aRow(1, "08:15", "09:05", { stage: garden }), aRow(2, "10:00", "11:00")]);

    expect([from, to]).toEqual([480, 660]);
    expect(columns.map(({ stage }) => stage?.name)).toEqual(["Hall", "Garden"]);
  });

  test("puts overlapping sessions side by side, and the next one over the whole width again", () => {
    const { columns } = plan([aRow(1, "08:00", "10:00"), aRow(2, "09:00", "10:00"), aRow(3, "10:00", "11:00")]);

    expect(columns[0]?.blocks.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [0, 1],
    ]);
  });

  test("keeps sessions without a stage in a column of their own", () => {
    const { columns } = plan([aRow(1, "08:00", "09:00", { stage: null })]);

    expect(columns).toMatchObject([{ stage: undefined, blocks: [{}] }]);
  });

  test("is walked with the arrow keys: down in time, sideways to what is nearest in time", () => {
    const day = plan([
      aRow(1, "08:00", "09:00"),
      aRow(2, "09:00", "10:00"),
      aRow(3, "08:00", "08:30", { stage: garden }),
      aRow(4, "09:15", "10:00", { stage: garden }),
    ]);

    expect(neighbourOf(day, 1, "ArrowDown")).toBe(2);
    expect(neighbourOf(day, 2, "ArrowRight")).toBe(4);
    expect(neighbourOf(day, 4, "ArrowUp")).toBe(3);
    expect(neighbourOf(day, 1, "ArrowLeft")).toBeUndefined();
    expect(neighbourOf(day, 4, "Home")).toBe(3);
  });

  test("of a day without sessions is empty", () => {
    expect(plan([])).toEqual({ from: 0, to: 0, columns: [] });
  });
});

describe("the address", () => {
  const read = (text: string) => readAddress(new URLSearchParams(text));

  test("says view, filters and the session that is open", () => {
    expect(read("view=day&day=2026-06-01&stage=3&words=ada&session=12")).toEqual({
      view: "day",
      session: 12,
      isEditing: false,
      isImporting: false,
      filter: { day: "2026-06-01", stage: 3, track: undefined, speaker: undefined, words: "ada" },
    });
    expect(read("session=new").session).toBe("new");
    expect(read("import=1").isImporting).toBe(true);
    expect(read("session=12&edit=1").isEditing).toBe(true);
  });

  test("that makes no sense shows the whole list", () => {
    expect(read("view=nonsense&day=2026-99-99&stage=-1&track=x&session=0&import=yes")).toEqual({
      view: "list",
      session: undefined,
      isEditing: false,
      isImporting: false,
      filter: { day: undefined, stage: undefined, track: undefined, speaker: undefined, words: "" },
    });
  });
});

describe("a file", () => {
  test.for([
    ['<?xml version="1.0"?><schedule>', "frab-xml"],
    ["\uFEFF\n<schedule>", "frab-xml"],
    ['{ "schedule": {', "schedule-json"],
    ['[{"start_time": "', "open-event"],
    ["BEGIN:VCALENDAR\r\n", "ical"],
    ["id,title\n", undefined],
    ["", undefined],
  ] as const)("that begins with %j is of the format %s", ([head, format]) => {
    expect(formatOf(head)).toBe(format);
  });
});
