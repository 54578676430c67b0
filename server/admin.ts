// What the CLI's server commands do: the first account, migrations, backup and restore.
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { faces, manifests } from "#project/server";
import { readConfig } from "./config.ts";
import { hashPassword } from "./core/accounts/passwords.ts";
import { migrate as applyMigrations } from "./db/migrate.ts";
import { openDatabase } from "./db/open.ts";
import { allMigrations, openDeps } from "./deps.ts";
import { arrangePlugins } from "./kernel/plugins.ts";

export { sentenceFor } from "./sentences.ts";

/** A first super admin and an app of their own, for an empty database. */
export interface OwnerDraft {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  appName: string;
}

/** Something that the person at the terminal can put right. */
export class AdminError extends Error {}

/** Makes the first account. Throws `AdminError` when there is one already. */
export async function createOwner(root: string, draft: OwnerDraft): Promise<{ userId: number; appId: number }> {
  const deps = await openDeps(readConfig(process.env), arrangePlugins(faces, manifests), { root, readers: 0 });
  const passwordHash = await hashPassword(draft.password);
  const at = deps.now().toISOString();
  try {
    return await deps.database.write.transaction().execute(async (db) => {
      const somebody = await db.selectFrom("core_user").select("id").limit(1).executeTakeFirst();
      if (somebody) throw new AdminError("There are accounts already; invite further people from Admin access.");
      const user = await db
        .insertInto("core_user")
        .values({
          email: draft.email.trim().toLowerCase(),
          first_name: draft.firstName,
          last_name: draft.lastName,
          password_hash: passwordHash,
          created_at: at,
          updated_at: at,
          disabled_at: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const off = { show_hosted_buyer_config: false, allow_custom_text: false, widgets: false };
      const settings = { ...off, insights: false, native_integrations: false, broadcast_push: false };
      const app = await db
        .insertInto("core_app")
        .values({
          name: draft.appName,
          default_locale: "en-gb",
          supported_locales: '["en-gb"]',
          settings: JSON.stringify(settings),
          cdp_token: "",
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("core_membership")
        .values({
          user_id: user.id,
          app_id: app.id,
          role_id: 1,
          allowed_events: "[-1]",
          permissions: null,
          token_generation: null,
          disabled_at: null,
        })
        .execute();
      return { userId: user.id, appId: app.id };
    });
  } finally {
    await deps.database.close();
  }
}

/** Brings the database up to date and answers the steps that were applied. */
export async function migrate(root: string): Promise<string[]> {
  const database = await openDatabase(databaseUrl(root), { readers: 0 });
  try {
    return await applyMigrations(database, allMigrations(arrangePlugins(faces, manifests)), new Date());
  } finally {
    await database.close();
  }
}

/** Copies the database, which may be in use, into a file. SQLite only. */
export async function backup(root: string, file: string): Promise<void> {
  const source = new SqliteDatabase(sqlitePath(root), { readonly: true, fileMustExist: true });
  try {
    await source.backup(file);
  } finally {
    source.close();
  }
}

/** Puts a backup in the database's place; what was there is kept beside it as `.before-restore`. SQLite only. */
export async function restore(root: string, file: string): Promise<void> {
  const check = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  const sound = check.pragma("integrity_check", { simple: true });
  check.close();
  if (sound !== "ok") throw new AdminError(`${file} is damaged and was not restored.`);
  const path = sqlitePath(root);
  copyFileSync(file, `${path}.restoring`);
  if (existsSync(path)) renameSync(path, `${path}.before-restore`);
  for (const rest of ["-wal", "-shm"]) rmSync(`${path}${rest}`, { force: true });
  renameSync(`${path}.restoring`, path);
}

function databaseUrl(root: string): string {
  const url = readConfig(process.env).databaseUrl;
  const path = url.replace(/^sqlite:/, "");
  return url.startsWith("sqlite:") && !path.startsWith("/") ? `sqlite:${join(root, path)}` : url;
}

function sqlitePath(root: string): string {
  const url = databaseUrl(root);
  if (!url.startsWith("sqlite:")) {
    throw new AdminError("This is for the embedded database; back PostgreSQL up with pg_dump and pg_restore.");
  }
  return url.slice("sqlite:".length);
}
