// The plug is pulled while log-in e-mails to many are written, and while they go out.
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Killed } from "../../event-data/tests/longJobs.ts";
import { MAIL_ACT } from "../contract.ts";
import { APP } from "./factories.ts";

const PEOPLE = 700;

/** A mail server that keeps who was sent which letter, and does not answer to one when it is asked to. */
class Post {
  readonly taken: { to: string; letter: string }[] = [];
  /** The next one is taken without an answer. */
  isSilent = false;
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, done) => {
      let text = "";
      stream.on("data", (part) => {
        text += part;
      });
      stream.on("end", () => {
        const to = session.envelope.rcptTo[0]?.address ?? "";
        this.taken.push({ to, letter: /^Message-ID: (\S+)/im.exec(text)?.[1] ?? "" });
        if (!this.isSilent) done();
        this.isSilent = false;
      });
    },
  });

  async open(): Promise<string> {
    const listener = this.server.listen(0, "127.0.0.1");
    this.server.on("error", () => {});
    await new Promise<void>((go) => listener.once("listening", () => go()));
    return `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((go) => this.server.close(() => go()));
  }
}

describe("log-in e-mails to many, with kills in between", () => {
  const post = new Post();
  let killed: Killed;
  beforeAll(async () => {
    killed = await Killed.start({ PUBLIC_NETWORKING_URL: APP, SMTP_URL: await post.open() });
    await killed.bring(PEOPLE);
  }, 120_000);
  afterAll(async () => {
    await killed.end();
    await post.close();
  });

  const written = () =>
    killed.stored(({ quick }) =>
      quick.selectFrom("core_mail").select("recipient").where("recipient", "like", "%@killed.example").execute(),
    );

  test("each letter is written once, and nobody is left out", async () => {
    const draft = { selection: { question: { search: "killed.example" } }, mode: "apply" };
    const act = { do: "other", act: MAIL_ACT, with: {} };
    const { job } = (await killed.call("POST", `${killed.path}/thing/bulk`, { ...draft, act })).data;
    const before = await killed.once(
      async () => (await written()).length,
      (count) => count > 0,
    );
    await killed.kill();
    const ended = await killed.finished(job.id);

    expect(before).toBeLessThan(PEOPLE);
    expect(ended).toMatchObject({ state: "done", result: { changed: PEOPLE, skipped: 0 } });
    const letters = await written();
    expect(letters).toHaveLength(PEOPLE);
    expect(new Set(letters.map(({ recipient }) => recipient)).size).toBe(PEOPLE);
    await killed.expectWholeHistory();
  }, 120_000);

  test("one that goes out when the server is killed is sent again as the same letter, and no other is", async () => {
    const letters = () => post.taken.map(({ letter }) => letter);
    const different = () => new Set(letters()).size;
    post.isSilent = true;
    await expect.poll(() => post.isSilent, { timeout: 60_000 }).toBe(false);
    const { letter, to } = post.taken.at(-1) as (typeof post.taken)[number];

    await killed.kill();
    await expect.poll(() => letters().filter((each) => each === letter).length, { timeout: 60_000 }).toBe(2);
    const after = different();
    await expect.poll(different, { timeout: 60_000 }).toBeGreaterThan(after + 5);

    // At most one for each of the two kills.
    expect(post.taken.length - different()).toBeLessThanOrEqual(2);
    expect(post.taken.filter((each) => each.to === to)).toHaveLength(2);
    expect(new Set(post.taken.map((each) => each.to)).size).toBe(different());
  }, 180_000);
});
