// How often a job is begun. The count stands in its row: it is one for all processes, and outlives those that the job ends.
import { type Kysely, sql } from "kysely";
import type { CoreTables } from "../../db/tables.ts";
import { faultOf, type ProblemError, problem } from "../../kernel/problem.ts";
import { Cancelled } from "./jobs.ts";

/** How often a job is begun that gets no further, and how much longer it waits each time that the database failed it. */
export const TRIES = 5;
const AGAIN_MS = 5000;
/** Its code is no longer there: another version stands where this one runs. */
const MISSING = ["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"];

/** It is being begun. */
export const oneMore = sql<number>`tries + 1`;
/** It was not in vain: the server stops, or does not have its code. */
export const oneLess = sql<number>`tries - 1`;
/** It has kept a place; at another one than before it has got further, and what it met by then no longer counts. */
export const afterKeeping = (kept: string) => sql<number>`case when kept = ${kept} then tries else 1 end`;

/** Whether only another start of the server can do it. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && MISSING.includes(String(error.code));
}

/** Whether what belongs to its end broke, or ended its process, as often as the job itself: then it ends without that. */
export const isEndless = (tries: number): boolean => tries > 2 * TRIES;

/** After how long a job that a fault of the database ended is begun again; undefined where it failed. */
export async function waitAfter(db: Kysely<CoreTables>, id: number, error: unknown): Promise<number | undefined> {
  if (!(error instanceof Error) || error instanceof Cancelled || !faultOf(error)?.isPassing) return undefined;
  const row = await db.selectFrom("core_job").select("tries").where("id", "=", id).executeTakeFirst();
  const tries = row?.tries ?? TRIES;
  return tries < TRIES ? tries * AGAIN_MS : undefined;
}

/** What is told of a job in whose midst its process ended without a word each time that it was begun. */
export function killed(): ProblemError {
  const message =
    "The server ended five times in the middle of this work, which is therefore not begun again. Please tell whoever runs it";
  return problem("unexpected", { message, text: "problem:said.killed" });
}
