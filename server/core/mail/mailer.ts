// Sends what the outbox holds. Without SMTP_URL nothing leaves: the outbox is where mail is read.

import type { Kysely } from "kysely";
import type { Transporter } from "nodemailer";
import type { LetterKind } from "#schemas/letters.ts";
import { asOneLine } from "#schemas/scalars.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Deps } from "../../kernel/context.ts";
import type { Grant } from "../accounts/power.ts";
import {
  type ClaimedMail,
  claimMail,
  createMail,
  expireMail,
  giveUpMail,
  markFailed,
  markSent,
  releaseMail,
} from "./repository.ts";
import { type Failure, failureOf, giveUpAfter, pauseAfter, restAfter } from "./retrying.ts";

/** A letter to one person, as plain text. */
export interface MailDraft {
  appId: number;
  to: string;
  subject: string;
  text: string;
  /** It lets its reader in: see core/mail/outbox.ts for who may read it here. */
  secret?: boolean;
  /** What whoever follows its link is given. */
  gives?: Grant;
  /** What it is about, for whoever looks through the outbox. */
  kind?: LetterKind;
  /** When what it carries expires: from then on it is not sent any more. */
  expiresAt?: string;
}

const MOST_SUBJECT = 300;

/** Writes a letter into the transaction of the act that it tells of. Without SMTP_URL it stays in the outbox. */
export async function writeLetter(
  db: Kysely<CoreTables>,
  { config, now }: Pick<Deps, "config" | "now">,
  draft: MailDraft,
): Promise<void> {
  const state = config.smtpUrl ? "queued" : "kept";
  // A subject is a header: what names of people and things bring along must not begin another.
  const subject = shortened(asOneLine(draft.subject));
  const at = now();
  await createMail(db, { ...draft, subject, state, now: at.toISOString(), giveUpAt: giveUpAfter(at) });
}

/** Cut between what readers take for signs: half an emoji is none. */
function shortened(text: string): string {
  if (text.length <= MOST_SUBJECT) return text;
  let short = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (short.length + segment.length >= MOST_SUBJECT) break;
    short += segment;
  }
  return `${short}…`;
}

const POLL_MS = 5000;
const SEND_TIMEOUT_MS = 20_000;
/** Longer than all steps of sending one letter take, if each of them takes as long as it may. */
const CLAIM_MS = 15 * SEND_TIMEOUT_MS;
const NOTE_PAUSE_MS = 200;

/** One sender a process; a letter is claimed before it is sent, so that it goes out once. */
export class Mailer {
  private deps: Deps | undefined;
  private transport: Transporter | undefined;
  private timer: NodeJS.Timeout | undefined;
  private loop: Promise<void> | undefined;
  private turn = 0;
  /** How often in a row the mail server could not be used, and until when nothing is tried for it. */
  private vain = 0;
  private restsUntil = 0;

  /** Begins to send. */
  start(deps: Deps): void {
    this.deps = deps;
    if (!deps.config.smtpUrl) return;
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.timer.unref();
    void this.takeUpAgain(deps).finally(() => this.wake());
  }

  /** SQLite has one process: what is claimed at its start was cut off by a kill. PostgreSQL waits until the claim ends. */
  private async takeUpAgain({ database, now }: Deps): Promise<void> {
    if (database.dialect.kind === "sqlite") await releaseMail(database.write, now().toISOString()).catch(() => {});
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.deps = undefined;
    await this.loop;
  }

  /** Writes a letter, see `writeLetter`. */
  async enqueue(db: Kysely<CoreTables>, deps: Deps, draft: MailDraft): Promise<void> {
    await writeLetter(db, deps, draft);
  }

  /** Looks for letters now instead of at the next poll; where somebody has asked for that, also after the mail server could not be used. */
  wake(isAsked = false): void {
    const { deps } = this;
    if (isAsked) this.restsUntil = 0;
    if (!deps?.config.smtpUrl || this.loop) return;
    this.loop = this.sendAll(deps)
      .catch((error) => tell(deps, `The outbox: ${error instanceof Error ? error.stack : String(error)}`))
      .finally(() => {
        this.loop = undefined;
        this.transport?.close();
        this.transport = undefined;
      });
  }

