import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { writeLetter } from "../../../server/core/mail/mailer.ts";
import { app, type TestApp } from "../../../tests/support/app.ts";

const invitation = (email: string) => ({ email, role_id: 95, allowed_containers: [-1] });

describe("without a mail server", () => {
  let lanyard: TestApp;
  beforeAll(async () => {
    lanyard = await app({ env: { PUBLIC_URL: "https://dashboard.example" } });
  });
  afterAll(() => lanyard.close());

  test("an invitation's letter is kept with its link, in the app's language", async () => {
    const admin = await lanyard.as("app");
    const { data } = await admin.post("/1/api/invite", invitation("new@example.test"));

    const [row] = (await admin.post("/1/api/outbox/query", {})).data.rows;
    const letter = await admin.get(`/1/api/outbox/${row.id}`);

    expect((await admin.get("/1/api/outbox/count")).data).toMatchObject({
      sends: false,
      letters: { kept: 1, sent: 0 },
    });
    expect(row).toMatchObject({ recipient: "new@example.test", state: "kept", kind: "invite" });
    expect(row).not.toHaveProperty("text");
    expect(letter.data.subject).toBe("Anders Lindqvist invites you to Northwind Events");
    expect(letter.data.text).toContain(`https://dashboard.example${data.path}`);
    expect(letter.data.expires_at).toBe(data.invite.expires_at);
  });

  test("an invitation that gives more than its reader has is hidden from them", async () => {
    const owner = await lanyard.as("super");
    const { data } = await owner.post("/1/api/invite", { ...invitation("second@example.test"), role_id: 1 });
    const [{ id }] = (await owner.post("/1/api/outbox/query", {})).data.rows;

    const read = await (await lanyard.as("app")).get(`/1/api/outbox/${id}`);

    expect(read.data).toMatchObject({ recipient: "second@example.test", hidden: true, text: "" });
    expect((await owner.get(`/1/api/outbox/${id}`)).data.text).toContain(data.path);
  });

  test("a refused invitation leaves no letter", async () => {
    const admin = await lanyard.as("app");
    const before = (await admin.post("/1/api/outbox/query", {})).data.total;

    const refused = await admin.post("/1/api/invite", invitation("owner@demo.test"));

    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect((await admin.post("/1/api/outbox/query", {})).data.total).toBe(before);
  });

  test("the outbox of another app is another, and weaker roles see none", async () => {
    const [{ id }] = (await (await lanyard.as("app")).post("/1/api/outbox/query", {})).data.rows;
    const elsewhere = await lanyard.as("app", "harbour");

    expect((await elsewhere.post("/1/api/outbox/query", {})).data.rows).toEqual([]);
    expect((await elsewhere.get(`/1/api/outbox/${id}`)).error.code).toBe("not_found");
    expect((await (await lanyard.as("expert")).post("/1/api/outbox/query", {})).error.code).toBe("forbidden");
  });
});

describe("with a mail server", () => {
  const received: string[] = [];
  let refuses = false;
  /** Done when the mail server has read a letter, before it answers. */
  let hear = () => {};
  let smtp: SMTPServer;
  let lanyard: TestApp;
  let clock = new Date("2026-03-02T09:00:00Z");
  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData: (stream, _, done) => {
        let text = "";
        stream.on("data", (part) => {
          text += part;
        });
        stream.on("end", () => {
          if (!refuses) received.push(text);
          hear();
          done(refuses ? new Error("Mailbox is full") : null);
        });
      },
    });
    const port = await new Promise<number>((go) => {
      const listener = smtp.listen(0, "127.0.0.1", () => go((listener.address() as AddressInfo).port));
    });
    lanyard = await app({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, now: () => clock });
  });
  afterEach(() => {
    refuses = false;
    hear = () => {};
  });
  afterAll(async () => {
    await lanyard.close();
    await new Promise<void>((go) => smtp.close(() => go()));
  });

  const letterTo = async (email: string) => {
    const admin = await lanyard.as("app");
    const filter = [{ field: "recipient", op: "eq", value: email }];
    const [row] = (await admin.post("/1/api/outbox/query", { filter })).data.rows;
    return (await admin.get(`/1/api/outbox/${row.id}`)).data;
  };

  test("a letter goes out once, and then its text is gone", async () => {
    await (await lanyard.as("app")).post("/1/api/invite", invitation("once@example.test"));

    await vi.waitFor(async () => expect((await letterTo("once@example.test")).state).toBe("sent"), 5000);

    expect(received.filter((text) => text.includes("once@example.test"))).toHaveLength(1);
    expect((await letterTo("once@example.test")).text).toBe("");
  });

  test("one that is refused says why, is tried again later, and arrives", async () => {
    refuses = true;
    await (await lanyard.as("app")).post("/1/api/invite", invitation("later@example.test"));
    await vi.waitFor(
      async () => expect((await letterTo("later@example.test")).error).toContain("Mailbox is full"),
      5000,
    );
    expect((await letterTo("later@example.test")).state).toBe("queued");

    refuses = false;
    clock = new Date(clock.getTime() + 60_000);
    lanyard.deps.mailer.wake();

    await vi.waitFor(async () => expect((await letterTo("later@example.test")).state).toBe("sent"), 5000);
  });

  test("one that the mail server has taken is not sent again because noting it fails", async () => {
    const { write } = lanyard.deps.database;
    const given = write.updateTable.bind(write);
    let failures = 0;
    hear = () => {
      hear = () => {};
      write.updateTable = ((table: "core_mail") => {
        if (table !== "core_mail" || failures === 2) return given(table);
        failures += 1;
        throw new Error("The database is busy");
      }) as typeof write.updateTable;
    };

    await (await lanyard.as("app")).post("/1/api/invite", invitation("noted@example.test"));
    await vi.waitFor(async () => expect((await letterTo("noted@example.test")).state).toBe("sent"), 15_000);
    write.updateTable = given as typeof write.updateTable;

    expect(failures).toBe(2);
    expect(received.filter((text) => text.includes("noted@example.test"))).toHaveLength(1);
  });

  test("a letter to one person does not wait until those to many have gone out", async () => {
    const { deps, apps } = lanyard;
    const many = Array.from({ length: 30 }, (_, at) => `many.${at}@example.test`);
    for (const to of many) {
      await writeLetter(deps.database.write, deps, { appId: apps.northwind, to, subject: "To many", text: "Hello" });
    }

    await (await lanyard.as("app")).post("/1/api/invite", invitation("alone@example.test"));
    await vi.waitFor(() => expect(received.filter((text) => text.includes("To many"))).toHaveLength(30), 15_000);

    const after = received.slice(received.findIndex((text) => text.includes("alone@example.test")));
    expect(after.length).toBeGreaterThan(15);
  });
});
