// The second factor of a person: codes of an authenticator app (TOTP, RFC 6238). A code is taken once.
import { Secret, TOTP } from "otpauth";
import type { Db } from "../../kernel/context.ts";
import { coreTables } from "./routes.ts";

const PERIOD_S = 30;
/** Clocks may differ by one step. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** What an authenticator app is told once. */
export interface FactorSetup {
  secret: string;
  /** The same as an `otpauth://` address, which phones open. */
  uri: string;
}

function totpOf(secret: string, issuer = "", label = ""): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), issuer, label, period: PERIOD_S, digits: 6, algorithm: "SHA1" });
}

function findFactor(db: Db, userId: number) {
  return coreTables(db)
    .selectFrom("core_second_factor")
    .select(["secret", "confirmed_at", "last_step"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Whether a person confirms log-ins with an authenticator app. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  return Boolean((await findFactor(db, userId))?.confirmed_at);
}

/** The secret to enter into the app; the same one until it is confirmed with a first code. */
export async function setUpFactor(
  db: Db,
  person: { id: number; email: string },
  issuer: string,
  now: Date,
): Promise<FactorSetup> {
  const fresh = new Secret({ size: SECRET_BYTES }).base32;
  await coreTables(db)
    .insertInto("core_second_factor")
    .values({
      user_id: person.id,
      secret: fresh,
      confirmed_at: null,
      recovery_hashes: "[]",
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  const secret = (await findFactor(db, person.id))?.secret ?? fresh;
  return { secret, uri: totpOf(secret, issuer, person.email).toString() };
}

/** Whether a code is right and has not been taken before. The first right one confirms the set-up. */
export async function takeCode(db: Db, userId: number, code: string, now: Date): Promise<boolean> {
  const factor = await findFactor(db, userId);
  if (!factor) return false;
  const timestamp = now.getTime();
  const delta = totpOf(factor.secret).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_S) + delta;
  const taken = await coreTables(db)
    .updateTable("core_second_factor")
    .set({ last_step: step, confirmed_at: factor.confirmed_at ?? now.toISOString() })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** Forgets a person's factor, for example when the phone is lost; false when there was none. */
export async function resetFactor(db: Db, userId: number): Promise<boolean> {
  const gone = await coreTables(db).deleteFrom("core_second_factor").where("user_id", "=", userId).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
