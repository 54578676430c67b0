// SQL of the outbox.
import type { Kysely } from "kysely";
import type { CoreTables } from "../../db/tables.ts";
import type { Deps } from "../../kernel/context.ts";

type Tables = Kysely<CoreTables>;

interface NewMail {
  appId: number;
  to: string;
  subject: string;
  text: string;
  secret?: boolean;
  state: "queued" | "kept";
  now: string;
}

export async function createMail(db: Tables, { appId, to, subject, text, secret, state, now }: NewMail): Promise<void> {
  const row = {
    app_id: appId,
    recipient: to,
    subject,
    text,
    state,
    secret: secret ? 1 : 0,
    created_at: now,
    next_at: now,
  };
  await db.insertInto("core_mail").values(row).execute();
}

/** Takes a letter that is due; until `until` nobody else does. */
export async function claimMail(
  db: Tables,
  { now, until, from }: { now: string; until: string; from: "newest" | "oldest" },
) {
  const due = await db
    .selectFrom("core_mail")
    .select("id")
    .where("state", "=", "queued")
    .where("next_at", "<=", now)
    .orderBy("id", from === "newest" ? "desc" : "asc")
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;
  return db
    .updateTable("core_mail")
    .set((eb) => ({ next_at: until, attempts: eb("attempts", "+", 1), error: null }))
    .where("id", "=", due.id)
    .where("state", "=", "queued")
    .where("next_at", "<=", now)
    .returning(["id", "recipient", "subject", "text", "attempts", "created_at"])
    .executeTakeFirst();
}
export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

/** Gives back what a process that was killed had claimed: nothing has been heard of it. */
export async function releaseMail(db: Tables, now: string): Promise<void> {
  await db
    .updateTable("core_mail")
    .set({ next_at: now })
    .where("state", "=", "queued")
    .where("next_at", ">", now)
    .where("attempts", ">", 0)
    .where("error", "is", null)
    .execute();
}

/** A letter that has gone out keeps no text: it may hold a link that lets somebody in. */
export async function markSent(db: Tables, id: number, now: string): Promise<void> {
  await db
    .updateTable("core_mail")
    .set({ state: "sent", text: "", sent_at: now, next_at: null, error: null })
    .where("id", "=", id)
    .execute();
}

/** Only for whoever claimed it last, and as long as it has not gone out. */
export async function markFailed(
  db: Tables,
  { id, attempts }: Pick<ClaimedMail, "id" | "attempts">,
  { next, error }: { next: string | null; error: string },
): Promise<void> {
  await db
    .updateTable("core_mail")
    .set({ state: next ? "queued" : "failed", next_at: next, error })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .where("attempts", "=", attempts)
    .execute();
}

/** Letters of an app, newest first. */
export function listMailOf(db: Tables, appId: number, limit: number) {
  return db
    .selectFrom("core_mail")
    .select(["id", "recipient", "subject", "text", "state", "attempts", "error", "created_at", "sent_at", "secret"])
    .where("app_id", "=", appId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Puts a letter that failed at the head of the line again. */
export function retryMail(db: Tables, appId: number, id: number, now: string) {
  return db
    .updateTable("core_mail")
    .set({ state: "queued", attempts: 0, next_at: now })
    .where("id", "=", id)
    .where("app_id", "=", appId)
    .where("state", "=", "failed")
    .returning(["id", "recipient", "subject", "text", "state", "attempts", "error", "created_at", "sent_at", "secret"])
    .executeTakeFirst();
}

const KEPT_MS = 30 * 86_400_000;
const AT_ONCE = 500;

/** Takes letters away that have gone out, failed or been kept for a month. Answers how many. */
export async function expireLetters({ database, now }: Pick<Deps, "database" | "now">): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS).toISOString();
  const old = await database.quick
    .selectFrom("core_mail")
    .select("id")
    .where("created_at", "<", before)
    .where("state", "<>", "queued")
    .orderBy("created_at")
    .limit(AT_ONCE)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await database.write.deleteFrom("core_mail").where("id", "in", ids).execute();
  return ids.length;
}

/** Takes the letters of an app to these addresses away, sent or not. */
export async function removeLettersTo(db: Tables, appId: number, addresses: readonly string[]): Promise<void> {
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    const some = addresses.slice(at, at + AT_ONCE);
    await db
      .deleteFrom("core_mail")
      .where("app_id", "=", appId)
      .where(({ eb, fn }) => eb(fn<string>("lower", ["recipient"]), "in", some))
      .execute();
  }
}
