// A test log-in: everything that a real one does up to the session, shown to the administrator who asked for it.
import type { SsoAnswer } from "#schemas/login.ts";
import type { Context } from "../../../kernel/context.ts";
import { ProblemError, problem } from "../../../kernel/problem.ts";
import { takeAttempt } from "./attempts.ts";
import type { Claims } from "./oidc.ts";
import { outcomeOf } from "./people.ts";
import { findProvider, noteTested } from "./providers.ts";
import { begin, proofsOf, redirectUriOf, talk } from "./routes.ts";
import { shownClaims } from "./rules.ts";

/** What a test found out. */
export interface Trial {
  claims: { name: string; value: string }[];
  /** What a person with these claims would be told; null where they would be let in. */
  refusal: string | null;
  /** Why, in the words of whoever noticed, where that says more. */
  detail: string | null;
  /** Who would be let in. */
  person: { email: string; first_name: string; last_name: string; admitted: boolean } | null;
}

/** Begins a test with the saved settings, whether they are switched on or not. */
export async function startTrial(context: Context, binding: string): Promise<{ url: string }> {
  const provider = await findProvider(context.db, context.app.id);
  if (!provider) throw problem("not_found");
  return begin(context, provider, { binding, testerId: context.who.id });
}

/** Ends a test. It makes no session and no account; that it worked is noted. */
export async function finishTrial(context: Context, answer: SsoAnswer, binding: string): Promise<Trial> {
  const { db, deps, app, who, now } = context;
  const taken = await takeAttempt(db, { state: answer.state, binding, kind: "test", now });
  const provider = await findProvider(db, app.id);
  if (!taken || !provider || taken.app_id !== app.id || taken.tester_id !== who.id) throw problem("login.sso_stale");
  const back = {
    redirectUri: redirectUriOf(context),
    answer,
    proofs: proofsOf(deps, answer.state, taken.sealed_proofs),
  };
  let claims: Claims = {};
  try {
    const { claimsOf } = await talk();
    claims = await claimsOf(deps, provider, back);
    const { person, vouched, admitted } = await outcomeOf(db, provider, claims);
    await noteTested(db, provider, now);
    const told = person ?? { email: vouched.email, first_name: vouched.firstName, last_name: vouched.lastName };
    const { email, first_name, last_name } = told;
    return {
      claims: shownClaims(claims),
      refusal: null,
      detail: null,
      person: { email, first_name, last_name, admitted },
    };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const told = Object.keys(claims).length > 0;
    // The provider works, although this very person would not be let in.
    if (told) await noteTested(db, provider, now);
    return {
      claims: shownClaims(claims),
      refusal: error.code,
      detail: typeof error.cause === "string" ? error.cause : null,
      person: null,
    };
  }
}
