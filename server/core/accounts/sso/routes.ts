// Log-in with single sign-on: to the provider, and back with what it answered.
import type { Kysely } from "kysely";
import { finishSso, type SsoAnswer, startSso } from "#schemas/login.ts";
import type { CoreTables } from "../../../db/tables.ts";
import type { Context } from "../../../kernel/context.ts";
import { problem } from "../../../kernel/problem.ts";
import { type Route, route } from "../../../kernel/route.ts";
import { coreTables } from "../coreTables.ts";
import { letIn } from "../letIn.ts";
import { findUser } from "../repository.ts";
import { seal, unseal } from "../seal.ts";
import { withTry } from "../throttle.ts";
import { type Claim, createAttempt, endAttempt, findProven, noteProven, takeAttempt } from "./attempts.ts";
import type { Proofs } from "./oidc.ts";
import { personOf } from "./people.ts";
import { findProvider, findProviderOf, type Provider } from "./providers.ts";
import { domainOf } from "./rules.ts";

/** Where providers send people back to, registered with each of them: without a port that goes without saying. */
/** The talk with providers; its libraries are loaded when somebody comes by one. */
export const talk = () => import("./oidc.ts");

export const redirectUriOf = ({ linkTo }: Pick<Context, "linkTo">) => new URL(linkTo("/login")).href;

type Beginning = Pick<Context, "db" | "deps" | "now" | "linkTo">;

/** Begins a log-in, or an administrator's test of one, and answers the provider's page. */
export async function begin(
  context: Beginning,
  provider: Provider,
  { binding, email, testerId }: { binding: string; email?: string; testerId?: number },
): Promise<{ url: string }> {
  const { db, deps, now } = context;
  const { beginAt } = await talk();
  const { url, state, proofs } = await beginAt(deps, provider, redirectUriOf(context), email);
  await createAttempt(db, {
    appId: provider.appId,
    kind: testerId === undefined ? "login" : "test",
    testerId: testerId ?? null,
    state,
    binding,
    sealedProofs: seal(deps, `login attempt ${state}`, JSON.stringify(proofs)),
    now,
  });
  return { url };
}

/** The proofs that were kept for a log-in. */
export function proofsOf(deps: Context["deps"], state: string, sealed: string): Proofs {
  return JSON.parse(unseal(deps, `login attempt ${state}`, sealed)) as Proofs;
}

/** Whom the provider vouches for, in a log-in that is taken up now. */
async function proven(context: Context, claim: Claim, answer: SsoAnswer) {
  const { db, deps, requestId, log } = context;
  const taken = await takeAttempt(db, claim);
  const provider = taken && (await findProvider(db, taken.app_id));
  if (!taken || !provider?.enabled) throw problem("login.sso_stale");
  const back = {
    redirectUri: redirectUriOf(context),
    answer,
    proofs: proofsOf(deps, answer.state, taken.sealed_proofs),
  };
  const { claimsOf } = await talk();
  const claims = await claimsOf(deps, provider, back).catch((error: Error) => {
    log.warn({ requestId, reason: error.cause }, "single sign-on failed");
    throw error;
  });
  const person = await deps.database.dialect.retried(() =>
    (db as unknown as Kysely<CoreTables>)
      .transaction()
      .execute((transaction) => personOf(deps, transaction, provider, claims, requestId)),
  );
  await noteProven(db, claim.state, person.id);
  return { userId: person.id, appId: provider.appId };
}

export const ssoRoutes: Route[] = [
  route(
    startSso,
    async (context) => {
      const { body, db, address, now } = context;
      const email = body.email.trim().toLowerCase();
      const key = `sso ${domainOf(email)}`;
      const provider = await withTry({ db: coreTables(db), email: key, address, now }, async (failed) => {
        const found = await findProviderOf(db, domainOf(email));
        if (!found) failed();
        return found;
      });
      if (!provider) throw problem("login.sso_none");
      return begin(context, provider, { binding: body.binding, email });
    },
    { ownTransaction: true },
  ),

  route(
    finishSso,
    async (context) => {
      const { body, db, address, now } = context;
      const { answer, binding, code } = body;
      const core = coreTables(db);
      // Counted by the log-in, whose secret strangers do not know, and by the address.
      const key = `sso ${answer.state}`;
      return withTry({ db: core, email: key, address, now }, async (failed) => {
        const claim: Claim = { state: answer.state, binding, kind: "login", now };
        const found = code === undefined ? undefined : await findProven(db, claim);
        const { userId, appId } =
          found ??
          (await proven(context, claim, answer).catch((error: unknown) => {
            failed();
            throw error;
          }));
        const person = await findUser(core, userId);
        if (!person || person.disabled_at) throw problem("login.sso_unknown");
        const used = async () => {
          if (!(await endAttempt(db, answer.state))) throw problem("login.sso_stale");
        };
        return letIn({ ...context, code, failed, proven: used }, person, { way: "sso", onlyApp: appId });
      });
    },
    { ownTransaction: true },
  ),
];
