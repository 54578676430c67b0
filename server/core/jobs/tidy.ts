// What is done every minute or so: what has been kept long enough goes, and people hear of what is due.
import type { Deps } from "../../kernel/context.ts";
import type { TidyContext } from "../../kernel/plugins.ts";

/** What an area is given to tidy with. */
export function tidyContext(deps: Deps): TidyContext {
  const { background, dialect } = deps.database;
  const { publicUrl } = deps.config;
  return {
    db: background as unknown as TidyContext["db"],
    dialect,
    now: deps.now(),
    speak: deps.speak,
    offered: deps.offered,
    linkTo: (path) => (publicUrl ? `${publicUrl}${path}` : undefined),
    report: (error, what) => reportOf(deps, error, what),
    inTransaction: async (work) => {
      const done = await background
        .transaction()
        .execute((db) => work(db as unknown as TidyContext["db"], (draft) => deps.mailer.enqueue(db, deps, draft)));
      deps.mailer.wake();
      return done;
    },
  };
}

/** Says on the error stream what failed behind everybody's back. */
export function reportOf({ config }: Pick<Deps, "config">, error: unknown, what: string): void {
  if (config.logLevel === "silent") return;
  process.stderr.write(`${what}: ${error instanceof Error ? error.stack : String(error)}\n`);
}
