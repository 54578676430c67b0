// How the people of an app log in. Whoever belongs to several apps keeps the strictest rules of them all.
import type { Db } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { coreTables } from "./routes.ts";

/** The rules of one app. */
export interface LoginRules {
  /** How long a session lives. */
  session_hours: number;
  /** `required`: nobody logs in without a code of an authenticator app. */
  second_factor: "off" | "required";
  /** Mail domains of people who may be invited; none means any. */
  mail_domains: readonly string[];
}

export const USUAL_RULES: LoginRules = { session_hours: 336, second_factor: "off", mail_domains: [] };

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

/** What holds for a person: the shortest session, and a second factor if one of their apps requires it. */
export async function rulesFor(db: Db, userId: number): Promise<Pick<LoginRules, "session_hours" | "second_factor">> {
  const rows = await coreTables(db)
    .selectFrom("core_membership as m")
    .innerJoin("core_login_rules as r", "r.app_id", "m.app_id")
    .select("r.rules")
    .where("m.user_id", "=", userId)
    .where("m.disabled_at", "is", null)
    .execute();
  const all = rows.map(({ rules }) => JSON.parse(rules) as LoginRules);
  return {
    session_hours: Math.min(USUAL_RULES.session_hours, ...all.map((rules) => rules.session_hours)),
    second_factor: all.some((rules) => rules.second_factor === "required") ? "required" : "off",
  };
}

/** Refuses an address whose domain the app does not take. */
export async function checkMailDomain(db: Db, appId: number, email: string): Promise<void> {
  const { mail_domains: domains } = await findLoginRules(db, appId);
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (domains.length === 0 || domains.includes(domain)) return;
  const message = `This app takes addresses of ${domains.join(", ")} only`;
  throw problem("invalid", { message, fields: { email: message } });
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
