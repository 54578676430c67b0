// What the CLI's server commands do: the first account, migrations, backup and restore.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { faces, manifests } from "#project/server";
import { readConfig } from "./config.ts";
import { isLeaked } from "./core/accounts/leaked.ts";
import { hashPassword } from "./core/accounts/passwords.ts";
import { type Verified, verifyAudit } from "./core/audit/verify.ts";
import { type Copied, copyDatabase } from "./db/copy/copy.ts";
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
  const at = deps.now().toISOString();
  try {
    if (await isLeaked(deps.config.leakedPasswords, draft.password))
      throw new AdminError("This password is known from a leak of data; choose another one.");
    const passwordHash = await hashPassword(draft.password);
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

/**
 * Copies the database, which may be in use, into a file as it is at this moment. The file is an embedded database whichever
 * of the two is backed up, so that it can be restored into either.
 */
export async function backup(root: string, file: string): Promise<void> {
  const url = databaseUrl(root);
  const part = `${file}.part`;
  for (const end of ["", "-wal", "-shm"]) rmSync(`${part}${end}`, { force: true });
  if (url.startsWith("sqlite:")) {
    const source = new SqliteDatabase(pathOf(url), { readonly: true, fileMustExist: true });
    try {
      await source.backup(part);
    } finally {
      source.close();
    }
  } else {
    await copyDatabase(url, `sqlite:${resolve(part)}`, steps());
  }
  // Into one file, so that it can be carried away.
  const made = new SqliteDatabase(part);
  made.pragma("journal_mode = DELETE");
  made.close();
  renameSync(part, file);
}

/**
 * Puts a backup in the database's place. The embedded one is kept beside it as `.before-restore`, or with a number where
 * there is one already, and its path is answered; a PostgreSQL database must be empty. A backup of an older version is
 * brought up to date.
 */
export async function restore(root: string, file: string): Promise<string | undefined> {
  if (!existsSync(file)) throw new AdminError(`There is no file ${file}.`);
  refuseDamaged(file);
  const url = databaseUrl(root);
  const copy = url.startsWith("sqlite:")
    ? `${pathOf(url)}.restoring`
    : join(mkdtempSync(join(tmpdir(), "lanyard-")), "backup.db");
  if (resolve(file) === resolve(copy))
    throw new AdminError(`${file} is what a restore that was stopped left behind; name the backup itself.`);
  mkdirSync(dirname(copy), { recursive: true });
  // The log of a restore that was stopped would be taken for this copy's own.
  removeWhole(copy);
  try {
    copyFileSync(file, copy);
    const database = await openDatabase(`sqlite:${copy}`, { readers: 0 });
    try {
      await applyMigrations(database, steps(), new Date());
    } finally {
      await database.close();
    }
    refuseDamaged(copy, file);
    if (url.startsWith("sqlite:")) return takePlace(copy, pathOf(url));
    await copyDatabase(`sqlite:${copy}`, url, steps());
  } finally {
    removeWhole(copy);
    if (!url.startsWith("sqlite:")) rmSync(dirname(copy), { recursive: true, force: true });
  }
}

/** Copies the database of the settings into an empty one of either kind. */
export async function copy(root: string, to: string): Promise<Copied> {
  const target = readConfig({ ...process.env, DATABASE_URL: to }).databaseUrl;
  return copyDatabase(databaseUrl(root), absoluteUrl(target, root), steps());
}

/** Proves that no line of the history was changed or taken out. */
export async function verifyHistory(root: string, noted?: string): Promise<Verified> {
  const database = await openDatabase(databaseUrl(root), { readers: 0 });
  try {
    return await verifyAudit(database.quick, noted);
  } finally {
    await database.close();
  }
}

const steps = () => allMigrations(arrangePlugins(faces, manifests));

function refuseDamaged(file: string, said = file): void {
  try {
    const check = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
    const sound = check.pragma("integrity_check", { simple: true });
    const ours = check.prepare("select 1 from sqlite_master where name = 'lanyard_migration'").get();
    check.close();
    if (sound === "ok" && ours) return;
  } catch {
    // Not a database at all.
  }
  throw new AdminError(`${said} is damaged or not a backup of this product, and was not restored.`);
}

/** The files of an embedded database besides the one of its name. */
const BESIDE = ["-wal", "-shm", "-journal"];

function removeWhole(path: string): void {
  for (const end of ["", ...BESIDE]) rmSync(`${path}${end}`, { force: true });
}

function takePlace(made: string, path: string): string | undefined {
  const kept = existsSync(path) ? keepAside(path) : undefined;
  for (const end of BESIDE) rmSync(`${path}${end}`, { force: true });
  renameSync(made, path);
  return kept;
}

function keepAside(path: string): string {
  bringLogIn(path);
  let kept = `${path}.before-restore`;
  for (let n = 2; ["", ...BESIDE].some((end) => existsSync(`${kept}${end}`)); n += 1)
    kept = `${path}.before-restore-${n}`;
  for (const end of ["", ...BESIDE]) if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${kept}${end}`);
  return kept;
}

/** What a server that was killed has committed stands in the log. Only who is alone with a database may leave its log. */
function bringLogIn(path: string): void {
  try {
    const old = new SqliteDatabase(path, { timeout: 1000 });
    try {
      old.pragma("journal_mode = DELETE");
    } finally {
      old.close();
    }
  } catch (error) {
    if (String((error as { code?: string }).code).startsWith("SQLITE_BUSY"))
      throw new AdminError(
        "A server still runs on the database, which was left as it is; stop the server, then restore.",
      );
    // It is damaged: its files are kept as they are.
  }
}

const pathOf = (url: string) => url.slice("sqlite:".length);

function databaseUrl(root: string): string {
  return absoluteUrl(readConfig(process.env).databaseUrl, root);
}

function absoluteUrl(url: string, root: string): string {
  return url.startsWith("sqlite:") && !pathOf(url).startsWith("/") ? `sqlite:${join(root, pathOf(url))}` : url;
}
