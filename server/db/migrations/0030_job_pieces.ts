// Files of jobs in pieces, so that none of them is ever whole in one statement; and how far a job has come for good.
import { type Kysely, sql } from "kysely";
import type { Migration } from "../migrate.ts";

export const jobPieces: Migration = {
  id: "0030_job_pieces",
  up: async (db, dialect) => {
    await db.schema
      .createTable("core_job_piece")
      .addColumn("job_id", "integer", (c) => c.notNull().references("core_job.id").onDelete("cascade"))
      .addColumn("side", "text", (c) => c.notNull())
      .addColumn("at", "integer", (c) => c.notNull())
      .addColumn("bytes", dialect.blob, (c) => c.notNull())
      .addPrimaryKeyConstraint("core_job_piece_once", ["job_id", "side", "at"])
      .execute();
    await copyPieces(db);
    await db.schema.alterTable("core_job_file").dropColumn("bytes").execute();
    await db.schema.alterTable("core_job").addColumn("kept", "text").execute();
    await db.schema.createIndex("core_job_finished").on("core_job").columns(["finished_at", "id"]).execute();
  },
};

async function copyPieces(
  // biome-ignore lint/suspicious/noExplicitAny: no present type describes the tables of a migration
  db: Kysely<any>,
): Promise<void> {
  const copied = sql`insert into core_job_piece (job_id, side, at, bytes) select job_id, side, 0, bytes from core_job_file`;
  await copied.execute(db);
}
