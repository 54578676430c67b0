// What is no schedule is refused with its reason, and with the line where there is one.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ScheduleRefused } from "../server/schedule/faults.ts";
import { readFrabXml } from "../server/schedule/frabXml.ts";
import { readScheduleJson } from "../server/schedule/scheduleJson.ts";
import { understand } from "../server/schedule/understand.ts";
import { aFrabFile, aJsonFile, anEvent, atOnce } from "./factories.ts";

const linesOf = (text: string) => text.split("\n").length;

type Read = typeof readFrabXml;

async function refusal(read: Read, file: Buffer | string): Promise<ScheduleRefused> {
  try {
    await understand(await read(Buffer.from(file as string), atOnce), atOnce);
  } catch (error) {
    if (error instanceof ScheduleRefused) return error;
    throw error;
  }
  throw new Error("The file was taken");
}

const bomb = `<?xml version="1.0"?>
<!DOCTYPE schedule [
  <!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
]>
<schedule><conference><title>&c;</title></conference></schedule>`;

const outside = `<?xml version="1.0"?>
<!DOCTYPE schedule SYSTEM "file:///etc/passwd">
<schedule/>`;

const latin = Buffer.concat([
  Buffer.from("<schedule>\n<conference>\n<title>K"),
  Buffer.from([0xf6]),
  Buffer.from("ln</title>"),
]);

const whole = aFrabFile();

describe("XML is refused", () => {
  test.for([
    ["with another root", "<rss><channel/></rss>", "wrong-root", 1],
    ["that is HTML", "<!DOCTYPE html><html></html>", "doctype", 1],
    ["with entities of its own, before any is expanded", bomb, "doctype", 4],
    ["with a document type from elsewhere", outside, "doctype", 2],
    ["with an entity that nobody declared", whole.replace("Opening", "&nbsp;"), "broken-xml", 6],
    ["that ends too early", whole.slice(0, -20), "truncated", 7],
    ["that ends within a tag", whole.slice(0, whole.indexOf("<duration>") + 4), "truncated", 6],
    ["with tags that do not match", whole.replace("</duration>", "</date>"), "broken-xml", 6],
    ["that is not UTF-8", latin, "not-utf8", 3],
    ["that says it is not UTF-8", whole.replace("UTF-8", "ISO-8859-1"), "other-encoding", 1],
    ["without a word in it", "", "empty", 0],
    ["that is no XML at all", "\nid,title\n1,Opening\n", "wrong-root", 2],
    ["that is JSON", aJsonFile([]), "wrong-root", 1],
    ["without a session", aFrabFile([]), "no-sessions", 0],
    [
      "whose dates have no offset while the conference names no zone",
      aFrabFile([anEvent({ date: "2026-01-31T09:30:00" })]),
      "no-zone",
      6,
    ],
    [
      "whose zone does not exist",
      aFrabFile([anEvent()], "<time_zone_name>US / Eastern</time_zone_name>"),
      "unknown-zone",
      3,
    ],
    ["that is nested without end", `<schedule>${"<a>".repeat(500)}`, "too-deep", 1],
  ] as const)("%s", async ([, file, code, line]) => {
    const { fault, message } = await refusal(readFrabXml, file as string);

    expect(fault).toMatchObject({ code, line });
    expect(message).toContain(fault.message);
    expect(message.startsWith("Line ")).toBe(line > 0);
  });
});

describe("JSON is refused", () => {
  const file = aJsonFile([{ id: 1, title: "Opening", date: "2026-01-31T09:30:00+01:00", duration: "0:30" }]);

  test.for([
    ["that is something else", '{\n "name": "lanyard",\n "version": "1"}', "wrong-root", 1],
    ["that is a list", "[]", "wrong-root", 1],
    ["that is one word", '"schedule"', "wrong-root", 1],
    ["that ends too early", file.slice(0, -30), "truncated", linesOf(file.slice(0, -30))],
    ["that ends within a text", file.slice(0, file.indexOf("Opening") + 3), "truncated", 14],
    ["with a comma too many", file.replace('"index": 1,', '"index": 1,,'), "broken-json", 8],
    ["with a comma before the end", '{"schedule": {\n"a": 1,\n}}', "broken-json", 3],
    ["with a comment", `{\n// a remark\n"schedule": {}}`, "broken-json", 2],
    ["with something after its end", `${file}\n{}`, "broken-json", linesOf(file) + 1],
    ["with the wrong bracket", '{"schedule": [}', "broken-json", 1],
    ["that is XML", whole, "broken-json", 1],
    ["that is not UTF-8", Buffer.from([0x7b, 0x0a, 0xff, 0x7d]), "not-utf8", 2],
    ["without a word in it", "", "empty", 0],
    ["without a session", aJsonFile([]), "no-sessions", 0],
    ["without a zone", file.replace("+01:00", ""), "no-zone", 12],
    ["that is nested without end", "[".repeat(1000), "too-deep", 1],
  ] as const)("%s", async ([, text, code, line]) => {
    const { fault } = await refusal(readScheduleJson, text as string);

    expect(fault).toMatchObject({ code, line });
  });

  test("exactly where JSON.parse refuses it too", async () => {
    const breakage = fc.tuple(
      fc.nat(file.length - 1),
      fc.constantFrom("", ",", "]", "}", '"', "{", "[", ":", "x", "1"),
    );
    await fc.assert(
      fc.asyncProperty(breakage, async ([at, sign]) => {
        const text = file.slice(0, at) + sign + file.slice(at + 1);
        const isJson = parses(text);

        const outcome = await readScheduleJson(Buffer.from(text), atOnce).then(
          () => "taken",
          (error: ScheduleRefused) => error.fault.code,
        );

        if (isJson) expect(outcome).not.toMatch(/broken-json|truncated/);
        else expect(outcome).toMatch(/broken-json|truncated/);
      }),
      { numRuns: 300 },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("any file at all", () => {
  test("is either taken or refused with a reason; nothing else happens", async () => {
    const pieces = fc.constantFrom(
      "<schedule>",
      "</schedule>",
      "<day date='2026-01-31'>",
      "<room name='a'>",
      "<event id='1'>",
      "</event>",
      "<persons>",
      "<person>",
      "<![CDATA[",
      "]]>",
      "&amp;",
      "&#0;",
      "<!--",
      "-->",
      "text",
      "<a b='",
      "\u0000",
      "😀",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 25 }), async (parts) => {
        const outcome = await refusal(readFrabXml, parts.join(""));

        expect(outcome.fault.line).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });
});
