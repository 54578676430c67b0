import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Meeting } from "../contract.ts";
import { tellNotices } from "../server/notices.ts";
import type { NetworkingTables } from "../server/tables.ts";
import { aMeeting, arrange, aTable, at, meetingsOf, peopleNamed } from "./factories.ts";

const MINUTE = 60_000;

describe.each(testDatabases)("confirmed meetings of who leaves or is blocked, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  let count = 0;
  const some = <Names extends string[]>(...names: Names) => {
    count += 1;
    return peopleNamed(place, count, ...names);
  };
  const bulk = async (act: object, who: readonly { id: number }[], mode: "dry-run" | "apply", locale = "en-gb") => {
    const confirm = mode === "apply" && "do" in act && act.do === "remove" ? { confirm: who.length } : {};
    const body = { selection: { ids: who.map(({ id }) => id) }, act: { ...act, ...confirm }, mode, locale };
    const { data } = await place.asker.post(`${place.path}/thing/bulk`, body);
    return (await place.asker.finished(data.job.id)).data;
  };
  const undo = async (jobId: number) => {
    const { data } = await place.asker.post(`${place.path}/thing/bulk/${jobId}/undo`, {});
    return (await place.asker.finished(data.job.id)).data.result;
  };
  const states = (meetings: readonly Meeting[]) => meetings.map(({ state }) => state);
  /** What has been written since the last look, once so many minutes have passed. */
  let read = 0;
  const letters = async (minutes: number) => {
    await tellNotices({ ...tidyContext(server.deps), now: new Date(Date.now() + minutes * MINUTE) });
    const rows = await server.deps.database.quick
      .selectFrom("core_mail")
      .select(["id", "recipient", "subject", "text"])
      .where("id", ">", read)
      .orderBy("id")
      .execute();
    read = rows.at(-1)?.id ?? read;
    return rows.map(({ recipient, subject, text }) => ({ to: recipient, subject, text }));
  };

  test("the preview names who meets whom and when on the clocks of the event, and counts who can be told", async () => {
    const [ada, bo, cy, di] = await some("Ada", "Bo", "Cy", "Di");
    const eve = await aProfile(place, { first_name: "Eve", last_name: "Without" });
    await aMeeting(place, [ada, bo] as never, 0);
    await aMeeting(place, [ada, cy, di] as never, 60);
    await aMeeting(place, [ada, eve] as never, 120);

    const one = await place.asker.get(`${place.path}/thing/${ada?.id}/loss?by=blocking&locale=de`);
    const many = await bulk({ do: "remove" }, [ada, bo] as never, "dry-run");

    expect(one.data).toMatchObject([{ label: "networking:blocking", count: 3, others: { count: 4, reached: 3 } }]);
    expect(one.data[0].examples[0].values).toMatchObject({ names: ada?.name, others: bo?.name });
    const { data: event } = await place.asker.get(`/1/api/container/${place.eventId}`);
    const hour = new Intl.DateTimeFormat("de", { hour: "2-digit", minute: "2-digit", timeZone: event.timezone });
    expect(one.data[0].examples[0].values.time).toContain(hour.format(new Date(at(0))));
    expect(many.result.losses).toMatchObject([{ count: 3, others: { count: 3, reached: 2 } }]);
    expect(many.result.losses[0].examples.map(({ label }: { label: string }) => label)).toEqual([
      "networking:ahead.among",
      "networking:ahead.without",
      "networking:ahead.off",
    ]);
  });

  test("who may not read meetings is told how many, and not whom and when", async () => {
    const [ada, bo] = await some("Ada", "Bo");
    await aMeeting(place, [ada, bo] as never, 0);
    const { write } = server.deps.database;
    const before = await write
      .selectFrom("core_membership")
      .select("permissions")
      .where("user_id", "=", place.asker.userId)
      .executeTakeFirst();
    const give = (permissions: string | null) =>
      write.updateTable("core_membership").set({ permissions }).where("user_id", "=", place.asker.userId).execute();

    await give(JSON.stringify({ things: true, meetings: false }));
    const { data } = await place.asker.get(`${place.path}/thing/${ada?.id}/loss`);
    await give(before?.permissions ?? null);

    expect(data).toEqual([{ label: "networking:leaving", count: 1, others: { count: 1, reached: 1 } }]);
  });

  test("letters about a removal wait until it cannot be undone, in the language of each, and nobody is told who should not be", async () => {
    const [ada, bo] = await some("Ada", "Bo");
    const kim = await aProfile(place, {
      first_name: "Kim",
      last_name: "Deutsch",
      email: `kim.${count}@x.example`,
      fields: { language: "de" },
    });
    const table = await aTable(server, place, "Table of letters");
    await aMeeting(place, [ada, bo] as never, 0, { location_id: table });
    await aMeeting(place, [ada, kim] as never, 60);
    await aMeeting(place, [ada, bo] as never, 120, { state: "requested" });
    await letters(0);

    await bulk({ do: "remove", tells: true }, [ada] as never, "apply");
    const early = await letters(10);
    const due = await letters(12);
    const again = await letters(13);

    expect(early).toEqual([]);
    expect(due.map(({ to }) => to).sort()).toEqual([`bo.${count}@x.example`, `kim.${count}@x.example`]);
    const toBo = due.find(({ to }) => to.startsWith("bo."));
    expect(toBo?.subject).toContain("cancelled");
    expect(toBo?.text).toContain(ada?.name);
    expect(toBo?.text).toContain("Table of letters");
    expect(due.find(({ to }) => to.startsWith("kim."))?.subject).toContain("abgesagt");
    expect(again).toEqual([]);
  });

  test("nobody is told of a removal that is undone in time, and who was told before it was hears so", async () => {
    const [ada, bo, cy, di] = await some("Ada", "Bo", "Cy", "Di");
    await aMeeting(place, [ada, bo] as never, 0);
    await aMeeting(place, [cy, di] as never, 0);
    await letters(0);

    const first = await bulk({ do: "remove", tells: true }, [ada] as never, "apply");
    await undo(first.id);
    const inTime = await letters(20);
    const second = await bulk({ do: "remove", tells: true }, [cy] as never, "apply");
    const told = await letters(20);
    await undo(second.id);
    const corrected = await letters(21);

    expect(inTime).toEqual([]);
    expect(told.map(({ to }) => to)).toEqual([`di.${count}@x.example`]);
    expect(corrected.map(({ to, subject }) => [to, subject])).toEqual([
      [`di.${count}@x.example`, expect.stringContaining("after all")],
    ]);
    expect(corrected[0]?.text).toContain(cy?.name);
    expect(await letters(30)).toEqual([]);
  });

  test("without a word about it nobody is told, and of three who meet two go on and hear who left", async () => {
    const [ada, bo, cy, di] = await some("Ada", "Bo", "Cy", "Di");
    await aMeeting(place, [ada, bo] as never, 0);
    await aMeeting(place, [ada, cy, di] as never, 60);
    await letters(0);

    await bulk({ do: "remove" }, [bo] as never, "apply");
    const silent = await letters(20);
    await place.asker.remove(`${place.path}/thing/${ada?.id}?rev=1&tells=true`);
    // One removal is not undone: nothing has to be waited for.
    const told = await letters(1);

    expect(silent).toEqual([]);
    expect(told.map(({ to }) => to).sort()).toEqual([`cy.${count}@x.example`, `di.${count}@x.example`]);
    expect(told[0]?.subject).toContain("has changed");
  });

  test("deactivating keeps meetings unless it is asked to cancel them, and undone they are as they were", async () => {
    const [ada, bo, cy, di, ed] = await some("Ada", "Bo", "Cy", "Di", "Ed");
    const own = [ada, bo, cy, di, ed] as { id: number; rev: number }[];
    await aMeeting(place, [own[0], own[1]] as never, 0);
    await aMeeting(place, [own[2], own[1], own[3], own[0]] as never, 60);
    const before = await meetingsOf(place, own[1] as never);
    await letters(0);

    const preview = await bulk({ do: "deactivate" }, own.slice(0, 2), "dry-run");
    const kept = await bulk({ do: "deactivate" }, own.slice(0, 1), "apply");
    const stay = states(await meetingsOf(place, own[0] as never));
    await undo(kept.id);
    const act = { do: "deactivate", calls_off: true, tells: true };
    const done = await bulk(act, own.slice(0, 3), "apply");
    const off = await meetingsOf(place, own[1] as never);
    const free = await arrange(place, [own[3], own[4]] as never, 60);
    const told = await letters(20);
    await place.asker.patch(`${place.path}/meeting/${free.data.id}`, { rev: free.data.rev, state: "cancelled" });
    const undone = await undo(done.id);
    const after = await meetingsOf(place, own[1] as never);
    const corrected = await letters(21);

    expect(preview.result.losses).toMatchObject([{ label: "networking:blocking", count: 2 }]);
    expect(stay).toEqual(["accepted", "accepted"]);
    expect(states(off)).toEqual(["cancelled"]);
    expect(free.status).toBe(201);
    expect(told.map(({ to }) => to)).toEqual([`di.${count}@x.example`]);
    expect(undone.losses).toBeUndefined();
    const facts = (all: readonly Meeting[]) =>
      all.map(({ id, state, participants }) => [id, state, participants.map((one) => one.id).sort()]);
    expect(facts(after)).toEqual(facts(before));
    expect(corrected.map(({ to }) => to)).toEqual(expect.arrayContaining([`di.${count}@x.example`]));
  });

  test("who gives many the status blocked is told the same and may cancel the same as by deactivating", async () => {
    const [ada, bo, cy] = await some("Ada", "Bo", "Cy");
    await aMeeting(place, [ada, bo] as never, 0);
    await aMeeting(place, [cy, bo] as never, 60);
    await letters(0);
    const edit = { do: "edit", field: "status", value: "blocked" };

    const preview = await bulk(edit, [ada, cy] as never, "dry-run");
    const harmless = await bulk({ ...edit, value: "active", calls_off: true }, [ada] as never, "apply");
    const kept = await bulk(edit, [cy] as never, "apply");
    const stay = states(await meetingsOf(place, bo as never));
    const done = await bulk({ ...edit, calls_off: true, tells: true }, [ada] as never, "apply");
    const off = states(await meetingsOf(place, bo as never));
    const told = await letters(20);
    await undo(done.id);
    await letters(21);

    expect(preview.result.losses).toMatchObject([{ label: "networking:blocking", count: 2 }]);
    expect([harmless.result.changed, kept.result.changed]).toEqual([1, 1]);
    expect(stay).toEqual(["accepted", "accepted"]);
    expect(off).toEqual(["cancelled", "accepted"]);
    expect(told.map(({ to }) => to)).toEqual([`bo.${count}@x.example`]);
    expect(states(await meetingsOf(place, bo as never))).toEqual(["accepted", "accepted"]);
  });

  test("a meeting that somebody changed since is left as it is by the undoing, which says so", async () => {
    const [ada, bo, cy] = await some("Ada", "Bo", "Cy");
    const meeting = await aMeeting(place, [ada, bo] as never, 0);
    await aMeeting(place, [ada, cy] as never, 60);

    const done = await bulk({ do: "deactivate", calls_off: true }, [ada] as never, "apply");
    const [now] = await meetingsOf(place, bo as never);
    const changed = await place.asker.patch(`${place.path}/meeting/${meeting.id}`, {
      rev: now?.rev,
      message: "Another day",
    });
    const taken = await arrange(place, [cy, bo] as never, 60);
    const undone = await undo(done.id);

    expect([changed.status, taken.status]).toEqual([200, 201]);
    expect(undone.losses).toEqual([
      { label: "networking:stay", count: 1 },
      { label: "networking:back", count: 1 },
    ]);
    expect(states(await meetingsOf(place, ada as never))).toEqual(["cancelled", "requested"]);
  });

  test("one profile that is saved as blocked has its meetings cancelled where that is asked", async () => {
    const [ada, bo, cy] = await some("Ada", "Bo", "Cy");
    await aMeeting(place, [ada, bo] as never, 0);
    await aMeeting(place, [cy, bo] as never, 60);
    await letters(0);
    const save = (id = 0, query = "") =>
      place.asker.patch(`${place.path}/thing/${id}${query}`, { rev: 1, status: "blocked" });

    await save(ada?.id, "?calls_off=true&tells=true");
    await save(cy?.id);

    expect(states(await meetingsOf(place, bo as never))).toEqual(["cancelled", "accepted"]);
    expect((await letters(1)).map(({ to }) => to)).toEqual([`bo.${count}@x.example`]);
  });

  test("letters that cannot be written hold up no others, are reported, and are given up after five hours", async () => {
    const [ada, bo, cy] = await some("Ada", "Bo", "Cy");
    const broken = await aMeeting(place, [ada, bo] as never, 0);
    await aMeeting(place, [ada, cy] as never, 60);
    const { write } = server.deps.database;
    const { id: brokenId } = broken as { id: number };
    await bulk({ do: "remove", tells: true }, [ada] as never, "apply");
    const mendable = write.withTables<NetworkingTables>().updateTable("networking_meeting").where("id", "=", brokenId);
    await mendable.set({ start_at: "no time at all" }).execute();
    const reports: string[] = [];
    const tell = (minutes: number) =>
      tellNotices({
        ...tidyContext(server.deps),
        now: new Date(Date.now() + minutes * MINUTE),
        report: (_, what) => void reports.push(what),
      });
    const written = async () => (await letters(0)).map(({ to }) => to);
    await letters(0);

    await tell(12);
    const others = await written();
    await tell(13);
    const early = reports.length;
    for (const minutes of [23, 44, 85, 166, 327, 1000]) await tell(minutes);

    expect(others).toEqual([`cy.${count}@x.example`]);
    expect(early).toBe(1);
    expect(reports).toHaveLength(6);
    expect(reports[0]).toBe(`Letters about meeting ${brokenId} could not be written`);
    expect(reports.at(-1)).toBe(`Letters about meeting ${brokenId} could not be written and are given up`);
    expect(await written()).toEqual([]);
    const left = await write
      .withTables<NetworkingTables>()
      .selectFrom("networking_notice")
      .select("meeting_id")
      .where("meeting_id", "=", brokenId)
      .execute();
    expect(left).toEqual([]);
  });
});
