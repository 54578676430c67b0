// Jobs as their owners see them. Another person's job does not exist, unless one may manage the app (role 3 and stronger).
import type { Kysely } from "kysely";
import { cancelJob, getJob, getJobFile, type Job } from "#schemas/core.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Context } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { type Route, route } from "../../kernel/route.ts";
import { coreTables } from "../accounts/routes.ts";
import type { JobRow } from "./jobs.ts";

const MANAGES_APP = 3;

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
  return row;
}

function jobOf(row: JobRow, progress: number): Job {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state as Job["state"],
    progress,
    ...(row.result === null ? {} : { result: JSON.parse(row.result) as unknown }),
    ...(row.error === null ? {} : { error: row.error }),
    created_at: row.created_at,
  };
}

export const jobRoutes: Route[] = [
  route(getJob, async (context) => {
    const row = await findJob(coreTables(context.db), context, context.params.jobId);
    // The runner lets go of a job a moment after its end has been written.
    const running = row.state === "running" ? context.deps.jobs.progressOf(row.id) : undefined;
    return jobOf(row, running ?? row.progress);
  }),

  route(
    cancelJob,
    async (context) => {
      const { deps, params, now } = context;
      const row = await findJob(deps.database.quick, context, params.jobId);
      const waiting = await deps.database.write
        .updateTable("core_job")
        .set({ state: "cancelled", finished_at: now.toISOString() })
        .where("id", "=", row.id)
        .where("state", "in", ["queued", "running"])
        .returningAll()
        .executeTakeFirst();
      deps.jobs.cancel(row.id);
      return jobOf(waiting ?? (await findJob(deps.database.quick, context, row.id)), row.progress);
    },
    { ownTransaction: true },
  ),

  route(getJobFile, async (context) => {
    const db = coreTables(context.db);
    const row = await findJob(db, context, context.params.jobId);
    const file = await db
      .selectFrom("core_job_file")
      .select(["name", "media_type", "bytes"])
      .where("job_id", "=", row.id)
      .where("side", "=", "output")
      .executeTakeFirst();
    if (!file) throw problem("not_found");
    return { name: file.name, mediaType: file.media_type, bytes: Buffer.from(file.bytes) };
  }),
];
