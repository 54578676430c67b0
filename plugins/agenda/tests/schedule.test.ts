import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsOf } from "#server";
import { readFrabXml } from "../server/schedule/frabXml.ts";
import { richText } from "../server/schedule/richText.ts";
import type { Schedule } from "../server/schedule/schedule.ts";
import { readScheduleJson } from "../server/schedule/scheduleJson.ts";
import { addMinutes, endsOnLaterDate, readDateTime, readDuration } from "../server/schedule/time.ts";
import { understand } from "../server/schedule/understand.ts";
import { aFrabFile, aJsonFile, anEvent, atOnce } from "./factories.ts";

async function fromXml(text: string): Promise<Schedule> {
  return understand(await readFrabXml(Buffer.from(text), atOnce), atOnce);
}

async function fromJson(text: string): Promise<Schedule> {
  return understand(await readScheduleJson(Buffer.from(text), atOnce), atOnce);
}

const zone = (name: string) => `<acronym>try</acronym><time_zone_name>${name}</time_zone_name>`;

describe("a frab file", () => {
  test("gives sessions with their place, times in UTC, and people", async () => {
    const persons =
      '<person id="6">Ada Lovelace</person><person id="7"><name>Bob</name><biography>Long.</biography></person>';
    const event = anEvent({ track: "Databases", type: "talk", language: "en", subtitle: "Again", persons });

    const { sessions, persons: people, ...rest } = await fromXml(aFrabFile([event]));

    expect(rest).toMatchObject({
      source: "try",
      stages: ["Hall"],
      tracks: [{ name: "Databases", colour: null }],
      faults: [],
    });
    expect([...people.values()]).toEqual([
      { externalId: "6", name: "Ada Lovelace" },
      { externalId: "7", name: "Bob" },
    ]);
    expect(sessions).toMatchObject([
      {
        line: 6,
        guid: "guid-1",
        externalId: "1",
        start: "2026-01-31T08:30:00.000Z",
        end: "2026-01-31T09:00:00.000Z",
        stage: "Hall",
        track: "Databases",
        kind: "talk",
      },
    ]);
  });

  test("keeps rooms and tracks that no session uses", async () => {
    const file = aFrabFile().replace(
      '<day date="2026-01-31">',
      '<tracks><track color="#AA00ff">Idle</track></tracks><day date="2026-01-31"><room name="Cellar"/>',
    );

    const { stages, tracks } = await fromXml(file);

    expect(stages).toEqual(["Cellar", "Hall"]);
    expect(tracks).toEqual([{ name: "Idle", colour: "#aa00ff" }]);
  });

  test("of the old kind, with events directly under the day, is placed by its zone and its change of day", async () => {
    const old = (start: string) =>
      `<event id="${start}"><start>${start}</start><duration>01:00</duration><title>T</title><persons/></event>`;
    const file = `<schedule><conference>${zone("Europe/Brussels")}<day_change>04:00</day_change></conference>
      <day date="2026-01-31">${old("10:00")}${old("1:30")}</day></schedule>`;

    const { sessions } = await fromXml(file);

    expect(sessions.map(({ start }) => start)).toEqual(["2026-01-31T09:00:00.000Z", "2026-02-01T00:30:00.000Z"]);
  });

  test("may hold mark-up in an abstract, as text or as elements", async () => {
    const event = anEvent({
      abstract: "Plain <b>bold</b> text",
      description: "&lt;p&gt;Fine&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;",
    });

    const { sessions } = await fromXml(aFrabFile([event]));

    expect(sessions[0]).toMatchObject({ abstract: "<p>Plain bold text</p>", description: "<p>Fine</p>" });
  });

  test("may begin with the mark that some editors put in front of UTF-8", async () => {
    const { sessions } = await fromXml(`\uFEFF${aFrabFile()}`);

    expect(sessions).toHaveLength(1);
  });

  test("may have titles of 186 characters, and a session that ends after midnight", async () => {
    const title = "Ä".repeat(186);
    const { sessions } = await fromXml(
      aFrabFile([anEvent({ title, date: "2026-01-31T23:30:00+01:00", duration: "1:30" })]),
    );

    expect(sessions[0]).toMatchObject({ title, start: "2026-01-31T22:30:00.000Z", end: "2026-02-01T00:00:00.000Z" });
  });

  test("leaves out a session that cannot be understood, says why and where, and takes the others", async () => {
    const events = [
      anEvent({ title: " " }, 'id="1"'),
      anEvent({ date: "2026-02-31T10:00:00+01:00" }, 'id="2"'),
      anEvent({ duration: "soon" }, 'id="3"'),
      anEvent({ duration: "0:00" }, 'id="4"'),
      anEvent({ title: "x".repeat(256) }, 'id="5"'),
      anEvent({}, 'id="6" guid="g"'),
      anEvent({}, 'id="7" guid="g"'),
      anEvent({}, 'id="6"'),
    ];

    const { sessions, faults } = await fromXml(aFrabFile(events));

    expect(sessions.map(({ externalId }) => externalId)).toEqual(["6"]);
    expect(faults.map(({ line, field, code }) => [line, field, code])).toEqual([
      [6, "title", "required"],
      [7, "date", "not-a-time"],
      [8, "duration", "not-a-duration"],
      [9, "duration", "bad-length"],
      [10, "title", "too-long"],
      [12, "guid", "used-twice"],
      [13, "id", "used-twice"],
    ]);
  });
});

