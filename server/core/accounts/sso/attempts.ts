// Log-ins on their way: each is begun by one browser, taken up once, and forgotten soon.
import type { Db } from "../../../kernel/context.ts";
import { coreTables } from "../coreTables.ts";
import { hashToken } from "../tokens.ts";

const GOOD_MS = 15 * 60_000;

export interface NewAttempt {
  appId: number;
  kind: "login" | "test";
  testerId: number | null;
  state: string;
  binding: string;
  sealedProofs: string;
  now: Date;
}

export async function createAttempt(db: Db, draft: NewAttempt): Promise<void> {
  const core = coreTables(db);
  await core.deleteFrom("core_login_attempt").where("expires_at", "<=", draft.now.toISOString()).execute();
  await core
    .insertInto("core_login_attempt")
    .values({
      state_hash: hashToken(draft.state),
      app_id: draft.appId,
      kind: draft.kind,
      tester_id: draft.testerId,
      binding_hash: hashToken(draft.binding),
      sealed_proofs: draft.sealedProofs,
      expires_at: new Date(draft.now.getTime() + GOOD_MS).toISOString(),
      taken_at: null,
      user_id: null,
    })
    .execute();
}

/** What a browser shows to go on with a log-in. */
export interface Claim {
  state: string;
  binding: string;
  kind: "login" | "test";
  now: Date;
}

/** Takes a log-in up, once and only for the browser that began it; undefined for any other. */
export function takeAttempt(db: Db, { state, binding, kind, now }: Claim) {
  return coreTables(db)
    .updateTable("core_login_attempt")
    .set({ taken_at: now.toISOString() })
    .where("state_hash", "=", hashToken(state))
    .where("binding_hash", "=", hashToken(binding))
    .where("kind", "=", kind)
    .where("taken_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .returning(["app_id", "sealed_proofs", "tester_id"])
    .executeTakeFirst();
}

/** Whom the provider vouched for in a log-in that waits for the second factor. */
export async function findProven(db: Db, { state, binding, now }: Claim) {
  const row = await coreTables(db)
    .selectFrom("core_login_attempt")
    .select(["app_id", "user_id"])
    .where("state_hash", "=", hashToken(state))
    .where("binding_hash", "=", hashToken(binding))
    .where("user_id", "is not", null)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return row && { appId: row.app_id, userId: row.user_id as number };
}

export async function noteProven(db: Db, state: string, userId: number): Promise<void> {
  await coreTables(db)
    .updateTable("core_login_attempt")
    .set({ user_id: userId })
    .where("state_hash", "=", hashToken(state))
    .execute();
}

/** Ends a log-in; false when it was over already. */
export async function endAttempt(db: Db, state: string): Promise<boolean> {
  const gone = await coreTables(db)
    .deleteFrom("core_login_attempt")
    .where("state_hash", "=", hashToken(state))
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
