// Log-in e-mails to many: who gets one, who does not and why, and that nobody gets two whatever happens.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { watchJobs } from "../../../tests/support/cutOff.ts";
import { someProfiles } from "../../../tests/support/place.ts";
import type { BulkResult, ThingBulkDraft } from "../../event-data/contract.ts";
import { BULK_JOB } from "../../event-data/server/bulk/runBulk.ts";
import { type LoginMailOrder, MAIL_ACT } from "../contract.ts";
import { leftOutOf } from "../server/many.ts";
import { aPerson, aServer, Desk, tokenOf } from "./factories.ts";

interface Ended {
  id: number;
  state: string;
  result: BulkResult;
}

test("who was sent one within the hour, or has logged in where that is asked, is left out", () => {
  const now = new Date("2026-11-24T12:00:00.000Z");
  const row = (mailed_at: string | null, entered_at: string | null = null) => ({ mailed_at, entered_at });

  expect(leftOutOf(undefined, { only_new: true }, now)).toBeUndefined();
  expect(leftOutOf(row("2026-11-24T11:00:00.001Z"), {}, now)).toBe("too_soon");
  expect(leftOutOf(row("2026-11-24T11:00:00.000Z"), {}, now)).toBeUndefined();
  expect(leftOutOf(row(null, "2026-11-01"), {}, now)).toBeUndefined();
  expect(leftOutOf(row(null, "2026-11-01"), { only_new: true }, now)).toBe("entered");
});