describe("schedule.json", () => {
  const event = {
    id: 9985,
    guid: "g",
    date: "2026-01-31T09:30:00+01:00",
    duration: "00:30",
    room: "Hall",
    title: "Opening",
    track: "CCC",
    persons: [
      { id: 6, public_name: "rufus" },
      { id: 7, name: "Ada" },
    ],
  };

  test("gives the same as the XML of the same sessions", async () => {
    const persons = '<person id="6">rufus</person><person id="7"><name>Ada</name></person>';
    const xml = aFrabFile([anEvent({ track: "CCC", persons }, 'id="9985" guid="g"')]);

    const [fromOne, fromOther] = [await fromJson(aJsonFile([event])), await fromXml(xml)];

    const plain = ({ sessions, persons: people, ...rest }: Schedule) => ({
      ...rest,
      people: [...people.values()],
      sessions: sessions.map(({ line, ...session }) => session),
    });
    expect(plain(fromOne)).toEqual(plain(fromOther));
  });

  test("has no half of a sign in any text", async () => {
    const { sessions } = await fromJson(aJsonFile([{ ...event, title: "Open\ud83ding", abstract: "\u{1f600}\udc00" }]));

    expect(sessions).toMatchObject([{ title: "Opening", abstract: expect.stringContaining("\u{1f600}") }]);
    expect(JSON.stringify(sessions)).not.toContain("\\ud");
  });

  test("names the line on which a session begins that it leaves out", async () => {
    const { faults } = await fromJson(aJsonFile([event, { ...event, id: 2, guid: "h", title: "" }]));

    expect(faults).toMatchObject([{ line: 31, field: "title", code: "required" }]);
  });

  test("is read alike however its text is cut into pieces", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }), async (text) => {
        fc.pre(text.trim() !== "");
        const filler = "é".repeat(16_300);

        const { sessions } = await fromJson(aJsonFile([{ ...event, description: filler, title: text }]));

        expect(sessions[0]?.title).toBe(text.replace(/\s+/g, " ").trim());
      }),
      { numRuns: 40 },
    );
  });
});

