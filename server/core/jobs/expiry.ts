// What jobs leave behind is kept only as long as somebody may still want it.
import type { Deps } from "../../kernel/context.ts";
import { forgetFile, type Side } from "./files.ts";

const HOUR_MS = 3_600_000;
/** A file that was sent in may be imported again within a day; one that was made can be fetched for a week. */
const KEPT_MS: Record<Side, number> = { input: 24 * HOUR_MS, output: 7 * 24 * HOUR_MS };
const AT_ONCE = 20;

/** Takes the files of jobs that ended long enough ago. Answers how many. */
export async function expireFiles({ database, now }: Pick<Deps, "database" | "now">): Promise<number> {
  let taken = 0;
  for (const side of ["input", "output"] as const) {
    const before = new Date(now().getTime() - KEPT_MS[side]).toISOString();
    const old = await database.quick
      .selectFrom("core_job_file as file")
      .innerJoin("core_job as job", "job.id", "file.job_id")
      .select("job.id")
      .where("file.side", "=", side)
      .where("job.finished_at", "<", before)
      .limit(AT_ONCE)
      .execute();
    for (const { id } of old) await forgetFile(database.background, id, side);
    taken += old.length;
  }
  return taken;
}
