// What is done every minute or so: what has been kept long enough goes, and people hear of what is due.
import type { Deps } from "../../kernel/context.ts";
import type { TidyContext } from "../../kernel/plugins.ts";

/** What an area is given to tidy with. */
export function tidyContext(deps: Deps): TidyContext {
  const { write, dialect } = deps.database;
  const { publicUrl } = deps.config;
  return {
    db: write as unknown as TidyContext["db"],
    dialect,
    now: deps.now(),
    speak: deps.speak,
    offered: deps.offered,
    linkTo: (path) => (publicUrl ? `${publicUrl}${path}` : undefined),
    inTransaction: async (work) => {
      const done = await write
        .transaction()
        .execute((db) => work(db as unknown as TidyContext["db"], (draft) => deps.mailer.enqueue(db, deps, draft)));
      deps.mailer.wake();
      return done;
    },
  };
}
