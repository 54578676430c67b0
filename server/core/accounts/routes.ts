// Log-in, one-time password, token check, logout.
import type { Kysely } from "kysely";
import { getToken, login, logout, verifyOtp } from "#schemas/core.ts";
import type { Credentials, User } from "#schemas/session.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { type Route, route } from "../../kernel/route.ts";
import { rulesFor } from "./loginRules.ts";
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
import { hasSecondFactor, setUpFactor, takeCode } from "./secondFactor.ts";
import type { LoginThrottle } from "./throttle.ts";
import { hashToken, newToken } from "./tokens.ts";

const HOUR_MS = 3_600_000;

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
  const { session_hours } = await rulesFor(handed, row.id);
  await createSession(db, {
    userId: row.id,
    tokenHash: hashToken(token),
    device: String(headers["user-agent"] ?? "").slice(0, 300),
    now: now.toISOString(),
    expiresAt: new Date(now.getTime() + session_hours * HOUR_MS).toISOString(),
  });
  return { token, user: await userOf(db, row) };
}

/** After the right password: asks for a code where the person has a factor, and has one set up where an app requires it. */
async function askSecondFactor(
  { db, body, now, deps }: Pick<Context<unknown, unknown, { code?: string }>, "db" | "body" | "now" | "deps">,
  person: { id: number; email: string },
  failed: () => void,
): Promise<void> {
  const has = await hasSecondFactor(db, person.id);
  if (!has && (await rulesFor(db, person.id)).second_factor === "off") return;
  if (body.code === undefined) {
    if (has) throw problem("login.second_factor");
    throw problem("login.second_factor_setup", { current: await setUpFactor(db, person, deps.config.product, now) });
  }
  if (await takeCode(db, person.id, body.code, now)) return;
  failed();
  throw problem("login.second_factor_wrong");
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
        await askSecondFactor(context, row, () => throttle.failed(key, context.address, at));
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
      const { second_factor } = await rulesFor(context.db, row.id);
      if (second_factor === "required" || (await hasSecondFactor(context.db, row.id))) {
        throw problem("otp.refused", { message: "Log in with your password and the code of your authenticator app" });
      }
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
