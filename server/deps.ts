// What the whole server is made of, opened and migrated.
import { join } from "node:path";
import { manifests } from "#project/server";
import type { Config } from "./config.ts";
import { newToken } from "./core/accounts/tokens.ts";
import { JobRunner } from "./core/jobs/runner.ts";
import { JobThread } from "./core/jobs/thread.ts";
import { Mailer } from "./core/mail/mailer.ts";
import type { Heard } from "./db/heard.ts";
import { migrate } from "./db/migrate.ts";
import { core } from "./db/migrations/0001_core.ts";
import { access } from "./db/migrations/0002_access.ts";
import { mail } from "./db/migrations/0003_mail.ts";
import { logins } from "./db/migrations/0004_logins.ts";
import { jobPieces } from "./db/migrations/0030_job_pieces.ts";
import { typeFacts } from "./db/migrations/0220_types.ts";
import { places } from "./db/migrations/0245_places.ts";
import { erasure } from "./db/migrations/0280_erasure.ts";
import { rules } from "./db/migrations/0290_rules.ts";
import { typesOfEvents } from "./db/migrations/0311_types_of_events.ts";
import { beside } from "./db/migrations/0312_beside.ts";
import { told } from "./db/migrations/0313_told.ts";
import { toldInProportion } from "./db/migrations/0314_told_in_proportion.ts";
import { comeTogether } from "./db/migrations/0315_come_together.ts";
import { idempotency } from "./db/migrations/0318_idempotency.ts";
import { outbox } from "./db/migrations/0402_outbox.ts";
import { emptied } from "./db/migrations/0410_emptied.ts";
import { jobTokens } from "./db/migrations/0432_job_tokens.ts";
import { jobProblems } from "./db/migrations/0433_job_problems.ts";
import { lettersGive } from "./db/migrations/0434_letters_give.ts";
import { foldedHistory } from "./db/migrations/0435_folded_history.ts";
import { jobTries } from "./db/migrations/0436_job_tries.ts";
import { jobScopes } from "./db/migrations/0437_job_scopes.ts";
import { actsOfHistory } from "./db/migrations/0438_acts_of_history.ts";
import { type Database, openDatabase } from "./db/open.ts";
import type { Deps } from "./kernel/context.ts";
import { offersOf } from "./kernel/offers.ts";
import { migrationsOf, type ServerPlugin } from "./kernel/plugins.ts";
import { speaker } from "./kernel/speak.ts";

/** What a caller may choose; tests choose a clock and no reader threads. */
export interface DepsOptions {
  root: string;
  now?: () => Date;
  readers?: number;
  /** Runs jobs in a thread of their own; only the bundled server can. */
  jobThread?: boolean;
  checkReplies?: boolean;
  /** Hears of every statement. */
  log?: Heard;
}

/** The steps of every owner, core first. */
export function allMigrations(plugins: readonly ServerPlugin[]) {
  return [
    {
      owner: "core",
      migrations: [
        core,
        access,
        mail,
        logins,
        jobPieces,
        typeFacts,
        places,
        erasure,
        rules,
        typesOfEvents,
        beside,
        told,
        toldInProportion,
        comeTogether,
        outbox,
        emptied,
        idempotency,
        jobTokens,
        jobProblems,
        lettersGive,
        foldedHistory,
        jobTries,
        jobScopes,
        actsOfHistory,
      ],
    },
    ...migrationsOf(plugins),
  ];
}

/** Opens and migrates the database of the settings. */
export async function openDeps(config: Config, plugins: readonly ServerPlugin[], options: DepsOptions): Promise<Deps> {
  const { root, now = () => new Date(), readers = 2, jobThread = false, checkReplies = false, log } = options;
  const database = await openDatabase(databaseUrlOf(config.databaseUrl, root), {
    readers,
    pool: config.databasePool,
    ...(log && { log }),
  });
  await migrate(database, allMigrations(plugins), now());
  const reverts = Object.assign({}, ...plugins.map((plugin) => plugin.reverts ?? {}));
  return {
    config,
    database,
    jobs: new JobRunner(jobThread ? new JobThread(config, root, database) : undefined),
    mailer: new Mailer(),
    speak: speaker(options.root, manifests),
    now,
    secret: await secretOf(database),
    root,
    manifests,
    endpoints: () => [],
    reverts,
    offered: offersOf(plugins),
    checkReplies,
  };
}

/** A relative SQLite path is meant from the project's folder, wherever the command was typed. */
export function databaseUrlOf(url: string, root: string): string {
  const path = url.replace(/^sqlite:/, "");
  return url.startsWith("sqlite:") && !path.startsWith("/") ? `sqlite:${join(root, path)}` : url;
}

/** The key of the application tokens: made once, kept with the data that it guards. */
async function secretOf({ write }: Database): Promise<string> {
  await write
    .insertInto("core_setting")
    .values({ key: "app_token_secret", value: newToken() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const row = await write
    .selectFrom("core_setting")
    .select("value")
    .where("key", "=", "app_token_secret")
    .executeTakeFirstOrThrow();
  return row.value;
}
