// One's own second factor: set up, confirmed, given new recovery codes, taken away again.
import {
  type Context,
  factorOf,
  findPerson,
  isPassword,
  problem,
  type Route,
  renewRecovery,
  resetFactor,
  route,
  rulesFor,
  setUpFactor as setUp,
  takeCode,
  withTry,
} from "#server";
import { confirmFactor, getFactor, removeFactor, renewRecoveryCodes, setUpFactor } from "../contract.ts";
import { decodeSecret, guessesOf } from "./rules.ts";

/** Guesses are counted as at the log-in: a session that was left open is no way around it. */
async function guarded<T>(
  { db, who, address, now }: Context,
  guess: () => Promise<T | undefined>,
  wrong: string,
): Promise<T> {
  return withTry({ db: db.withTables(), email: guessesOf(who.id), address, now }, async (failed) => {
    const right = await guess();
    if (right !== undefined && right !== false) return right;
    failed();
    throw problem(wrong);
  });
}

const taken = (context: Context<unknown, unknown, { code: string }>) =>
  guarded(context, () => takeCode(context, context.who.id, context.body.code), "login.second_factor_wrong");

const ofUser = (context: Context) => ({ type: "user", id: context.who.id, label: context.who.email });

export const factorRoutes: Route[] = [
  route(getFactor, async ({ db, who }) => {
    const { confirmed_at, recovery_left } = await factorOf(db, who.id);
    const { second_factor } = await rulesFor(db, who.id);
    const person = await findPerson(db, who.id);
    return {
      state: confirmed_at ? ("on" as const) : ("off" as const),
      since: confirmed_at,
      recovery_left,
      required: second_factor === "required",
      has_password: Boolean(person?.password_hash),
    };
  }),

  route(
    setUpFactor,
    async (context) => {
      const { db, who, body } = context;
      // The provider of one app does not decide about the person's other apps.
      if (who.onlyApp !== undefined) throw problem("account.factor_bound");
      const person = await findPerson(db, who.id);
      if (!person) throw problem("unauthenticated");
      const password = body.current_password ? decodeSecret(body.current_password, "current_password") : "";
      const fits = async () =>
        (person.password_hash ? await isPassword(person.password_hash, password) : true) || undefined;
      await guarded(context, fits, "account.wrong_password");
      if ((await factorOf(db, who.id)).confirmed_at) throw problem("account.factor_on");
      // A key that was shown before and never confirmed may have been seen by others.
      await resetFactor(db, who.id);
      return setUp(context, person);
    },
    { ownTransaction: true },
  ),

  route(
    confirmFactor,
    async (context) => {
      const { recovery } = await taken(context);
      if (!recovery) throw problem("login.second_factor_wrong");
      await context.audit({ action: "set_up_second_factor", object: ofUser(context) });
      return { recovery_codes: recovery };
    },
    { ownTransaction: true },
  ),

  route(
    renewRecoveryCodes,
    async (context) => {
      await taken(context);
      await context.audit({ action: "renew_recovery_codes", object: ofUser(context) });
      return { recovery_codes: await renewRecovery(context.db, context.who.id) };
    },
    { ownTransaction: true },
  ),

  route(
    removeFactor,
    async (context) => {
      if ((await rulesFor(context.db, context.who.id)).second_factor === "required")
        throw problem("account.factor_required");
      await taken(context);
      await resetFactor(context.db, context.who.id);
      await context.audit({ action: "remove_second_factor", object: ofUser(context) });
      return { done: true as const };
    },
    { ownTransaction: true },
  ),
];
