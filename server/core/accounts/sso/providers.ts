// The OpenID Connect provider of an app: one row, with the mail domains that lead to it.
import type { Db } from "../../../kernel/context.ts";
import { coreTables } from "../coreTables.ts";

/** What belongs to a provider's secret in the database. */
export const sealedFor = (appId: number) => `login provider ${appId}`;

/** What is decided about a provider besides who it is. */
export interface ProviderSettings {
  /** Mail domains whose people come from it. */
  domains: readonly string[];
  /** Names of the claims that tell address and names. */
  claims: { email: string; first_name: string; last_name: string };
  /** What happens to people without an account: turned away, or made members with role and events. */
  unknown: "refuse" | "admit";
  admit_role_id: number;
  admit_containers: readonly number[];
}

export interface Provider extends ProviderSettings {
  appId: number;
  issuer: string;
  clientId: string;
  sealedSecret: string;
  enabled: boolean;
  setBy: number;
  setByRole: number;
  testedAt: string | null;
  rev: number;
}

const columns = [
  "app_id",
  "issuer",
  "client_id",
  "sealed_secret",
  "settings",
  "enabled",
  "set_by",
  "set_by_role",
  "tested_at",
  "rev",
] as const;

/** The provider of an app, whether it is switched on or not. */
export async function findProvider(db: Db, appId: number): Promise<Provider | undefined> {
  const row = await coreTables(db)
    .selectFrom("core_login_provider")
    .select(columns)
    .where("app_id", "=", appId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...(JSON.parse(row.settings) as ProviderSettings),
    appId: row.app_id,
    issuer: row.issuer,
    clientId: row.client_id,
    sealedSecret: row.sealed_secret,
    enabled: row.enabled === 1,
    setBy: row.set_by,
    setByRole: row.set_by_role,
    testedAt: row.tested_at,
    rev: row.rev,
  };
}

/** The provider that people with this mail domain come from, if it is switched on. */
export async function findProviderOf(db: Db, domain: string): Promise<Provider | undefined> {
  const row = await coreTables(db)
    .selectFrom("core_login_domain")
    .select("app_id")
    .where("domain", "=", domain)
    .executeTakeFirst();
  const provider = row && (await findProvider(db, row.app_id));
  return provider?.enabled ? provider : undefined;
}

/** Which of these domains lead to another app's provider. */
export async function domainsTaken(db: Db, appId: number, domains: readonly string[]): Promise<string[]> {
  if (domains.length === 0) return [];
  const rows = await coreTables(db)
    .selectFrom("core_login_domain")
    .select("domain")
    .where("domain", "in", [...domains])
    .where("app_id", "!=", appId)
    .execute();
  return rows.map(({ domain }) => domain).sort();
}

/** Saves the provider if nobody else did since `rev` (0 for the first time); false when somebody had. */
export async function saveProvider(db: Db, rev: number, provider: Omit<Provider, "rev">, now: Date): Promise<boolean> {
  const core = coreTables(db);
  const { domains, claims, unknown, admit_role_id, admit_containers } = provider;
  const values = {
    issuer: provider.issuer,
    client_id: provider.clientId,
    sealed_secret: provider.sealedSecret,
    settings: JSON.stringify({ domains, claims, unknown, admit_role_id, admit_containers } satisfies ProviderSettings),
    enabled: provider.enabled ? 1 : 0,
    set_by: provider.setBy,
    set_by_role: provider.setByRole,
    tested_at: provider.testedAt,
    updated_at: now.toISOString(),
  };
  const saved =
    rev === 0
      ? await core
          .insertInto("core_login_provider")
          .values({ app_id: provider.appId, ...values })
          .onConflict((conflict) => conflict.column("app_id").doNothing())
          .executeTakeFirst()
      : await core
          .updateTable("core_login_provider")
          .set({ ...values, rev: rev + 1 })
          .where("app_id", "=", provider.appId)
          .where("rev", "=", rev)
          .executeTakeFirst();
  const count = "numUpdatedRows" in saved ? saved.numUpdatedRows : saved.numInsertedOrUpdatedRows;
  if ((count ?? 0n) === 0n) return false;
  await core.deleteFrom("core_login_domain").where("app_id", "=", provider.appId).execute();
  if (domains.length > 0) {
    const rows = domains.map((domain) => ({ domain, app_id: provider.appId }));
    await core.insertInto("core_login_domain").values(rows).execute();
  }
  return true;
}

/** Of how many people of an app its provider has told who they are. */
export async function countIdentities(db: Db, appId: number): Promise<number> {
  const { people } = await coreTables(db)
    .selectFrom("core_login_identity")
    .select(({ fn }) => fn.count("user_id").distinct().as("people"))
    .where("app_id", "=", appId)
    .executeTakeFirstOrThrow();
  return Number(people);
}

/** Removes the provider with everything that is tied to it; false when there was none. */
export async function removeProvider(db: Db, appId: number): Promise<boolean> {
  const core = coreTables(db);
  for (const table of ["core_login_domain", "core_login_identity", "core_login_attempt"] as const) {
    await core.deleteFrom(table).where("app_id", "=", appId).execute();
  }
  const gone = await core.deleteFrom("core_login_provider").where("app_id", "=", appId).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Notes that a test log-in worked with the settings of this revision. */
export async function noteTested(db: Db, { appId, rev }: Pick<Provider, "appId" | "rev">, now: Date): Promise<void> {
  await coreTables(db)
    .updateTable("core_login_provider")
    .set({ tested_at: now.toISOString() })
    .where("app_id", "=", appId)
    .where("rev", "=", rev)
    .execute();
}

/** Who somebody is at the provider of an app. */
export function findIdentity(db: Db, { appId, issuer }: Pick<Provider, "appId" | "issuer">, subject: string) {
  return coreTables(db)
    .selectFrom("core_login_identity")
    .select("user_id")
    .where("app_id", "=", appId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

export async function hasIdentity(db: Db, { appId, issuer }: Pick<Provider, "appId" | "issuer">, userId: number) {
  const row = await coreTables(db)
    .selectFrom("core_login_identity")
    .select("subject")
    .where("app_id", "=", appId)
    .where("issuer", "=", issuer)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function tieIdentity(
  db: Db,
  { appId, issuer }: Pick<Provider, "appId" | "issuer">,
  draft: { subject: string; userId: number; now: Date },
): Promise<void> {
  const { subject, userId, now } = draft;
  await coreTables(db)
    .insertInto("core_login_identity")
    .values({ app_id: appId, issuer, subject, user_id: userId, created_at: now.toISOString() })
    .execute();
}

/** Forgets who a person is at the provider of an app: the next log-in there ties them anew. */
export async function forgetIdentity(db: Db, appId: number, userId: number): Promise<void> {
  const ties = coreTables(db).deleteFrom("core_login_identity");
  await ties.where("app_id", "=", appId).where("user_id", "=", userId).execute();
}
