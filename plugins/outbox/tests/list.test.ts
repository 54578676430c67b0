import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMail, markFailed, markSent } from "../../../server/core/mail/repository.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

const ZONE = "Europe/Berlin";

describe.each(testDatabases)("the outbox as a list, on %s", (database) => {
  let lanyard: TestApp;
  let admin: Asker;
  beforeAll(async () => {
    lanyard = await app({ database });
    admin = await lanyard.as("app");
    await write({ to: "ada@x.example", subject: "Zebra", kind: "invite", now: "2026-03-01T09:00:00.000Z" }, "sent");
    await write({ to: "Müller@x.example", subject: "Äpfel", kind: "code", now: "2026-03-01T23:30:00.000Z" }, "failed");
    await write({ to: "bo@y.example", subject: "birnen", kind: "code", now: "2026-03-02T09:00:00.000Z" }, "queued");
    await write({ to: "cy@y.example", subject: "", kind: "meeting", now: "2026-03-03T09:00:00.000Z" }, "failed");
  });
  afterAll(() => lanyard.close());

  interface Written {
    to: string;
    subject: string;
    kind: string;
    now: string;
  }
  async function write(letter: Written, state: "sent" | "failed" | "queued"): Promise<void> {
    const { write: db, quick } = lanyard.deps.database;
    const giveUpAt = "2030-01-01T00:00:00.000Z";
    await createMail(db, { ...letter, appId: lanyard.apps.northwind, text: "Hello", state: "queued", giveUpAt });
    const { id } = await quick
      .selectFrom("core_mail")
      .select(({ fn }) => fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    if (state === "sent") await markSent(db, id, letter.now);
    if (state === "failed") await markFailed(db, { id, attempts: 0 }, { next: null, error: "Mailbox is full" });
  }
  const asked = async (question: object) => {
    const { data, error } = await admin.post("/1/api/outbox/query", { zone: ZONE, ...question });
    if (error) throw new Error(error.message);
    return data as { rows: { recipient: string; subject: string }[]; total: number; matched: number };
  };
  const found = async (question: object) =>
    (await asked(question)).rows.map(({ recipient }) => recipient.split("@")[0]);
  const sortedBy = (field: string, direction: "asc" | "desc" = "asc") => found({ sort: [{ field, direction }] });

  test("the latest comes first, and all of them are counted", async () => {
    expect(await found({})).toEqual(["cy", "bo", "Müller", "ada"]);
    expect(await asked({ limit: 1 })).toMatchObject({ total: 4, matched: 4, rows: [{ recipient: "cy@y.example" }] });
    expect((await admin.get("/1/api/outbox/count")).data.letters).toEqual({
      ...{ failed: 2, queued: 1, kept: 0, expired: 0, sent: 1 },
    });
  });

  test("each column sorts it: texts by how they read, states by what wants attention", async () => {
    expect(await sortedBy("subject")).toEqual(["cy", "Müller", "bo", "ada"]);
    expect(await sortedBy("recipient")).toEqual(["ada", "bo", "cy", "Müller"]);
    expect(await sortedBy("created_at")).toEqual(["ada", "Müller", "bo", "cy"]);
    expect(await sortedBy("state")).toEqual(["Müller", "cy", "bo", "ada"]);
    expect(await sortedBy("state", "desc")).toEqual(["ada", "bo", "cy", "Müller"]);
    expect(await sortedBy("kind")).toEqual(["Müller", "bo", "ada", "cy"]);
  });

  test("words are found in address and subject, in their middle too, whatever their accents", async () => {
    expect(await found({ search: "ulle" })).toEqual(["Müller"]);
    expect(await found({ search: "apfel" })).toEqual(["Müller"]);
    expect(await found({ search: "y.example bir" })).toEqual(["bo"]);
    expect(await found({ search: "z" })).toEqual(["ada"]);
    expect(await found({ search: "nobody" })).toEqual([]);
  });

  test("it is narrowed by state, kind and day of the reader's clocks", async () => {
    const by = (field: string, op: string, value: unknown) => found({ filter: [{ field, op, value }] });

    expect(await by("state", "in", ["failed"])).toEqual(["cy", "Müller"]);
    expect(await by("kind", "in", ["code", "invite"])).toEqual(["bo", "Müller", "ada"]);
    expect(await by("created_at", "eq", "2026-03-02")).toEqual(["bo", "Müller"]);
    expect(await by("recipient", "contains", "mull")).toEqual(["Müller"]);
  });

  test("the number of failed letters is exact on the home of an event", async () => {
    const { data } = await admin.get(`/1/api/container/${lanyard.bigEventId}/overview`);

    const failed = data.counts.find(({ id }: { id: string }) => id === "outbox.failed");
    expect(failed).toMatchObject({ value: 2, path: expect.stringContaining("failed") });
  });
});
