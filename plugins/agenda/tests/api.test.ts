import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import type { SessionRow } from "../contract.ts";
import { aFrabFile, aJsonFile, anEvent } from "./factories.ts";

const APPLY = "kind=schedule&format=frab-xml&mode=apply";
const DRY = "kind=schedule&format=frab-xml&mode=dry-run";
const NOTHING = { created: 0, updated: 0, unchanged: 0, skipped: 0 };

/** Four sessions in London: two that share Ada, one after them on the same stage, one on another day. */
const programme = aFrabFile(
  [
    anEvent(
      {
        title: "Opening",
        date: "2026-06-01T09:00:00",
        duration: "1:00",
        track: "Main",
        persons: '<person id="1">Ada Lovelace</person>',
      },
      'id="1" guid="g1"',
    ),
    anEvent(
      {
        title: "Databases",
        date: "2026-06-01T09:30:00",
        room: "Garden",
        track: "Data",
        persons: '<person id="1">Ada Lovelace</person>',
      },
      'id="2" guid="g2"',
    ),
    anEvent({ title: "100% open_data", date: "2026-06-01T10:00:00" }, 'id="3" guid="g3"'),
    anEvent(
      { title: "Night", date: "2026-06-02T00:15:00", persons: '<person id="2">Bob</person>' },
      'id="4" guid="g4"',
    ),
  ],
  "<acronym>try</acronym><time_zone_name>Europe/London</time_zone_name>",
);