  private async sendAll(deps: Deps): Promise<void> {
    const { write, dialect } = deps.database;
    await expireMail(write, deps.now().toISOString());
    for (;;) {
      const at = deps.now();
      if (!this.deps || at.getTime() < this.restsUntil) return;
      const until = new Date(at.getTime() + CLAIM_MS).toISOString();
      // Every other one is the newest: a log-in code does not wait until thousands of invitations have gone out.
      const from = this.turn++ % 2 === 0 ? "newest" : "oldest";
      const mail = await claimMail(write, dialect, { now: at.toISOString(), until, from });
      if (!mail) return;
      if (mail.expires_at !== null && mail.expires_at <= at.toISOString()) {
        await expireMail(write, at.toISOString());
        continue;
      }
      const failure = await this.send(deps, mail);
      // What the mail server has taken is not put in line again, whatever becomes of noting it.
      if (failure === undefined) await this.noteSent(deps, mail.id);
      else await this.noteFailed(deps, mail, failure);
      if (failure?.kind === "server") await this.rest(deps, failure.reason);
      else this.vain = 0;
    }
  }

  /** The mail server cannot be used, which is no letter's fault: one at a time is tried until it can. */
  private async rest(deps: Deps, reason: string): Promise<void> {
    const at = deps.now();
    if (this.vain === 0) tell(deps, `The mail server cannot be used, letters wait: ${reason}`);
    this.vain += 1;
    this.restsUntil = at.getTime() + restAfter(this.vain);
    await giveUpMail(deps.database.write, at.toISOString(), reason);
  }

  /** Answers why the mail server did not take a letter. */
  private async send({ config }: Deps, mail: ClaimedMail): Promise<Failure | undefined> {
    try {
      const transport = await this.open(config.smtpUrl);
      const { recipient: to, subject, text } = mail;
      await transport.sendMail({ from: config.mailFrom, to, subject, text, messageId: messageIdOf(mail, config) });
      return undefined;
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Tries for as long as nobody else would take the letter up. */
  private async noteSent({ database, now }: Deps, id: number): Promise<void> {
    const until = Date.now() + CLAIM_MS / 2;
    for (;;) {
      try {
        return await markSent(database.write, id, now().toISOString());
      } catch (error) {
        if (!this.deps || Date.now() > until) throw error;
        await new Promise((go) => setTimeout(go, NOTE_PAUSE_MS).unref());
      }
    }
  }

  /** Whoever is refused for good, or has been tried long enough, has failed. */
  private async noteFailed({ database, now }: Deps, mail: ClaimedMail, { kind, reason }: Failure): Promise<void> {
    const at = now();
    const last = mail.give_up_at ?? giveUpAfter(new Date(mail.created_at));
    const isLast = kind === "refused" || last <= at.toISOString();
    const next = isLast ? null : new Date(at.getTime() + pauseAfter(mail.attempts)).toISOString();
    await markFailed(database.write, mail, { next, error: reason });
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
    // Letters that wait go out over one connection; the next ones open another.
    this.transport = nodemailer.createTransport({
      ...{ pool: true, maxConnections: 1, maxRequeues: 0 },
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

/** The same at every attempt: whoever is sent a letter twice, since the server ended in between, is shown it once. */
function messageIdOf({ id, created_at }: ClaimedMail, { mailFrom }: Deps["config"]): string {
  const domain = /@([^\s>]+)/.exec(mailFrom)?.[1] ?? "localhost";
  return `<letter.${id}.${Date.parse(created_at).toString(36)}@${domain}>`;
}

function tell({ config }: Deps, line: string): void {
  if (config.logLevel !== "silent") process.stderr.write(`${line}\n`);
}
