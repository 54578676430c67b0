// Log-in by password and by one-time password, token check, logout.
import { getToken, login, logout, verifyOtp } from "#schemas/core.ts";
import { problem } from "../../kernel/problem.ts";
import { type Route, route } from "../../kernel/route.ts";
import { codeRoutes } from "./codeRoutes.ts";
import { coreTables } from "./coreTables.ts";
import { letIn, needsFactor } from "./letIn.ts";
import { rulesFor } from "./loginRules.ts";
import { isPassword } from "./passwords.ts";
import { endAllSessionsOf, endSessionOf } from "./people.ts";
import { findUser, findUserByEmail, takeOtp } from "./repository.ts";
import { beginSession, userOf } from "./sessions.ts";
import { ssoRoutes } from "./sso/routes.ts";
import { noteSuccess, withTry } from "./throttle.ts";
import { hashToken } from "./tokens.ts";

const passwordRoutes: Route[] = [
  route(
    login,
    async (context) => {
      const { body, address, now, db: handed } = context;
      const db = coreTables(handed);
      const email = body.email.trim().toLowerCase();
      return withTry({ db, email, address, now }, async (failed) => {
        const row = await findUserByEmail(db, email);
        if (!(await isPassword(row?.password_hash, body.password)) || !row || row.disabled_at) {
          failed();
          throw problem("login.refused");
        }
        if (!(await rulesFor(handed, row.id)).ways.password) throw problem("login.way_off");
        const entered = await letIn({ ...context, code: body.code, failed }, row, { way: "password" });
        await noteSuccess(db, email, address, now);
        return entered;
      });
    },
    { ownTransaction: true },
  ),

  route(verifyOtp, async (context) => {
    const db = coreTables(context.db);
    const userId = await takeOtp(db, hashToken(context.body.otp), context.now.toISOString());
    const row = userId === undefined ? undefined : await findUser(db, userId);
    if (!row || row.disabled_at) throw problem("otp.refused");
    if (await needsFactor(context.db, row.id)) {
      throw problem("otp.refused", {
        message: "Log in with your password and the code of your authenticator app",
        text: "problem:said.factor",
      });
    }
    return beginSession(context, row, { way: "link" });
  }),
];

const sessionRoutes: Route[] = [
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
      user: await userOf(db, row, who.onlyApp),
      expires_at: session?.expires_at ?? now.toISOString(),
    };
  }),

  route(logout, async (context) => {
    const { body, who } = context;
    if (body.type === 2) await endAllSessionsOf(context, who.id);
    else await endSessionOf(context, who.id, who.sessionId);
    return { done: true as const };
  }),
];

/** Every way to log in, and out. */
export const accountRoutes: Route[] = [...passwordRoutes, ...codeRoutes, ...ssoRoutes, ...sessionRoutes];
