// Apps of the person, their config and settings, and the person's permissions in them.
import type { Kysely } from "kysely";
import { getApp, getAppOfEvent, getConfig, getManagementSettings, getPermissions, listApps } from "#schemas/core.ts";
import { type App, cdpTokenField } from "#schemas/session.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Deps, Who } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { type Route, route } from "../../kernel/route.ts";
import { coreTables } from "../accounts/coreTables.ts";
import { appToken } from "../accounts/tokens.ts";
import { mayOpen } from "../events/events.ts";
import { roleName } from "../roles/roles.ts";

/** What core_app.settings holds. */
export interface AppSettings {
  show_hosted_buyer_config: boolean;
  allow_custom_text: boolean;
  widgets: boolean;
  insights: boolean;
  native_integrations: boolean;
  broadcast_push: boolean;
}

function memberships(db: Kysely<CoreTables>, userId: number) {
  return db
    .selectFrom("core_membership as m")
    .innerJoin("core_app as a", "a.id", "m.app_id")
    .select(["a.id", "a.name", "a.default_locale", "a.supported_locales"])
    .select(["m.role_id", "m.allowed_events", "m.token_generation"])
    .where("m.user_id", "=", userId)
    .where("m.disabled_at", "is", null)
    .orderBy("a.id");
}

type MembershipRow = Awaited<ReturnType<ReturnType<typeof memberships>["execute"]>>[number];

function appOf(deps: Deps, userId: number, row: MembershipRow): App {
  const { token_generation: generation } = row;
  return {
    id: row.id,
    name: row.name,
    allowed_containers: JSON.parse(row.allowed_events) as number[],
    accessRole: { id: row.role_id, name: roleName(row.role_id) },
    locales: { default_locale: row.default_locale, supported_locales: JSON.parse(row.supported_locales) as string[] },
    ...(generation === null ? {} : { token: appToken(deps.secret, userId, row.id, generation) }),
  };
}

async function settingsOf(db: Kysely<CoreTables>, appId: number) {
  const row = await db
    .selectFrom("core_app")
    .select(["default_locale", "supported_locales", "settings", "cdp_token"])
    .where("id", "=", appId)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    supported_locales: JSON.parse(row.supported_locales) as string[],
    settings: JSON.parse(row.settings) as AppSettings,
  };
}

/** An API token, or a session that an app's own provider vouched for, is of use in that app only. */
function opens({ token, onlyApp }: Who, appId: number): boolean {
  return (token === undefined || token.appId === appId) && (onlyApp === undefined || onlyApp === appId);
}

export const appRoutes: Route[] = [
  route(listApps, async ({ who, db, deps }) => {
    const rows = await memberships(coreTables(db), who.id).execute();
    return rows.filter((row) => opens(who, row.id)).map((row) => appOf(deps, who.id, row));
  }),

  route(getApp, async ({ params, who, db: handed, deps }) => {
    const db = coreTables(handed);
    const row = await memberships(db, who.id).where("a.id", "=", params.appId).executeTakeFirst();
    if (!row || !opens(who, row.id)) throw problem("not_found");
    if (row.token_generation !== null) return appOf(deps, who.id, row);
    // Issued on first demand; two who ask at once get the same one.
    await deps.database.write
      .updateTable("core_membership")
      .set({ token_generation: 1 })
      .where("user_id", "=", who.id)
      .where("app_id", "=", row.id)
      .where("token_generation", "is", null)
      .execute();
    return appOf(deps, who.id, { ...row, token_generation: 1 });
  }),

  route(getAppOfEvent, async ({ params, who, db: handed }) => {
    const db = coreTables(handed);
    const event = await db
      .selectFrom("core_event")
      .select("app_id")
      .where("id", "=", params.containerId)
      .executeTakeFirst();
    const row = event && (await memberships(db, who.id).where("a.id", "=", event.app_id).executeTakeFirst());
    // Another's event answers as one that does not exist.
    if (!row || !opens(who, row.id)) throw problem("not_found");
    if (!mayOpen(JSON.parse(row.allowed_events) as number[], params.containerId)) throw problem("not_found");
    return { application_id: row.id };
  }),

  route(getConfig, async ({ app, db, deps }) => {
    const { default_locale, settings, cdp_token } = await settingsOf(coreTables(db), app.id);
    const named: Record<ReturnType<typeof cdpTokenField>, string> = { [cdpTokenField(deps.config.product)]: cdp_token };
    return {
      application: {
        general: { application_id: app.id, ...named },
        locale: { default_locale },
        notifications: { is_broadcast_hpn_supported: settings.broadcast_push },
      },
    };
  }),

  route(getManagementSettings, async ({ app, db }) => {
    const { default_locale, supported_locales, settings } = await settingsOf(coreTables(db), app.id);
    return {
      application_id: app.id,
      feature_control: {
        show_hosted_buyer_config: settings.show_hosted_buyer_config,
        allow_custom_text: settings.allow_custom_text,
        widgets: settings.widgets,
      },
      insights: { is_enabled: settings.insights },
      native_integrations: { is_enabled: settings.native_integrations },
      locales: { default_locale, supported_locales },
      configuration: { supported_locales },
    };
  }),

  route(getPermissions, async ({ who }) => ({ ...who.permissions })),
];
