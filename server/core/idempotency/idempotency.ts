// Writes that are asked once more because their answer was lost: done once, answered each time. What is kept can be read only
// with the key itself, which is not kept.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { type AnyEndpoint, IDEMPOTENCY_HEADER, takesKey } from "#schemas/endpoint.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Db, Deps, Who } from "../../kernel/context.ts";
import { JsonText } from "../../kernel/jsonText.ts";
import { problem } from "../../kernel/problem.ts";
import { coreTables } from "../accounts/coreTables.ts";

const KEPT_MS = 24 * 3_600_000;
/** A longer reply is not kept: who repeats such a write is told that it was done. */
const LONGEST_REPLY = 256 * 1024;
const LONGEST_KEY = 255;

/** The intention behind a request. */
export interface Intention {
  /** Names it among those of its person: a hash, from which the key cannot be told. */
  id: string;
  /** What is asked: method, address and body. */
  fingerprint: string;
  sealedWith: Buffer;
  appId: number | null;
}

/** A reply as it was given the first time. */
export interface KeptReply {
  status: number;
  data: unknown;
}

type Keys = Pick<Deps, "secret" | "config">;

/** The intention that a request names; undefined where it names none, or where its endpoint takes none. */
export function intentionOf(
  deps: Keys,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  { who, appId }: { who: Who; appId: number },
): Intention | undefined {
  const header = request.headers[IDEMPOTENCY_HEADER];
  if (header === undefined || !takesKey(endpoint)) return undefined;
  const key = keyIn(String(header));
  // Another token of the same person may see less.
  const id = hashed(`${who.id} ${who.token?.id ?? 0} ${appId} ${key}`);
  const fingerprint = createHash("sha256").update(`${request.method} ${request.url}\n`).update(bytesOf(request.body));
  const sealedWith = createHmac("sha256", deps.config.secretKey || deps.secret)
    .update(`${id} ${key}`)
    .digest();
  return { id, fingerprint: fingerprint.digest("hex"), sealedWith, appId: appId || null };
}

const hashed = (text: string) => createHash("sha256").update(text).digest("hex");

/** The draft standard writes the key in quotes; most of those who send one do not. */
function keyIn(header: string): string {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (key.length <= LONGEST_KEY && /^[\x21-\x7e]+$/.test(key)) return key;
  const message = `Idempotency-Key must be 1 to ${LONGEST_KEY} visible characters without spaces`;
  throw problem("invalid", { message });
}

function bytesOf(body: unknown): string | Buffer {
  return Buffer.isBuffer(body) ? body : (JSON.stringify(body) ?? "");
}

/**
 * Takes an intention up within the transaction that is to do it. Answers the reply where it was done already; whoever repeats
 * it meanwhile waits for the end of that transaction.
 */
export async function takeUp(db: Kysely<CoreTables>, intention: Intention, now: Date): Promise<KeptReply | undefined> {
  const { id, fingerprint, appId } = intention;
  const anew = { fingerprint, status: null, reply: null, created_at: now.toISOString() };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("core_idempotency")
    .values({ id, app_id: appId, ...anew })
    // Where nobody has tidied for a day the key stands for something new: of several that find so, one takes it.
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(anew).where("core_idempotency.created_at", "<", expiredBy(now)),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows) return undefined;
  return replyTo(db, intention);
}

/** Whether it was done already, as far as has been committed. */
export async function isTakenUp(db: Kysely<CoreTables>, intention: Intention, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("core_idempotency")
    .select("id")
    .where("id", "=", intention.id)
    .where("created_at", ">=", expiredBy(now))
    .executeTakeFirst();
  return row !== undefined;
}

/** The line is there: whoever was not let through by the statement before holds it until the end of the transaction. */
async function replyTo(db: Kysely<CoreTables>, intention: Intention): Promise<KeptReply> {
  const row = await db
    .selectFrom("core_idempotency")
    .select(["fingerprint", "status", "reply"])
    .where("id", "=", intention.id)
    .executeTakeFirstOrThrow();
  if (row.fingerprint !== intention.fingerprint) throw problem("key_reused");
  const text = row.reply && unsealed(intention, row.reply);
  if (row.status === null || !text) throw problem("key_spent");
  return { status: row.status, data: JSON.parse(text) };
}

/** Keeps the reply with what it tells of, as long as a repeat may come. */
export async function keepReply(
  db: Kysely<CoreTables>,
  intention: Intention,
  { status, data }: KeptReply,
): Promise<void> {
  const text = data instanceof JsonText ? data.bytes().toString() : (JSON.stringify(data) ?? "null");
  const reply = text.length > LONGEST_REPLY ? null : sealed(intention, text);
  await db.updateTable("core_idempotency").set({ status, reply }).where("id", "=", intention.id).execute();
}

function sealed({ id, sealedWith }: Intention, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealedWith, nonce).setAAD(Buffer.from(id));
  const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]);
}

/** Undefined where it was sealed under another SECRET_KEY. */
function unsealed({ id, sealedWith }: Intention, reply: Uint8Array): string | undefined {
  const bytes = Buffer.from(reply);
  try {
    const decipher = createDecipheriv("aes-256-gcm", sealedWith, bytes.subarray(0, 12))
      .setAAD(Buffer.from(id))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

const expiredBy = (now: Date) => new Date(now.getTime() - KEPT_MS).toISOString();

/** Takes away what was kept for a day. */
export async function expireReplies({ database, now }: Pick<Deps, "database" | "now">): Promise<void> {
  const before = expiredBy(now());
  // Most of the time nothing is due: that is found out without asking for the writer.
  const old = await database.quick
    .selectFrom("core_idempotency")
    .select("id")
    .where("created_at", "<", before)
    .limit(1)
    .executeTakeFirst();
  if (old) await database.background.deleteFrom("core_idempotency").where("created_at", "<", before).execute();
}

/**
 * Forgets the replies that are kept of an app, since names and values of somebody who is erased may stand in them. The keys
 * stay: a repeat is told that it was done, and is not done again.
 */
export async function forgetReplies(db: Db, appId: number): Promise<void> {
  await coreTables(db)
    .updateTable("core_idempotency")
    .set({ reply: null })
    .where("app_id", "=", appId)
    .where("reply", "is not", null)
    .execute();
}
