// Sends what the outbox holds. Without SMTP_URL nothing leaves: the outbox is where mail is read.

import type { Kysely } from "kysely";
import type { Transporter } from "nodemailer";
import { asOneLine } from "#schemas/scalars.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Deps } from "../../kernel/context.ts";
import { claimMail, createMail, markFailed, markSent } from "./repository.ts";

/** A letter to one person, as plain text. */
export interface MailDraft {
  appId: number;
  to: string;
  subject: string;
  text: string;
  /** It lets its reader in: see core/mail/outbox.ts for who may read it here. */
  secret?: boolean;
}

/** Writes a letter into the transaction of the act that it tells of. Without SMTP_URL it stays in the outbox. */
export async function writeLetter(
  db: Kysely<CoreTables>,
  { config, now }: Pick<Deps, "config" | "now">,
  draft: MailDraft,
): Promise<void> {
  const state = config.smtpUrl ? "queued" : "kept";
  // A subject is a header: what names of people and things bring along must not begin another.
  const subject = asOneLine(draft.subject).slice(0, 300);
  await createMail(db, { ...draft, subject, state, now: now().toISOString() });
}

const POLL_MS = 5000;
const SEND_TIMEOUT_MS = 20_000;
const MOST_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 30_000;

/** One sender a process; a letter is claimed before it is sent, so that it goes out once. */
export class Mailer {
  private deps: Deps | undefined;
  private transport: Transporter | undefined;
  private timer: NodeJS.Timeout | undefined;
  private loop: Promise<void> | undefined;

  /** Begins to send. */
  start(deps: Deps): void {
    this.deps = deps;
    if (!deps.config.smtpUrl) return;
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.timer.unref();
    this.wake();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.deps = undefined;
    await this.loop;
    this.transport?.close();
  }

  /** Writes a letter, see `writeLetter`. */
  async enqueue(db: Kysely<CoreTables>, deps: Deps, draft: MailDraft): Promise<void> {
    await writeLetter(db, deps, draft);
  }

  /** Looks for letters now instead of at the next poll. */
  wake(): void {
    const { deps } = this;
    if (!deps?.config.smtpUrl || this.loop) return;
    this.loop = this.sendAll(deps)
      .catch(() => {})
      .finally(() => {
        this.loop = undefined;
      });
  }

  private async sendAll(deps: Deps): Promise<void> {
    for (;;) {
      if (!this.deps) return;
      const at = deps.now();
      const until = new Date(at.getTime() + 2 * SEND_TIMEOUT_MS).toISOString();
      const mail = await claimMail(deps.database.write, at.toISOString(), until);
      if (!mail) return;
      try {
        const transport = await this.open(deps.config.smtpUrl);
        const { recipient: to, subject, text } = mail;
        await transport.sendMail({ from: deps.config.mailFrom, to, subject, text });
        await markSent(deps.database.write, mail.id, deps.now().toISOString());
      } catch (error) {
        const isLast = mail.attempts >= MOST_ATTEMPTS;
        const pause = FIRST_PAUSE_MS * 2 ** (mail.attempts - 1);
        const next = isLast ? null : new Date(deps.now().getTime() + pause).toISOString();
        await markFailed(deps.database.write, mail.id, { next, error: reasonOf(error) });
      }
    }
  }

  private async open(url: string): Promise<Transporter> {
    if (this.transport) return this.transport;
    // Bundled, what was written for require() has a default alone.
    const { default: nodemailer } = await import("nodemailer");
    const timeouts = {
      connectionTimeout: SEND_TIMEOUT_MS,
      greetingTimeout: SEND_TIMEOUT_MS,
      socketTimeout: SEND_TIMEOUT_MS,
    };
    const given = new URL(url);
    this.transport = nodemailer.createTransport({
      host: given.hostname,
      port: Number(given.port || (given.protocol === "smtps:" ? 465 : 587)),
      secure: given.protocol === "smtps:",
      ...(given.username
        ? { auth: { user: decodeURIComponent(given.username), pass: decodeURIComponent(given.password) } }
        : {}),
      ...timeouts,
    });
    return this.transport;
  }
}

/** The first line of what the mail server said; never the letter. */
function reasonOf(error: unknown): string {
  return (
    String(error instanceof Error ? error.message : error)
      .split("\n")[0]
      ?.slice(0, 300) ?? ""
  );
}