describe.for(testDatabases)("the agenda's API on %s", (database) => {
  let house: TestApp;
  let expert: Asker;
  let eventId: number;
  const path = (rest: string) => `/1/api/container/${eventId}/${rest}`;
  const sessions = async (query = "limit=100") => (await expert.get(path(`session?${query}`))).data as SessionRow[];
  const titles = async (query: string) => (await sessions(query)).map(({ title }) => title);
  const called = async (title: string) => (await sessions()).find((session) => session.title === title) as SessionRow;

  beforeAll(async () => {
    house = await app({ database });
    expert = await house.as("expert");
    eventId = house.bigEventId;
  });
  afterAll(() => house.close());

  beforeEach(async () => {
    await expert.remove(path(`session?expect=${(await sessions()).length}`));
    await expert.importFile(eventId, APPLY, programme);
  });

  test("a session is listed with its stage, track, speakers, start and end", async () => {
    expect(await called("Databases")).toMatchObject({
      start: "2026-06-01T08:30:00.000Z",
      end: "2026-06-01T09:00:00.000Z",
      stage: { name: "Garden" },
      track: { name: "Data", colour: null },
      speakers: [{ name: "Ada Lovelace", thing_id: null }],
      source: "try",
      external_id: "2",
      guid: "g2",
      rev: 1,
    });
  });

  test("the list is narrowed by words, stage, track, speaker and day", async () => {
    const { stage, track, speakers } = await called("Databases");

    expect(await titles("search=ada+data")).toEqual(["Databases"]);
    expect(await titles(`stage=${stage?.id}`)).toEqual(["Databases"]);
    expect(await titles(`track=${track?.id}`)).toEqual(["Databases"]);
    expect(await titles(`speaker=${speakers[0]?.id}`)).toEqual(["Opening", "Databases"]);
    expect(await titles("day=2026-06-02")).toEqual(["Night"]);
    expect(await titles("limit=2&offset=1")).toEqual(["Databases", "100% open_data"]);
    const ids = [(await called("Night")).id, (await called("Opening")).id, 987654321];
    expect(await titles(`ids=${ids}`)).toEqual(["Opening", "Night"]);
    expect((await expert.get(path("session?ids=1,,2"))).error.code).toBe("invalid");
  });

  test("signs that mean something to the database are searched as they are", async () => {
    expect(await titles("search=100%25")).toEqual(["100% open_data"]);
    expect(await titles("search=o_en")).toEqual([]);
    expect(await titles("search=n_data")).toEqual(["100% open_data"]);
  });

  test("the clash of Ada's two sessions is told, and nothing else", async () => {
    const { data } = await expert.get(path("session/clash"));

    const [opening, databases] = [await called("Opening"), await called("Databases")];
    expect(data).toEqual([
      {
        rule: "speaker",
        sessions: [opening.id, databases.id],
        speaker: { id: expect.any(Number), name: "Ada Lovelace", thing_id: null },
      },
    ]);
  });

  test("moving a session away ends its clash, and the save answers the whole session", async () => {
    const { id, rev, title, track } = await called("Databases");
    const draft = {
      rev,
      title,
      start: "2026-06-01T12:00:00Z",
      end: "2026-06-01T13:00:00Z",
      stage_id: null,
      track_id: track?.id,
    };

    const saved = await expert.patch(path(`session/${id}`), draft);

    expect(saved.status).toBe(200);
    expect(saved.data).toMatchObject({
      id,
      rev: 2,
      start: "2026-06-01T12:00:00.000Z",
      stage: null,
      track: { name: "Data" },
      abstract: "",
    });
    expect((await expert.get(path("session/clash"))).data).toEqual([]);
  });

  test("a save on what somebody else has changed is refused, and brings theirs along", async () => {
    const { id, title, start, end } = await called("Opening");
    const draft = { rev: 1, title, start, end, stage_id: null, track_id: null };
    await expert.patch(path(`session/${id}`), { ...draft, title: "Theirs" });

    const late = await expert.patch(path(`session/${id}`), { ...draft, title: "Mine" });

    expect(late).toMatchObject({ status: 409, error: { code: "stale", current: { id, rev: 2, title: "Theirs" } } });
    expect(await titles("search=Theirs")).toEqual(["Theirs"]);
  });

  test.for([
    ["ends before it begins", { end: "2026-06-01T07:00:00Z" }, "end"],
    ["has no title", { title: "  " }, "title"],
    ["names a stage that is not there", { stage_id: 999_999 }, "stage_id"],
    ["has a field that nobody knows", { colour: "red" }, "colour"],
    ["has a time that is none", { start: "tomorrow" }, "start"],
  ] as const)("a session that %s is refused beside the field", async ([, change, field]) => {
    const { id, rev, title, start, end } = await called("Opening");

    const { status, error } = await expert.patch(path(`session/${id}`), {
      rev,
      title,
      start,
      end,
      stage_id: null,
      track_id: null,
      ...change,
    });

    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
  });

  test("a session is added by hand and removed again, and both stand in the history", async () => {
    const draft = {
      title: "Closing",
      start: "2026-06-02T15:00:00Z",
      end: "2026-06-02T16:00:00Z",
      stage_id: null,
      track_id: null,
    };

    const added = await expert.post(path("session"), draft);
    const removed = await expert.remove(path(`session/${added.data.id}`));

    expect(added).toMatchObject({ status: 201, data: { title: "Closing", source: null, rev: 1, speakers: [] } });
    expect(removed).toMatchObject({ status: 200, data: { removed: 1 } });
    expect((await expert.get(path(`session/${added.data.id}`))).status).toBe(404);
    const history = await house.deps.database.quick
      .selectFrom("core_audit")
      .select("action")
      .where("object_type", "=", "session")
      .where("object_id", "=", String(added.data.id))
      .orderBy("id")
      .execute();
    expect(history.map(({ action }) => action)).toEqual(["create", "remove"]);
  });

  test("a session that is brought back has its texts, its speakers and its place in the schedule again", async () => {
    const one = aFrabFile([
      anEvent(
        {
          ...{ title: "Whole", date: "2026-06-03T09:00:00+01:00", url: "https://try.example/whole" },
          ...{ abstract: "Short", description: "Long" },
          persons: '<person id="8">Zoe</person><person id="1">Ada Lovelace</person>',
        },
        'id="9" guid="g9"',
      ),
    ]);
    await expert.importFile(eventId, APPLY, one);
    const { id } = await called("Whole");
    const { data: before } = await expert.get(path(`session/${id}`));
    await expert.remove(path(`session/${id}`));
    const chief = await house.as("super");
    const [line] = (await chief.post(path("history/query"), { limit: 1 })).data.rows;

    const reverted = await chief.post(path(`history/${line.id}/revert`), {});
    const made = (await called("Whole")).id;
    const { data: after } = await expert.get(path(`session/${made}`));
    const again = await expert.importFile(eventId, APPLY, one);

    expect(before).toMatchObject({
      guid: "g9",
      external_id: "9",
      speakers: [{ name: "Zoe" }, { name: "Ada Lovelace" }],
    });
    expect(line.names.speaker_ids).toEqual(
      Object.fromEntries(before.speakers.map((speaker: { id: number; name: string }) => [speaker.id, speaker.name])),
    );
    expect(reverted.status).toBe(200);
    expect({ ...after, updated_at: "" }).toEqual({ ...before, id: made, rev: after.rev, updated_at: "" });
    expect(again.data.result).toMatchObject({ created: 0, unchanged: 1 });
  });

  test("speakers are listed by name, whatever its capitals and accents, in every database", async () => {
    const persons = ["Zoe", "élodie", "Ada", "bob", "Emil"].map(
      (name, at) => `<person id="${at + 20}">${name}</person>`,
    );
    await expert.importFile(eventId, APPLY, aFrabFile([anEvent({ persons: persons.join("") }, 'id="20" guid="g20"')]));

    const { data } = await expert.get(path("speaker"));

    const names = data.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => !/ /.test(name))).toEqual(["Ada", "Bob", "bob", "élodie", "Emil", "Zoe"]);
  });

  test("clearing is refused when the agenda is not what the person saw", async () => {
    const refused = await expert.remove(path("session?expect=3"));

    expect(refused).toMatchObject({ status: 409, error: { code: "agenda.changed" } });
    expect(await sessions()).toHaveLength(4);
  });

  test("clearing takes sessions, stages, tracks and speakers", async () => {
    const cleared = await expert.remove(path("session?expect=4"));

    expect(cleared.data).toEqual({ removed: 4 });
    for (const list of ["session", "stage", "track", "speaker", "session/clash"]) {
      expect((await expert.get(path(list))).data).toEqual([]);
    }
  });

  test("a dry run says what an import would do and leaves nothing behind", async () => {
    const before = await sessions();
    const changed = programme
      .replace("Opening", "Welcome")
      .replace("Night", "Late")
      .replace('id="4" guid="g4"', 'id="5" guid="g5"');

    const dry = await expert.importFile(eventId, DRY, changed);
    const after = await sessions();
    const applied = await expert.importFile(eventId, APPLY, changed);

    expect(dry.data.result).toMatchObject({ created: 1, updated: 1, unchanged: 2, missing: 1 });
    expect(after).toEqual(before);
    expect(applied.data.result).toEqual(dry.data.result);
    expect(await called("Welcome")).toMatchObject({ external_id: "1", rev: 2 });
    expect(await sessions()).toHaveLength(5);
  });

  test("an import with faults takes the rest and names line and field of each", async () => {
    const file = programme.replace("<title>Night</title>", "<title/>").replaceAll("Databases", "Data bases");

    const { data: job } = await expert.importFile(eventId, APPLY, file);

    expect(job.state).toBe("done");
    expect(job.result).toMatchObject({ created: 0, updated: 1, unchanged: 2, skipped: 1, missing: 1 });
    expect(job.result.errors).toMatchObject([{ line: 9, field: "title", message: "It is missing" }]);
  });

  test.for([
    ["with another root", "<rss/>", 1],
    ["that ends too early", programme.slice(0, -20), 10],
    ["with entities of its own", `<!DOCTYPE s [<!ENTITY a "b">]>${programme}`, 1],
    ["without a zone", programme.replace("<time_zone_name>Europe/London</time_zone_name>", ""), 6],
    ["that is not UTF-8", Buffer.from(programme.replace("Opening", "Er\u00f6ffnung"), "latin1"), 6],
  ] as const)("a file %s is refused with its line and changes nothing", async ([, file, line]) => {
    const before = await sessions();

    const { data: job } = await expert.importFile(eventId, APPLY, file as string);

    expect(job.state).toBe("failed");
    expect(job.error).toMatch(new RegExp(`^Line ${line}: .+`));
    expect(job.result).toMatchObject({ ...NOTHING, errors: [{ line, message: expect.any(String) }] });
    expect(await sessions()).toEqual(before);
  });

  test("a file larger than 32 MB is refused before it is read", async () => {
    const { status, error } = await expert.importFile(eventId, APPLY, Buffer.alloc(50 * 1024 * 1024, "<a>"));

    expect({ status, code: error.code }).toEqual({ status: 413, code: "too_large" });
  });

  test("an import that is cancelled leaves nothing behind", async () => {
    const many = Array.from({ length: 3000 }, (_, id) =>
      anEvent({ title: `Session ${id}` }, `id="n${id}" guid="n${id}"`),
    );
    const start = await expert.ask("POST", path(`import?${APPLY}`), aFrabFile(many), {
      headers: { "content-type": "text/xml" },
    });

    await expert.post(`/1/api/job/${start.data.job.id}/cancel`);
    const { data: job } = await expert.finished(start.data.job.id);

    expect(job.state).toBe("cancelled");
    expect(await sessions("limit=10000000")).toHaveLength(4);
  });

  test.for(["application/octet-stream", "application/json", "text/plain"])(
    "schedule.json is taken as %s",
    async (type) => {
      const event = { id: 1, title: "Opening", date: "2026-06-01T09:00:00Z", duration: "1:00", persons: [] };
      const file = aJsonFile([event], { acronym: "other" });
      const query = "kind=schedule&format=schedule-json&mode=apply";

      const start = await expert.ask("POST", path(`import?${query}`), file, { headers: { "content-type": type } });
      const { data: job } = await expert.finished(start.data.job.id);

      expect(job.result).toMatchObject({ created: 1, errors: [] });
    },
  );

  test("the agenda of another app's event does not exist", async () => {
    const harbour = await house.as("expert", "harbour");

    expect((await harbour.get(path("session"))).status).toBe(404);
    expect((await harbour.importFile(eventId, APPLY, programme)).status).toBe(404);
  });

  test("a session of another event does not exist here", async () => {
    const { id } = await called("Opening");
    const other = house.events["Baltic Trade Forum"];

    expect((await expert.get(`/1/api/container/${other}/session/${id}`)).status).toBe(404);
    expect((await expert.remove(`/1/api/container/${other}/session/${id}`)).status).toBe(404);
  });
});

describe("the demo", () => {
  let house: TestApp;

  beforeAll(async () => {
    house = await app({ areaDemo: true });
  }, 120_000);
  afterAll(() => house.close());

  test("gives the big event three days with three clashes, and the others a programme without one", async () => {
    const owner = await house.as("super");
    for (const [name, id] of Object.entries(house.events)) {
      const { status, data } = await owner.get(`/1/api/container/${id}/session?limit=1000`);
      // Events of the other app are not this person's.
      if (status === 404) continue;
      const { data: clashes } = await owner.get(`/1/api/container/${id}/session/clash`);
      const isBig = id === house.bigEventId;
      const isHub = name === "Northwind Community Hub";
      expect([name, data.length, clashes.length]).toEqual([name, isBig ? 120 : isHub ? 0 : 8, isBig ? 3 : 0]);
    }
  });
});
