import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type MailDraft, writeLetter } from "../../../server/core/mail/mailer.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { stopNext } from "../../../tests/support/cutOff.ts";
import { RETRY_JOB } from "../server/retryMany.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(testDatabases)("letters and a mail server that does not take them, on %s", (database) => {
  /** Whom the mail server has taken a letter for, in the order in which it did. */
  const received: string[] = [];
  let smtp: SMTPServer | undefined;
  let port = 0;
  /** What the mail server answers to whom it is to write to. */
  let answer: ((address: string) => Error | undefined) | undefined;
  let lanyard: TestApp;
  let admin: Asker;
  let clock = new Date("2026-03-02T09:00:00Z");

  async function begin(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onRcptTo: ({ address }, _, done) => {
        done(answer?.(address));
      },
      onData: (stream, session, done) => {
        stream.resume();
        stream.on("end", () => {
          received.push(...session.envelope.rcptTo.map(({ address }) => address));
          done();
        });
      },
    });
    port = await new Promise<number>((go) => {
      const listener = server.listen(port, "127.0.0.1", () => go((listener.address() as AddressInfo).port));
    });
    smtp = server;
  }
  const end = () => new Promise<void>((go) => (smtp ? smtp.close(() => go()) : go()));
  beforeAll(async () => {
    await begin();
    lanyard = await app({ database, env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, now: () => clock });
    admin = await lanyard.as("app");
  });
  afterAll(async () => {
    await lanyard.close();
    await end();
  });

  const refusing = (responseCode: number) => () => Object.assign(new Error("No such mailbox"), { responseCode });
  const write = (to: string, draft: Partial<MailDraft> = {}) =>
    writeLetter(lanyard.deps.database.write, lanyard.deps, {
      ...{ appId: lanyard.apps.northwind, to, subject: `To ${to}`, text: "Hello", ...draft },
    });
  const letterTo = async (email: string) => {
    const filter = [{ field: "recipient", op: "eq", value: email }];
    const [row] = (await admin.post("/1/api/outbox/query", { filter })).data.rows;
    return (await admin.get(`/1/api/outbox/${row.id}`)).data;
  };
  const count = async () => (await admin.get("/1/api/outbox/count")).data.letters;
  const later = (ms: number) => {
    clock = new Date(clock.getTime() + ms);
    lanyard.deps.mailer.wake();
  };
  const until = (email: string, state: string) =>
    vi.waitFor(async () => expect((await letterTo(email)).state).toBe(state), 5000);

  test("one that is refused for good fails at once, and one that is refused for now waits", async () => {
    answer = (address) => refusing(address.startsWith("never") ? 550 : 450)();
    await write("never@x.example");
    await write("full@x.example");
    lanyard.deps.mailer.wake();

    await until("never@x.example", "failed");
    await vi.waitFor(async () => expect((await letterTo("full@x.example")).error).toContain("450"), 5000);

    expect((await letterTo("never@x.example")).error).toContain("No such mailbox");
    expect(await letterTo("full@x.example")).toMatchObject({ state: "queued", attempts: 1 });
    expect(Date.parse((await letterTo("full@x.example")).next_at)).toBe(clock.getTime() + MINUTE);
    answer = undefined;
    later(MINUTE);
    await until("full@x.example", "sent");
  });

  test("one whose code is over is not sent late: it has expired, keeps no text, and is not tried again", async () => {
    answer = refusing(450);
    const expiresAt = new Date(clock.getTime() + 15 * MINUTE).toISOString();
    await write("code@x.example", { expiresAt, kind: "code", secret: true });
    lanyard.deps.mailer.wake();
    await vi.waitFor(async () => expect((await letterTo("code@x.example")).error).toContain("450"), 5000);

    answer = undefined;
    later(16 * MINUTE);
    await until("code@x.example", "expired");

    const letter = await letterTo("code@x.example");
    expect(letter).toMatchObject({ text: "", hidden: false, expires_at: expiresAt });
    expect(received).not.toContain("code@x.example");
    expect((await admin.post(`/1/api/outbox/${letter.id}/retry`)).error.code).toBe("not_found");
  });

  test("while the mail server is away one letter at a time is tried, and after five days all have failed", async () => {
    await end();
    const many = Array.from({ length: 12 }, (_, at) => `away.${at}@x.example`);
    for (const to of many) await write(to);
    const attempts = async () => {
      const letters = await Promise.all(many.map(letterTo));
      return letters.reduce((sum, one) => sum + one.attempts, 0);
    };
    lanyard.deps.mailer.wake();
    await vi.waitFor(async () => expect(await attempts()).toBe(1), 5000);
    later(1000);
    await new Promise((go) => setTimeout(go, 200));
    expect(await attempts()).toBe(1);

    later(5 * DAY);
    await vi.waitFor(async () => expect((await count()).queued).toBe(0), 5000);

    expect((await letterTo("away.3@x.example")).error).toMatch(/ECONNREFUSED|connect/);
    expect((await count()).failed).toBe(13);
  });

  test("all that failed and the filter shows are tried again as one act, and each arrives once", async () => {
    await begin();
    const question = { search: "away", filter: [{ field: "state", op: "in", value: ["failed"] }] };
    const [first, second] = await Promise.all([
      admin.post("/1/api/outbox/retry", question),
      admin.post("/1/api/outbox/retry", question),
    ]);

    const done = await Promise.all([first, second].map(({ data }) => admin.finished(data.job.id)));
    lanyard.deps.mailer.wake(true);
    await vi.waitFor(async () => expect((await count()).queued).toBe(0), 10_000);

    expect(done.map(({ data }) => data.result.retried).sort((a, b) => a - b)).toEqual([0, 12]);
    const sent = received.filter((address) => address.startsWith("away"));
    expect(sent).toHaveLength(12);
    expect(new Set(sent).size).toBe(12);
    expect((await letterTo("never@x.example")).state).toBe("failed");
    expect((await admin.post("/1/api/outbox/retry", { filter: [{ field: "no", op: "eq", value: 1 }] })).status).toBe(
      400,
    );
    const lines = await lanyard.deps.database.quick
      .selectFrom("core_audit")
      .select(["action", "after"])
      .where("object_type", "=", "outbox.letter")
      .execute();
    expect(lines).toEqual([{ action: "retry", after: JSON.stringify({ letters: 12 }) }]);
  });

  test("whoever stops it is told how many are in line again, and so is the history", async () => {
    answer = refusing(550);
    for (const name of ["one", "two"]) await write(`stopped.${name}@x.example`);
    lanyard.deps.mailer.wake(true);
    for (const name of ["one", "two"]) await until(`stopped.${name}@x.example`, "failed");
    answer = undefined;
    stopNext(lanyard, admin, RETRY_JOB);

    const { data } = await admin.post("/1/api/outbox/retry", { search: "stopped" });
    const job = (await admin.finished(data.job.id)).data;
    lanyard.deps.mailer.wake(true);
    await until("stopped.two@x.example", "sent");

    expect([job.state, job.result]).toEqual(["cancelled", { retried: 2 }]);
    const { after } = await lanyard.deps.database.quick
      .selectFrom("core_audit")
      .select("after")
      .where("request_id", "=", `job-${data.job.id}`)
      .executeTakeFirstOrThrow();
    expect(after).toBe(JSON.stringify({ letters: 2 }));
  });

  test("a long subject is cut between signs, and an address that is none fails", async () => {
    await write("long@x.example", { subject: "👩‍👩‍👧".repeat(80) });
    await write("nobody at all", {});
    lanyard.deps.mailer.wake();

    await until("long@x.example", "sent");
    await until("nobody at all", "failed");

    const { subject } = await letterTo("long@x.example");
    expect(subject.length).toBeLessThanOrEqual(300);
    expect(subject.endsWith("👩‍👩‍👧…")).toBe(true);
  });
});
