// The real schedules, through the real server: counts, clashes, the second import, and that waiting requests are not kept waiting.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { SessionRow } from "../contract.ts";
import { readFrabXml } from "../server/schedule/frabXml.ts";
import { readScheduleJson } from "../server/schedule/scheduleJson.ts";
import { endsOnLaterDate } from "../server/schedule/time.ts";
import { understand } from "../server/schedule/understand.ts";
import { hasRealFiles, realFile, unlessThere } from "./factories.ts";

const XML = "kind=schedule&format=frab-xml&mode=apply";
const JSON_FILE = "kind=schedule&format=schedule-json&mode=apply";

describe.runIf(hasRealFiles)(`the real schedules${unlessThere}`, () => {
  let house: TestApp;
  let expert: Asker;
  const path = (eventId: number, rest: string) => `/1/api/container/${eventId}/${rest}`;
  const all = async (eventId: number) =>
    (await expert.get(path(eventId, "session?limit=10000000"))).data as SessionRow[];

  async function clashNumbers(eventId: number): Promise<string[][]> {
    const numbers = new Map((await all(eventId)).map(({ id, external_id }) => [id, external_id ?? ""]));
    const { data } = await expert.get(path(eventId, "session/clash"));
    return data.map((clash: { sessions: number[] }) => clash.sessions.map((id) => numbers.get(id) ?? ""));
  }

  beforeAll(async () => {
    house = await app();
    expert = await house.as("expert");
  });
  afterAll(() => house.close());

  test.for([
    ["fosdem-2026.xml", "Northwind Summit", 883, 30, 70, 927, ["8059", "9115"]],
    ["fosdem-2025.xml", "Alpine Manufacturing Days", 943, 40, 74, 992, ["5379", "5680"]],
  ] as const)(
    "%s comes in whole, with its one clash",
    async ([name, event, sessions, stages, tracks, speakers, pair]) => {
      const eventId = house.events[event] as number;

      const { data: job } = await expert.importFile(eventId, XML, realFile(name));

      expect(job).toMatchObject({ state: "done", progress: 1 });
      expect(job.result).toEqual({
        ...{ created: sessions, updated: 0, unchanged: 0, skipped: 0, missing: 0, errors: [] },
        ...{ stages, tracks, speakers, zone: "Europe/Brussels" },
      });
      expect(await all(eventId)).toHaveLength(sessions);
      expect((await expert.get(path(eventId, "stage"))).data).toHaveLength(stages);
      expect((await expert.get(path(eventId, "track"))).data).toHaveLength(tracks);
      expect((await expert.get(path(eventId, "speaker"))).data).toHaveLength(speakers);
      const clashes = await clashNumbers(eventId);
      expect(clashes.map((numbers) => [...numbers].sort())).toEqual([pair]);
    },
  );

  test("the same file again changes nothing, and a dry run says so beforehand", async () => {
    const eventId = house.events["Northwind Summit"] as number;
    const before = await all(eventId);

    const dry = await expert.importFile(eventId, XML.replace("apply", "dry-run"), realFile("fosdem-2026.xml"));
    const again = await expert.importFile(eventId, XML, realFile("fosdem-2026.xml"));

    expect(again.data.result).toMatchObject({ created: 0, updated: 0, unchanged: 883, skipped: 0 });
    expect(dry.data.result).toEqual(again.data.result);
    expect(await all(eventId)).toEqual(before);
  });

  test("35C3 keeps people apart whose number is the same, and its XML and JSON are one schedule", async () => {
    const eventId = house.events["Baltic Trade Forum"] as number;

    const xml = await expert.importFile(eventId, XML, realFile("35c3.xml"));
    const json = await expert.importFile(eventId, JSON_FILE, realFile("35c3.json"));

    expect(xml.data.result).toMatchObject({ created: 927, stages: 74, tracks: 10, speakers: 504, errors: [] });
    expect(json.data.result).toMatchObject({ created: 0, updated: 0, unchanged: 927, errors: [] });
    const { data: speakers } = await expert.get(path(eventId, "speaker"));
    const called = speakers.filter((speaker: { external_id: string }) => speaker.external_id === "0");
    expect(new Set(called.map((speaker: { name: string }) => speaker.name)).size).toBe(called.length);
    expect(called.length).toBeGreaterThan(100);
    const sessions = await all(eventId);
    expect(sessions.filter(({ start, end }) => endsOnLaterDate(start, end, "Europe/Berlin"))).toHaveLength(44);
    expect(sessions.filter(({ stage }) => stage === null)).toHaveLength(34);
  });

  test("two conferences in one event share no people, however alike their numbers", async () => {
    const eventId = house.events["Baltic Trade Forum"] as number;

    const { data: job } = await expert.importFile(eventId, XML, realFile("fosdem-2026.xml"));

    expect(job.result).toMatchObject({ created: 883, updated: 0, unchanged: 0 });
    expect((await expert.get(path(eventId, "speaker"))).data).toHaveLength(504 + 927);
    expect(await all(eventId)).toHaveLength(927 + 883);
  });

  test.for(["fosdem-2026.xml", "35c3.json"])(
    "reading %s takes the processor for less than 50 ms at a time",
    async (name) => {
      const stretches: number[] = [];
      let before = process.cpuUsage();
      const pace = {
        step: async () => {
          const { user, system } = process.cpuUsage(before);
          stretches.push((user + system) / 1000);
          before = process.cpuUsage();
        },
      };

      const read = name.endsWith(".xml") ? readFrabXml : readScheduleJson;
      await understand(await read(realFile(name), pace), pace);

      expect(Math.max(...stretches)).toBeLessThan(50);
    },
  );
});
