// Log-in, one-time password, token check, logout.
import type { Kysely } from "kysely";
import { getToken, login, logout, verifyOtp } from "#schemas/core.ts";
import type { Credentials, User } from "#schemas/session.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { type Route, route } from "../../kernel/route.ts";
import { isPassword } from "./passwords.ts";
import {
  createSession,
  endSession,
  endSessionsOf,
  findUser,
  findUserByEmail,
  listAppIds,
  takeOtp,
} from "./repository.ts";
import type { LoginThrottle } from "./throttle.ts";
import { hashToken, newToken } from "./tokens.ts";

/** How long a dashboard token lives. */
export const SESSION_MS = 14 * 24 * 3_600_000;

/** The house's own tables behind a handler's database. */
export function coreTables(db: Db): Kysely<CoreTables> {
  return db as unknown as Kysely<CoreTables>;
}

/** A person as the specification's dashboard user. */
export async function userOf(
  db: Kysely<CoreTables>,
  row: { id: number; email: string; first_name: string; last_name: string },
): Promise<User> {
  const { id, email, first_name, last_name } = row;
  return { user_id: id, first_name, last_name, user_email: email, applications: await listAppIds(db, id) };
}

/** Begins a session and answers its token, which is shown this once. */
export async function beginSession(
  { db: handed, now, headers }: Pick<Context, "db" | "now" | "headers">,
  row: { id: number; email: string; first_name: string; last_name: string },
): Promise<Credentials> {
  const db = coreTables(handed);
  const token = newToken();
  await createSession(db, {
    userId: row.id,
    tokenHash: hashToken(token),
    device: String(headers["user-agent"] ?? "").slice(0, 300),
    now: now.toISOString(),
    expiresAt: new Date(now.getTime() + SESSION_MS).toISOString(),
  });
  return { token, user: await userOf(db, row) };
}

export function accountRoutes(throttle: LoginThrottle): Route[] {
  return [
    route(
      login,
      async (context) => {
        const { email, password } = context.body;
        const key = email.trim().toLowerCase();
        const at = context.now.getTime();
        if (!throttle.isOpen(key, context.address, at)) throw problem("throttled");
        const row = await findUserByEmail(coreTables(context.db), key);
        if (!(await isPassword(row?.password_hash, password)) || !row || row.disabled_at) {
          throttle.failed(key, context.address, at);
          throw problem("login.refused");
        }
        throttle.succeeded(key, context.address);
        return beginSession(context, row);
      },
      { ownTransaction: true },
    ),

    route(verifyOtp, async (context) => {
      const db = coreTables(context.db);
      const userId = await takeOtp(db, hashToken(context.body.otp), context.now.toISOString());
      const row = userId === undefined ? undefined : await findUser(db, userId);
      if (!row || row.disabled_at) throw problem("otp.refused");
      return beginSession(context, row);
    }),

    route(getToken, async ({ params, who, db: handed, now }) => {
      if (params.userId !== who.id) throw problem("unauthenticated");
      const db = coreTables(handed);
      const row = await findUser(db, who.id);
      if (!row) throw problem("unauthenticated");
      const session = await db
        .selectFrom("core_session")
        .select("expires_at")
        .where("id", "=", who.sessionId)
        .executeTakeFirst();
      return {
        valid: true as const,
        user: await userOf(db, row),
        expires_at: session?.expires_at ?? now.toISOString(),
      };
    }),

    route(logout, async ({ body, who, db: handed, now }) => {
      const db = coreTables(handed);
      if (body.type === 2) await endSessionsOf(db, who.id, now.toISOString());
      else await endSession(db, who.sessionId, now.toISOString());
      return { done: true as const };
    }),
  ];
}
