// Jobs as their owners see them. Another person's job does not exist, unless one may manage the app (role 3 and stronger), and
// neither does one of an event that whoever asks may not open, or not any more.
import type { Kysely } from "kysely";
import { cancelJob, getJob, getJobFile, type Job } from "#schemas/core.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Context } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { type Route, route } from "../../kernel/route.ts";
import { coreTables } from "../accounts/coreTables.ts";
import { mayOpen } from "../events/events.ts";
import { findFile, lengthOf, readFile } from "./files.ts";
import { MANAGES_APP } from "./find.ts";
import { type JobRow, keptOf } from "./jobs.ts";

async function findJob(
  db: Kysely<CoreTables>,
  { app, who }: Pick<Context, "app" | "who">,
  id: number,
): Promise<JobRow> {
  const row = await db
    .selectFrom("core_job")
    .selectAll()
    .where("id", "=", id)
    .where("app_id", "=", app.id)
    .executeTakeFirst();
  if (!row || (row.user_id !== who.id && who.accessRole > MANAGES_APP)) throw problem("not_found");
  if (row.event_id !== null && !mayOpen(app.allowedEvents, row.event_id)) throw problem("not_found");
  return row;
}

function jobOf(row: JobRow, progress: number): Job {
  // What was done before somebody called it off, or before it broke, stays done and is told.
  const result = row.result ?? (row.state === "cancelled" || row.state === "failed" ? resultSoFar(row) : null);
  return {
    id: row.id,
    kind: row.kind,
    state: row.state as Job["state"],
    progress,
    ...(result === null ? {} : { result: JSON.parse(result) as unknown }),
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.problem === null ? {} : (JSON.parse(row.problem) as Pick<Job, "code" | "reasons">)),
    created_at: row.created_at,
  };
}

function resultSoFar(row: JobRow): string | null {
  const kept = keptOf(row);
  return kept ? JSON.stringify(kept.result) : null;
}

export const jobRoutes: Route[] = [
  route(
    getJob,
    async (context) => {
      const row = await findJob(coreTables(context.db), context, context.params.jobId);
      // The runner lets go of a job a moment after its end has been written.
      const running = row.state === "running" ? context.deps.jobs.progressOf(row.id) : undefined;
      return jobOf(row, running ?? row.progress);
    },
    // It is asked again and again while a job runs: for that no reader thread needs to be made.
    { byKey: true },
  ),

  route(
    cancelJob,
    async (context) => {
      const { deps, params, now } = context;
      const row = await findJob(deps.database.quick, context, params.jobId);
      const { jobs, database } = deps;
      // On SQLite its end could not be written before its transaction has ended.
      if (row.state === "running" && jobs.isWhole(row.kind)) jobs.cancel(row.id);
      const { waiting, isPutBack } = await database.write.transaction().execute(async (db) => {
        const ended = await db
          .updateTable("core_job")
          .set({ state: "cancelled", finished_at: now.toISOString() })
          .where("id", "=", row.id)
          .where("state", "in", ["queued", "running"])
          .where("kind", "not in", [...jobs.puttingBack, ""])
          .returningAll()
          .executeTakeFirst();
        return { waiting: ended, isPutBack: ended && (await jobs.endEarly(db, ended, now)) };
      });
      if (waiting) jobs.cancel(row.id);
      if (isPutBack) jobs.announce();
      return jobOf(waiting ?? (await findJob(deps.database.quick, context, row.id)), row.progress);
    },
    { ownTransaction: true },
  ),

  route(
    getJobFile,
    async (context) => {
      const db = coreTables(context.db);
      const row = await findJob(db, context, context.params.jobId);
      const file = await findFile(db, row.id, "output");
      if (!file) throw problem("not_found");
      const length = await lengthOf(db, row.id, "output");
      return { name: file.name, mediaType: file.media_type, length, bytes: readFile(db, row.id, "output") };
    },
    { byKey: true },
  ),
];
