// Log-in with a code that comes by mail.
import { loginWithCode, sendLoginCode } from "#schemas/login.ts";
import { problem } from "../../kernel/problem.ts";
import { type Route, route } from "../../kernel/route.ts";
import { CODE_MINUTES, findCode, giveGuessBack, isCode, useCode, writeCode } from "./codes.ts";
import { coreTables } from "./coreTables.ts";
import { letIn } from "./letIn.ts";
import { findUserByEmail } from "./repository.ts";
import { mayAskForLetter, noteSuccess, withTry } from "./throttle.ts";

const OWN_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** A stranger's request names whatever host it likes: a letter leads only where the operator says, or to this machine. */
function trustedBase(publicUrl: string, link: string): string | undefined {
  if (publicUrl) return publicUrl;
  const { host, origin } = new URL(link);
  return OWN_MACHINE.test(host) ? origin : undefined;
}

export const codeRoutes: Route[] = [
  route(
    sendLoginCode,
    async ({ body, address, now, db, deps, linkTo, log, requestId, afterCommit }) => {
      const email = body.email.trim().toLowerCase();
      if (await mayAskForLetter(coreTables(db), email, address, now)) {
        const baseUrl = trustedBase(deps.config.publicUrl, linkTo("/"));
        // Behind the answer's back: neither its words nor its time tell whether there is such an account.
        afterCommit(() => {
          writeCode(deps, { email, binding: body.binding, baseUrl }).catch((error: unknown) =>
            log.error({ err: error, requestId }, "the letter with a log-in code was not written"),
          );
        });
      }
      return { minutes: CODE_MINUTES };
    },
    { ownTransaction: true },
  ),

  route(
    loginWithCode,
    async (context) => {
      const { body, address, now, db, deps } = context;
      const core = coreTables(db);
      const email = body.email.trim().toLowerCase();
      return withTry({ db: core, email, address, now }, async (failed) => {
        const person = await findUserByEmail(core, email);
        const kept = person && !person.disabled_at ? await findCode(db, person.id, body.binding, now) : undefined;
        if (!person || !kept || !(await isCode(db, deps, person.id, kept, body.mail_code))) {
          failed();
          throw problem("login.code_refused");
        }
        const used = async () => {
          if (!(await useCode(db, person.id, kept.id, now))) throw problem("login.code_refused");
        };
        try {
          const entered = await letIn({ ...context, code: body.code, failed, proven: used }, person, { way: "code" });
          await noteSuccess(core, email, address, now);
          return entered;
        } catch (error) {
          await giveGuessBack(db, kept.id);
          throw error;
        }
      });
    },
    { ownTransaction: true },
  ),
];