describe("time", () => {
  test.for([
    ["2026-07-01T10:00:00+02:00", undefined, "2026-07-01T08:00:00.000Z"],
    ["2026-07-01T10:00:00Z", "Asia/Tokyo", "2026-07-01T10:00:00.000Z"],
    ["2026-07-01T10:00", "Europe/Berlin", "2026-07-01T08:00:00.000Z"],
    ["2026-01-01 10:00:00", "America/New_York", "2026-01-01T15:00:00.000Z"],
    ["2026-03-29T03:30:00", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["2026-10-25T01:30:00", "Europe/Berlin", "2026-10-24T23:30:00.000Z"],
  ] as const)("%s in %s is %s", ([text, name, instant]) => {
    expect(readDateTime(text, name)).toEqual({ instant });
  });

  test("without an offset or a zone cannot be placed", () => {
    expect(readDateTime("2026-07-01T10:00:00", undefined)).toBe("no-zone");
  });

  test.for(["", "soon", "2026-13-01T10:00:00Z", "2026-02-30T10:00:00Z", "2026-07-01", "1 July 2026"])(
    "%j is none",
    (text) => {
      expect(readDateTime(text, "Europe/Berlin")).toBe("invalid");
    },
  );

  test.for([
    ["00:30", 30],
    ["1:30", 90],
    ["12:59:00", 779],
    ["24:00", 1440],
    ["90", undefined],
    ["1:99", undefined],
    ["-1:00", undefined],
  ] as const)("the duration %s is %s minutes", ([text, minutes]) => {
    expect(readDuration(text)).toBe(minutes);
  });

  test("a day lasts 23 hours when the clocks go forward", () => {
    expect(boundsOf("Europe/Berlin", "2026-03-29")).toEqual({
      start: "2026-03-28T23:00:00.000Z",
      next: "2026-03-29T22:00:00.000Z",
    });
  });

  test.for([
    ["2026-09-05", "America/Santiago", "2026-09-05T04:00:00.000Z", "2026-09-06T04:00:00.000Z"],
    ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z", "2026-09-07T03:00:00.000Z"],
    ["2026-04-04", "America/Santiago", "2026-04-04T03:00:00.000Z", "2026-04-05T04:00:00.000Z"],
    ["2026-10-31", "America/Havana", "2026-10-31T04:00:00.000Z", "2026-11-01T04:00:00.000Z"],
    ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
    ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z", "2011-12-30T10:00:00.000Z"],
  ] as const)(
    "the day %s in %s, which may have no midnight or two, lasts from %s to %s",
    ([date, zone, start, next]) => {
      expect(boundsOf(zone, date)).toEqual({ start, next });
    },
  );

  test("a session that ends at midnight ends on a later date, one a minute earlier does not", () => {
    const start = "2026-01-31T22:00:00.000Z";

    expect(endsOnLaterDate(start, addMinutes(start, 60), "Europe/Berlin")).toBe(true);
    expect(endsOnLaterDate(start, addMinutes(start, 59), "Europe/Berlin")).toBe(false);
  });
});

describe("a text from outside", () => {
  test.for([
    ["<p>Fine <b>and bold</b></p>", "<p>Fine <b>and bold</b></p>"],
    ["<p onclick='x()'>Hello</p>", "<p>Hello</p>"],
    ["<script>alert(1)</script><p>Safe</p>", "<p>Safe</p>"],
    ["<a href='javascript:alert(1)'>here</a>", "<a>here</a>"],
    ['<a href="https://example.org/?a=1&b=2">here</a>', '<a href="https://example.org/?a=1&amp;b=2">here</a>'],
    ["<img src=x onerror=alert(1)>text", "text"],
    ["a < b & c > d", "<p>a &lt; b &amp; c &gt; d</p>"],
    ["One\nline\n\nAnother", "<p>One<br />line</p><p>Another</p>"],
    ["<h1>Loud</h1>", "<h3>Loud</h3>"],
    ["<b>never closed", "<b>never closed</b>"],
  ] as const)("%s becomes %s", ([text, safe]) => {
    expect(richText(text)).toBe(safe);
  });

  test("holds nothing that runs, whatever is thrown at it", () => {
    const words = fc.constantFrom(
      "<script>",
      "</script>",
      "<img ",
      "onerror=",
      "x",
      '"',
      "'",
      ">",
      "<",
      "javascript:",
      "<svg ",
      "<a href=",
      "<!--",
      "<style>",
      "&lt;",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
        const safe = richText(parts.join(""));

        expect(safe).not.toMatch(/<(?!\/?(p|br|b|strong|i|em|u|s|code|pre|blockquote|ul|ol|li|h3|h4|a)\b)/i);
        expect(safe).not.toMatch(/<[a-z][^>]*\s(on\w+=|href="\s*javascript:)/i);
      }),
    );
  });

  test("is left alone when it was made safe before", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const once = richText(`<p>${text}</p>`);

        expect(richText(once)).toBe(once);
      }),
    );
  });
});
