// The last step of every way to log in: the second factor, where there is or must be one, and then the session.
import type { Entered } from "#schemas/login.ts";
import type { Context } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { rulesFor } from "./loginRules.ts";
import { hasSecondFactor, setUpFactor, takeCode } from "./secondFactor.ts";
import { beginSession, type PersonRow, type Proof } from "./sessions.ts";

/** What is asked of whoever has proved who they are. */
export interface Entering extends Pick<Context, "db" | "now" | "headers" | "address" | "deps"> {
  /** What was typed as second factor. */
  code: string | undefined;
  /** A wrong code counts like a wrong password. */
  failed: () => void;
  /** Uses up what proved the person, once nothing else stands in the way. */
  proven?: () => Promise<void>;
}

/** Whether the person cannot log in without a second factor. */
export async function needsFactor(db: Context["db"], personId: number): Promise<boolean> {
  return (await hasSecondFactor(db, personId)) || (await rulesFor(db, personId)).second_factor === "required";
}

/** Asks for the code, or has a factor set up; answers the recovery codes of one that was set up just now. */
async function askFactor(entering: Entering, person: PersonRow): Promise<string[] | undefined> {
  const { db, deps, code, now } = entering;
  if (!(await needsFactor(db, person.id))) return undefined;
  if (code === undefined) {
    if (await hasSecondFactor(db, person.id)) throw problem("login.second_factor");
    throw problem("login.second_factor_setup", { current: await setUpFactor({ db, deps, now }, person) });
  }
  const taken = await takeCode({ db, deps, now }, person.id, code);
  if (taken) return taken.recovery;
  entering.failed();
  throw problem("login.second_factor_wrong");
}

/** Begins the session of somebody who has proved who they are. */
export async function letIn(entering: Entering, person: PersonRow, proof: Proof): Promise<Entered> {
  const recovery = await askFactor(entering, person);
  await entering.proven?.();
  const credentials = await beginSession(entering, person, proof);
  return { ...credentials, ...(recovery ? { recovery_codes: recovery } : {}) };
}
