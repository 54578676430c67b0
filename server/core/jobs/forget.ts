// Takes away what jobs that have ended still tell of people: their files, what they were asked, and all of a result but its figures.
import type { Kysely } from "kysely";
import type { CoreTables } from "../../db/tables.ts";
import type { Db, Deps } from "../../kernel/context.ts";
import { pause } from "../../kernel/pause.ts";
import { coreTables } from "../accounts/coreTables.ts";
import { forgetFile, isUnderWay } from "./files.ts";
import type { JobRow } from "./jobs.ts";

const DAY_MS = 86_400_000;
/** As long as the files that jobs make. */
const KEPT_MS = 7 * DAY_MS;
const AT_ONCE = 50;
const A_MOMENT_MS = 60_000;

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** What an order may keep in words: by the name of its file is told where a value came from. */
const PLAIN = new Set(["name", "locale", "mode", "format", "kind"]);

/** Figures and instants stay; lists and texts may name somebody. */
export function withoutPeople(told: unknown): unknown {
  if (Array.isArray(told)) return [];
  if (typeof told === "string") return INSTANT.test(told) ? told : "";
  if (typeof told !== "object" || told === null) return told;
  return Object.fromEntries(Object.entries(told).map(([key, value]) => [key, withoutPeople(value)]));
}

/** Of what a job was started with, what leads from one job to another. */
function orderWithout(order: unknown): unknown {
  if (typeof order !== "object" || order === null || Array.isArray(order)) return null;
  const stays = ([key, value]: [string, unknown]) =>
    typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && PLAIN.has(key));
  return Object.fromEntries(Object.entries(order).filter(stays));
}

/** Empties all jobs of an app that have ended, but for the last one of a kind. Answers how many. */
export async function emptyJobs(
  db: Db,
  { appId, now, spared }: { appId: number; now: Date; spared: string },
): Promise<number> {
  const tables = coreTables(db);
  const { last: except } = await tables
    .selectFrom("core_job")
    .select(({ fn }) => fn.max("id").as("last"))
    .where("app_id", "=", appId)
    .where("kind", "=", spared)
    .executeTakeFirstOrThrow();
  const giveWay = pause();
  let count = 0;
  for (let after = 0; ; ) {
    const jobs = await tables
      .selectFrom("core_job")
      .select(["id", "payload", "result", "problem", "state", "created_at", "finished_at"])
      .where("app_id", "=", appId)
      .where("id", ">", after)
      .where("finished_at", "is not", null)
      .where("emptied_at", "is", null)
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    const last = jobs.at(-1);
    if (!last) return count;
    after = last.id;
    for (const job of jobs) {
      if (job.id === except || (await isComing(tables, job, now))) continue;
      await empty(tables, job, now);
      count += 1;
      await giveWay();
    }
  }
}

type Ended = Pick<JobRow, "id" | "payload" | "result" | "problem">;

/** What is being sent in is taken for called off until it is whole. */
async function isComing(
  db: Kysely<CoreTables>,
  job: Pick<JobRow, "id" | "state" | "created_at" | "finished_at">,
  now: Date,
): Promise<boolean> {
  if (job.state !== "cancelled" || job.finished_at !== job.created_at) return false;
  return Date.parse(job.created_at) > now.getTime() - A_MOMENT_MS || (await isUnderWay(db, job.id, "input"));
}

async function empty(db: Kysely<CoreTables>, { id, payload, result, problem }: Ended, now: Date): Promise<void> {
  for (const side of ["input", "output"] as const) await forgetFile(db, id, side);
  await db
    .updateTable("core_job")
    .set({
      payload: JSON.stringify(orderWithout(JSON.parse(payload))),
      result: result === null ? null : JSON.stringify(withoutPeople(JSON.parse(result))),
      error: null,
      // Its code names nobody; its reasons may.
      problem: problem === null ? null : JSON.stringify({ code: JSON.parse(problem).code }),
      kept: null,
      emptied_at: now.toISOString(),
    })
    .where("id", "=", id)
    .execute();
}

/** Empties jobs that ended long enough ago. Answers how many. */
export async function expireJobs({ database, now }: Pick<Deps, "database" | "now">): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS).toISOString();
  const old = await database.quick
    .selectFrom("core_job")
    .select(["id", "payload", "result", "problem"])
    .where("emptied_at", "is", null)
    .where("finished_at", "<", before)
    .orderBy("finished_at")
    .limit(AT_ONCE)
    .execute();
  for (const job of old) await empty(database.background, job, now());
  return old.length;
}
