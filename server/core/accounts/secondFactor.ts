// The second factor of a person: codes of an authenticator app (TOTP, RFC 6238) and recovery codes. Each is taken once.
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Context, Db } from "../../kernel/context.ts";
import { coreTables } from "./coreTables.ts";
import { seal, unseal } from "./seal.ts";
import { hashToken } from "./tokens.ts";

const PERIOD_S = 30;
/** Clocks may differ by one step. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator app is told once. */
export interface FactorSetup {
  secret: string;
  /** The same as an `otpauth://` address, which phones open. */
  uri: string;
}

/** What these functions need of a request. */
export type Asking = Pick<Context, "db" | "deps" | "now">;

const belongsTo = (userId: number) => `second factor ${userId}`;

function totpOf(secret: string, issuer = "", label = ""): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), issuer, label, period: PERIOD_S, digits: 6, algorithm: "SHA1" });
}

/** The step of time to which a code belongs; undefined for a wrong one. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

function findFactor(db: Db, userId: number) {
  return coreTables(db)
    .selectFrom("core_second_factor")
    .select(["secret", "confirmed_at", "last_step", "recovery_hashes"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** A secret in the two forms that an authenticator app takes. */
export function setupOf(secret: string, issuer: string, email: string): FactorSetup {
  return { secret, uri: totpOf(secret, issuer, email).toString() };
}

/** Whether a code fits a secret that is not kept yet. */
export const fits = (secret: string, code: string, now: Date): boolean => stepOf(secret, code, now) !== undefined;

/** Whether a person confirms log-ins with an authenticator app. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  return Boolean((await findFactor(db, userId))?.confirmed_at);
}

/** How a person's second factor stands. */
export async function factorOf(
  db: Db,
  userId: number,
): Promise<{ confirmed_at: string | null; recovery_left: number }> {
  const factor = await findFactor(db, userId);
  const left = factor?.confirmed_at ? (JSON.parse(factor.recovery_hashes) as string[]).length : 0;
  return { confirmed_at: factor?.confirmed_at ?? null, recovery_left: left };
}

/** The secret to enter into the app; the same one until it is confirmed with a first code. */
export async function setUpFactor(asking: Asking, person: { id: number; email: string }): Promise<FactorSetup> {
  const { db, deps } = asking;
  await keepSecret(asking, person.id, new Secret({ size: SECRET_BYTES }).base32);
  const kept = await findFactor(db, person.id);
  const secret = unseal(deps, belongsTo(person.id), kept?.secret ?? "");
  return setupOf(secret, deps.config.product, person.email);
}

async function keepSecret({ db, deps, now }: Asking, userId: number, secret: string): Promise<void> {
  await coreTables(db)
    .insertInto("core_second_factor")
    .values({
      user_id: userId,
      secret: seal(deps, belongsTo(userId), secret),
      confirmed_at: null,
      recovery_hashes: "[]",
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
}

/** Keeps a secret that was shown elsewhere, and confirms it with its first code. */
export async function adoptFactor(asking: Asking, userId: number, secret: string, code: string) {
  await keepSecret(asking, userId, secret);
  return takeCode(asking, userId, code);
}

/**
 * Takes a code if it is right and has not been taken before; undefined when it is not. The first right one confirms the
 * set-up and brings the recovery codes.
 */
export async function takeCode(
  asking: Asking,
  userId: number,
  typed: string,
): Promise<{ recovery?: string[] } | undefined> {
  const { db, deps, now } = asking;
  const factor = await findFactor(db, userId);
  if (!factor) return undefined;
  if (!/^\d{6}$/.test(typed))
    return factor.confirmed_at ? takeRecovery(db, userId, factor.recovery_hashes, typed) : undefined;
  const step = stepOf(unseal(deps, belongsTo(userId), factor.secret), typed, now);
  if (step === undefined) return undefined;
  const taken = await coreTables(db)
    .updateTable("core_second_factor")
    .set({ last_step: step, confirmed_at: factor.confirmed_at ?? now.toISOString() })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) return undefined;
  return factor.confirmed_at ? {} : { recovery: await renewRecovery(db, userId) };
}

const plain = (code: string) => code.replace(/[\s-]/g, "").toUpperCase();

async function takeRecovery(db: Db, userId: number, kept: string, typed: string): Promise<object | undefined> {
  const hash = hashToken(plain(typed));
  const hashes = JSON.parse(kept) as string[];
  if (!hashes.includes(hash)) return undefined;
  const taken = await coreTables(db)
    .updateTable("core_second_factor")
    .set({ recovery_hashes: JSON.stringify(hashes.filter((one) => one !== hash)) })
    .where("user_id", "=", userId)
    .where("recovery_hashes", "=", kept)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n ? {} : undefined;
}

/** New recovery codes, 80 bits each; the former ones are of no use any more. They are told this once. */
export async function renewRecovery(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(16)].map((byte) => ALPHABET[byte % 32]).join("");
    return letters.match(/.{4}/g)?.join("-") ?? letters;
  });
  await coreTables(db)
    .updateTable("core_second_factor")
    .set({ recovery_hashes: JSON.stringify(codes.map((code) => hashToken(plain(code)))) })
    .where("user_id", "=", userId)
    .execute();
  return codes;
}

/** Forgets a person's factor, for example when the phone is lost; false when there was none. */
export async function resetFactor(db: Db, userId: number): Promise<boolean> {
  const gone = await coreTables(db).deleteFrom("core_second_factor").where("user_id", "=", userId).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