describe.each(testDatabases)("log-in e-mails to many on %s", (database) => {
  let server: TestApp;
  let desk: Desk;
  /** Done once, after so many transactions of the next job. */
  let meanwhile: { left: number; act: (job: number) => Promise<unknown> } | undefined;
  beforeAll(async () => {
    server = await aServer({ database });
    desk = await Desk.at(server);
    watchJobs(server, BULK_JOB, {
      after: async (job) => {
        if (!meanwhile || --meanwhile.left > 0) return;
        const { act } = meanwhile;
        meanwhile = undefined;
        await act(job);
      },
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    meanwhile = undefined;
  });

  type Draft = Omit<ThingBulkDraft, "act"> & LoginMailOrder;
  const start = ({ only_new = false, ...draft }: Draft, asker = desk.asker) =>
    asker.post(`${desk.place.path}/thing/bulk`, { ...draft, act: { do: "other", act: MAIL_ACT, with: { only_new } } });
  const run = async (draft: Draft): Promise<Ended> => {
    const { data } = await start(draft);
    return (await desk.asker.finished(data.job.id)).data;
  };
  const among = (people: readonly { id: number }[]) => ({ ids: people.map(({ id }) => id) });
  const letters = async (like: string) => {
    const rows = await server.deps.database.quick
      .selectFrom("core_mail")
      .select(["recipient", "text", "secret"])
      .where("recipient", "like", like)
      .orderBy("id")
      .execute();
    return rows;
  };
  const fileOf = async (id: number) =>
    (await desk.asker.get(`/1/api/job/${id}/file`)).response.body.trim().split(/\r?\n/);
  const reasons = ({ errors }: BulkResult) => errors.map(({ message }) => message).sort();
  let rounds = 0;
  /** So many imported participants, and what their addresses end with. */
  const crowd = async (count: number) => {
    rounds += 1;
    const end = `crowd${rounds}.example`;
    const mails = Array.from({ length: count }, (_, at) => `guest.${at}@${end}`);
    await someProfiles(desk.place, `Crowd ${rounds}`, mails);
    return { end, selection: { question: { search: end } } };
  };
  const statuses = async (end: string, status: string) => {
    const filter = [{ field: "status", op: "eq", value: status }];
    return (await desk.asker.post(`${desk.place.path}/thing/query`, { search: end, filter, limit: 0 })).data.matched;
  };

  test("each is sent a link of their own that logs them in, and has been invited; a trial does nothing of that", async () => {
    const { end, selection } = await crowd(3);

    const tried = await run({ selection, mode: "dry-run" });
    const before = { letters: await letters(`%${end}`), invited: await statuses(end, "invited") };
    const sent = await run({ selection, mode: "apply" });

    expect(tried.result).toMatchObject({ changed: 3, skipped: 0 });
    expect(before).toEqual({ letters: [], invited: 0 });
    expect(sent).toMatchObject({ state: "done", result: { changed: 3, skipped: 0 } });
    expect(sent.result.until).toBeNull();
    const written = await letters(`%${end}`);
    expect(written.map(({ secret }) => secret)).toEqual([1, 1, 1]);
    expect(await statuses(end, "invited")).toBe(3);
    for (const { recipient, text } of written) {
      const entered = await desk.verify(tokenOf({ address: /https:\S+/.exec(text)?.[0] ?? "" }));
      expect(entered.data.profile.email).toBe(recipient);
    }
    const [line] = (await desk.history({ id: sent.result.sample[0]?.id ?? 0 })).filter(
      ({ action }) => action === "send_login",
    );
    expect(line).toMatchObject({ before: { status: "imported" }, after: { status: "invited" } });
  });

  test("who cannot be sent one is told with the reason, and the file names them all", async () => {
    const well = await aPerson(desk.place, { status: "active" });
    const nameless = await aPerson(desk.place, { email: "" });
    const blocked = await aPerson(desk.place, { status: "blocked" });
    const acme = await aPerson(desk.place, {
      type_id: desk.place.types[2],
      name: "Acme",
      first_name: "",
      last_name: "",
    });
    const mailed = await aPerson(desk.place);
    const entered = await aPerson(desk.place);
    await desk.mail(mailed);
    await desk.seen({ id: entered.id, at: new Date().toISOString() });
    const selection = among([well, nameless, blocked, acme, mailed, entered]);

    const all = await run({ selection, mode: "dry-run" });
    const onlyNew = await run({ selection, mode: "apply", only_new: true });

    const expected = [
      "has one from the last 60 minutes",
      "no email address",
      "no participant",
      "the profile is blocked",
    ];
    expect(reasons(all.result)).toEqual(expected);
    expect(all.result.changed).toBe(2);
    expect(reasons(onlyNew.result)).toEqual(["has logged in already", ...expected]);
    expect(onlyNew.result.sample).toMatchObject([{ id: well.id }]);
    expect((await desk.thing(well)).status).toBe("active");
    const file = await fileOf(onlyNew.id);
    expect(file.slice(1)).toHaveLength(5);
    expect(file.join("\n")).toContain("has one from the last 60 minutes");
  });

  test("reasons and letters are in the languages of those who read them", async () => {
    const hana = await aPerson(desk.place, { email: "hana@many.example", fields: { language: "de" } });
    const nobody = await aPerson(desk.place, { email: "" });

    const sent = await run({ selection: among([hana, nobody]), mode: "apply", locale: "de" });

    expect((await letters("hana@many.example"))[0]?.text).toContain("Guten Tag");
    expect((await fileOf(sent.id)).at(-1)).toContain("keine E-Mail-Adresse");
  });

  test("two who send to the same people at once send one letter each", async () => {
    const { end, selection } = await crowd(20);

    const both = await Promise.all([run({ selection, mode: "apply" }), run({ selection, mode: "apply" })]);

    expect(both.map(({ result }) => result.changed).sort((a, b) => a - b)).toEqual([0, 20]);
    expect(await letters(`%${end}`)).toHaveLength(20);
  });

  test("who logs in, is seen or is saved while letters go out holds nothing up, and is let in or told that a newer link is on its way", async () => {
    const { end, selection } = await crowd(400);
    const { rows } = (await desk.asker.post(`${desk.place.path}/thing/query`, { search: end, limit: 400 })).data;
    const some: { id: number; rev: number }[] = rows.filter((_: unknown, at: number) => at % 10 === 0);
    const tokens = await Promise.all(some.slice(0, 20).map((person) => desk.token(person)));
    const at = new Date().toISOString();

    const job = run({ selection, mode: "apply" });
    const meanwhile = await Promise.all([
      ...tokens.flatMap((token) => [desk.open(token), desk.verify(token)]),
      ...some.slice(20, 30).map(({ id }) => desk.seen({ id, at })),
      ...some.slice(30).map(({ id, rev }) => {
        return desk.asker.patch(`${desk.place.path}/thing/${id}`, { rev, job_title: "Saved meanwhile" });
      }),
    ]);
    const ended = await job;

    const codes = new Set(meanwhile.map(({ status, error }) => error?.code ?? status));
    const expected = new Set([200, "app-access.link_superseded", "app-access.link_used", "stale"]);
    expect([...codes].filter((code) => !expected.has(code))).toEqual([]);
    expect(ended.state).toBe("done");
    expect(ended.result.changed + ended.result.skipped).toBe(400);
    expect(await letters(`%${end}`)).toHaveLength(ended.result.changed);
  });

  test("what has been sent when it is stopped is sent and told; the rest is not", async () => {
    const { end, selection } = await crowd(620);
    meanwhile = { left: 1, act: (job) => desk.asker.post(`/1/api/job/${job}/cancel`) };

    const stopped = await run({ selection, mode: "apply" });

    expect(stopped).toMatchObject({ state: "cancelled", result: { changed: 500 } });
    expect(await letters(`%${end}`)).toHaveLength(500);
    expect(await statuses(end, "invited")).toBe(500);
    const rest = await run({ selection, mode: "apply" });
    expect(rest.result).toMatchObject({ changed: 120, skipped: 500 });
    expect(new Set((await letters(`%${end}`)).map(({ recipient }) => recipient)).size).toBe(620);
  });

  test("somebody who is saved in the same moment is left out, and their answer stays", async () => {
    const { end, selection } = await crowd(501);
    const last = (
      await desk.asker.post(`${desk.place.path}/thing/query`, {
        search: end,
        sort: [{ field: "id", direction: "desc" }],
        limit: 1,
      })
    ).data.rows[0];
    meanwhile = {
      left: 1,
      act: () => desk.asker.patch(`${desk.place.path}/thing/${last.id}`, { rev: last.rev, status: "blocked" }),
    };

    const sent = await run({ selection, mode: "apply" });

    expect(sent.result).toMatchObject({ changed: 500, skipped: 1 });
    expect(reasons(sent.result)).toEqual(["the profile is blocked"]);
    expect((await desk.thing(last)).status).toBe("blocked");
  });

  test("an event that nobody gets into sends nothing, and a question that the list refuses is refused at once", async () => {
    const ada = await aPerson(desk.place);
    const set = (active: number) =>
      server.deps.database.write
        .updateTable("core_event")
        .set({ active })
        .where("id", "=", desk.place.eventId)
        .execute();

    await set(0);
    const closed = await start({ selection: among([ada]), mode: "dry-run" });
    await set(1);
    const odd = await start({
      selection: { question: { filter: [{ field: "shoe", op: "eq", value: 1 }] } },
      mode: "apply",
    });

    expect(closed.error).toMatchObject({ code: "invalid", fields: { with: "The event is not active" } });
    expect(odd.status).toBe(400);
    const refused = await start({ selection: among([ada]), mode: "dry-run" }, await server.as("owner"));
    expect(refused.error.code).toBe("forbidden");
  });
});
