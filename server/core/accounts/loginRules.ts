// How the people of an app log in. Whoever belongs to several apps keeps the strictest rules of them all.
import { WHOLE } from "#schemas/problem.ts";
import type { Db } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { coreTables } from "./coreTables.ts";

/** The rules of one app. */
export interface LoginRules {
  /** How long a session lives. */
  session_hours: number;
  /** `required`: nobody logs in without a code of an authenticator app. */
  second_factor: "off" | "required";
  /** Mail domains of people who may be invited; none means any. */
  mail_domains: readonly string[];
  /** Whether people log in with a password, and with a code that comes by mail. */
  password: "on" | "off";
  mail_code: "on" | "off";
}

export const USUAL_RULES: LoginRules = {
  session_hours: 336,
  second_factor: "off",
  mail_domains: [],
  password: "on",
  mail_code: "on",
};

const SUPER = 1;

/** Ways to log in that open every app of a person. */
export interface Ways {
  password: boolean;
  mail_code: boolean;
}

/**
 * The ways that are open to somebody with these memberships: those that all of their apps take. Where nothing would be left
 * although an app takes something, its ways stay open, since another app must not lock its people out. Super admins always
 * keep the password: it is the door that cannot be walled up.
 */
export function waysOf(
  memberships: readonly { roleId: number; rules: Pick<LoginRules, "password" | "mail_code"> }[],
): Ways {
  const on = (way: keyof Ways) => memberships.filter(({ rules }) => rules[way] === "on").length;
  const of = (enough: number): Ways => ({ password: on("password") >= enough, mail_code: on("mail_code") >= enough });
  if (memberships.length === 0) return { password: true, mail_code: true };
  const strict = of(memberships.length);
  const ways = strict.password || strict.mail_code ? strict : of(1);
  return memberships.some(({ roleId }) => roleId === SUPER) ? { ...ways, password: true } : ways;
}

/** The rules of an app with their revision; 0 before they were ever saved. */
export async function findLoginRules(db: Db, appId: number): Promise<LoginRules & { rev: number }> {
  const row = await coreTables(db)
    .selectFrom("core_login_rules")
    .select(["rules", "rev"])
    .where("app_id", "=", appId)
    .executeTakeFirst();
  return { ...USUAL_RULES, ...(row ? (JSON.parse(row.rules) as LoginRules) : {}), rev: row?.rev ?? 0 };
}

/** Saves the rules if nobody else did since they were read; false when somebody had. */
export async function saveLoginRules(
  db: Db,
  appId: number,
  rev: number,
  rules: LoginRules,
  now: Date,
): Promise<boolean> {
  const core = coreTables(db);
  const values = { rules: JSON.stringify(rules), updated_at: now.toISOString() };
  if (rev === 0) {
    const made = await core
      .insertInto("core_login_rules")
      .values({ app_id: appId, ...values })
      .onConflict((conflict) => conflict.column("app_id").doNothing())
      .executeTakeFirst();
    return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const saved = await core
    .updateTable("core_login_rules")
    .set({ ...values, rev: rev + 1 })
    .where("app_id", "=", appId)
    .where("rev", "=", rev)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}

/** What holds for a person. */
export interface PersonalRules extends Pick<LoginRules, "session_hours" | "second_factor"> {
  ways: Ways;
}

/** The shortest session, a second factor if one of their apps requires it, and the ways that are open. */
export async function rulesFor(db: Db, userId: number): Promise<PersonalRules> {
  const rows = await coreTables(db)
    .selectFrom("core_membership as m")
    .leftJoin("core_login_rules as r", "r.app_id", "m.app_id")
    .select(["m.role_id", "r.rules"])
    .where("m.user_id", "=", userId)
    .where("m.disabled_at", "is", null)
    .execute();
  const all = rows.map(({ role_id: roleId, rules }) => ({
    roleId,
    rules: { ...USUAL_RULES, ...(rules ? (JSON.parse(rules) as Partial<LoginRules>) : {}) },
  }));
  return {
    session_hours: Math.min(USUAL_RULES.session_hours, ...all.map(({ rules }) => rules.session_hours)),
    second_factor: all.some(({ rules }) => rules.second_factor === "required") ? "required" : "off",
    ways: waysOf(all),
  };
}

/** Refuses an address whose domain the app does not take. */
export async function checkMailDomain(db: Db, appId: number, email: string): Promise<void> {
  const { mail_domains: domains } = await findLoginRules(db, appId);
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (domains.length === 0 || domains.includes(domain)) return;
  const values = { domains: domains.join(", ") };
  const message = `This app takes addresses of ${values.domains} only`;
  const reason = { text: "problem:said.mailDomain", values };
  throw problem("invalid", { message, fields: { email: message }, reasons: { [WHOLE]: reason, email: reason } });
}

/** How many active members there are, and how many of them have a second factor. */
export async function countFactors(db: Db, appId: number): Promise<{ members: number; with_second_factor: number }> {
  const row = await coreTables(db)
    .selectFrom("core_membership as m")
    .leftJoin("core_second_factor as f", (join) =>
      join.onRef("f.user_id", "=", "m.user_id").on("f.confirmed_at", "is not", null),
    )
    .select(({ fn }) => [fn.count<number>("m.id").as("members"), fn.count<number>("f.user_id").as("factors")])
    .where("m.app_id", "=", appId)
    .where("m.disabled_at", "is", null)
    .executeTakeFirstOrThrow();
  return { members: Number(row.members), with_second_factor: Number(row.factors) };
}
