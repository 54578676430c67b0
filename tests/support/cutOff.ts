// Jobs whose process ends in their middle, or that something happens to there.
import type { Db, JobContext, JobHandler } from "#server";
import type { Asker, TestApp } from "./app.ts";

/** What a job is given that the plug is pulled on once it has kept something of which that is to be so, and what it kept by then. */
export function contextOf(
  server: TestApp,
  { id, payload, kept }: { id: number; payload: object; kept?: JobContext["kept"] },
  isCut: (kept: { at: unknown; result: unknown }) => boolean = () => false,
) {
  const place = { kept };
  const { deps, apps, bigEventId } = server;
  const { write, read, dialect } = deps.database;
  const context = {
    ...{ id, payload, kept, eventId: bigEventId, appId: apps.northwind, read, dialect, audit: async () => {} },
    ...{ who: { id: 1, accessRole: 1, allowedEvents: [-1] }, offered: deps.offered, speak: deps.speak },
    ...{ now: () => new Date(), progress: () => {}, isAwaited: () => true, signal: new AbortController().signal },
    ...{ saveFile: async () => {}, addToFile: async () => {} },
    inTransaction: async (work: (db: Db) => Promise<unknown>, options: { keep?: () => JobContext["kept"] } = {}) => {
      const done = await write.transaction().execute((db) => work(db as unknown as Db));
      if (options.keep) place.kept = JSON.parse(JSON.stringify(options.keep()));
      if (place.kept && isCut(place.kept)) throw new Error("the plug was pulled");
      return done;
    },
  };
  return { place, context: context as unknown as JobContext };
}

/**
 * Has jobs of a kind do something of the test's before or after each of their transactions, or within, before it commits; nobody
 * then waits in vain for a long one.
 */
export function watchJobs(
  server: TestApp,
  kind: string,
  {
    before,
    within,
    after,
  }: Partial<Record<"before" | "within" | "after", (job: number, isLast: boolean) => Promise<unknown>>>,
): void {
  const runner = server.deps.jobs as unknown as { handlers: Record<string, JobHandler> };
  const handler = runner.handlers[kind] as JobHandler;
  const watched: JobHandler = (context) =>
    handler({
      ...context,
      isAwaited: () => true,
      inTransaction: async (work, options = {}) => {
        const isLast = Boolean(options.last);
        await before?.(context.id, isLast);
        const all = async (db: Db) => {
          const done = await work(db);
          await within?.(context.id, isLast);
          return done;
        };
        const done = await context.inTransaction(all, options);
        await after?.(context.id, isLast);
        return done;
      },
    });
  runner.handlers = { ...runner.handlers, [kind]: Object.assign(watched, { ...handler }) };
}

/** Has the next job of a kind called off by somebody after the first of its transactions, or a later one. */
export function stopNext(server: TestApp, { post }: Asker, kind: string, which = 1): void {
  let left = which;
  const after = async (job: number) => {
    left -= 1;
    if (left === 0) await post(`/1/api/job/${job}/cancel`);
  };
  watchJobs(server, kind, { after });
}
