// Files of jobs: what one is given and what it makes, in pieces that are read and written one by one.
import { setImmediate as othersFirst } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { CoreTables } from "../../db/tables.ts";
import { pause } from "../../kernel/pause.ts";

const PIECE = 256 * 1024;
/** Pieces that are written together, where they come faster than they are written: each time waits for its turn, and for the disk. */
const AT_ONCE = 8;

export type Side = "input" | "output";

/** A file as it is handed over: whole, or in pieces as they come. */
export interface FileDraft {
  name: string;
  mediaType: string;
  bytes: Buffer | AsyncIterable<Buffer>;
}

/** Does one step of writing a file; of a job that another process has taken over, it throws instead. */
type Step = (write: (db: Kysely<CoreTables>) => Promise<void>) => Promise<void>;

/** The name of a file that is not whole yet: nobody finds it, and it goes when its time has come. */
const UNFINISHED = "";

/** Keeps a file, in place of the one that was there: a job that begins anew makes its file anew. It is found once it is whole. */
export async function keepFile(
  db: Kysely<CoreTables>,
  jobId: number,
  side: Side,
  file: FileDraft,
  step: Step = (write) => write(db),
): Promise<void> {
  await step((one) => forgetFile(one, jobId, side));
  await step((one) => keepName(one, jobId, side, { ...file, name: UNFINISHED }));
  const giveWay = pause();
  let at = 0;
  let waiting: Buffer[] = [];
  let isBusy = false;
  let written: Promise<void> = Promise.resolve();
  const write = () => {
    const [place, some] = [at, waiting];
    at += some.length;
    waiting = [];
    isBusy = true;
    written = step((one) => keepPieces(one, jobId, side, place, some)).finally(() => {
      isBusy = false;
    });
    // Heard of by the next ones, or at the end.
    written.catch(() => {});
  };
  try {
    for await (const bytes of inPieces(file.bytes)) {
      waiting.push(bytes);
      if (isBusy && waiting.length < AT_ONCE) continue;
      await written;
      write();
      await giveWay();
    }
    await written;
    if (waiting.length > 0) write();
    await written;
  } catch (error) {
    await written.catch(() => {});
    await step((one) => forgetFile(one, jobId, side)).catch(() => {});
    throw error;
  }
  await step((one) => keepName(one, jobId, side, file));
}

/** Adds to the end of a file; with its first bytes the file is there. */
export async function addToFile(db: Kysely<CoreTables>, jobId: number, side: Side, file: FileDraft): Promise<void> {
  await keepName(db, jobId, side, file);
  const { last } = await db
    .selectFrom("core_job_piece")
    .select((is) => is.fn.max("at").as("last"))
    .where("job_id", "=", jobId)
    .where("side", "=", side)
    .executeTakeFirstOrThrow();
  let at = last === null ? 0 : Number(last) + 1;
  for await (const bytes of inPieces(file.bytes)) await keepPieces(db, jobId, side, at++, [bytes]);
}

/** Name and kind of a file, if it is there. */
export function findFile(db: Kysely<CoreTables>, jobId: number, side: Side) {
  return db
    .selectFrom("core_job_file")
    .select(["name", "media_type"])
    .where("job_id", "=", jobId)
    .where("side", "=", side)
    .where("name", "<>", UNFINISHED)
    .executeTakeFirst();
}

/** Whether a file has begun to come and is not whole yet. */
export async function isUnderWay(db: Kysely<CoreTables>, jobId: number, side: Side): Promise<boolean> {
  const row = await db
    .selectFrom("core_job_file")
    .select("job_id")
    .where("job_id", "=", jobId)
    .where("side", "=", side)
    .where("name", "=", UNFINISHED)
    .executeTakeFirst();
  return row !== undefined;
}

/** The pieces of a file, each read when it is asked for. */
export async function* readFile(db: Kysely<CoreTables>, jobId: number, side: Side): AsyncGenerator<Buffer> {
  for (let at = 0; ; at++) {
    const piece = await db
      .selectFrom("core_job_piece")
      .select("bytes")
      .where("job_id", "=", jobId)
      .where("side", "=", side)
      .where("at", "=", at)
      .executeTakeFirst();
    if (!piece) return;
    // A reader thread hands bytes over without saying that they are a Buffer's.
    const { buffer, byteOffset, byteLength } = piece.bytes;
    yield Buffer.from(buffer, byteOffset, byteLength);
    // A connection that answers at once, and a reader that takes at once, would hold the event loop until the end.
    await othersFirst();
  }
}

/** Its length in bytes, which the database knows without reading them. */
export async function lengthOf(db: Kysely<CoreTables>, jobId: number, side: Side): Promise<number> {
  const { length } = await db
    .selectFrom("core_job_piece")
    .select(sql<number | null>`sum(length(bytes))`.as("length"))
    .where("job_id", "=", jobId)
    .where("side", "=", side)
    .executeTakeFirstOrThrow();
  return Number(length ?? 0);
}

/** Takes a file away piece by piece. */
export async function forgetFile(db: Kysely<CoreTables>, jobId: number, side: Side): Promise<void> {
  const giveWay = pause();
  for (;;) {
    const last = await db
      .selectFrom("core_job_piece")
      .select("at")
      .where("job_id", "=", jobId)
      .where("side", "=", side)
      .orderBy("at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!last) break;
    await db
      .deleteFrom("core_job_piece")
      .where("job_id", "=", jobId)
      .where("side", "=", side)
      .where("at", "=", last.at)
      .execute();
    await giveWay();
  }
  await db.deleteFrom("core_job_file").where("job_id", "=", jobId).where("side", "=", side).execute();
}

async function keepName(db: Kysely<CoreTables>, jobId: number, side: Side, file: FileDraft): Promise<void> {
  const named = { name: file.name, media_type: file.mediaType };
  await db
    .insertInto("core_job_file")
    .values({ job_id: jobId, side, ...named })
    .onConflict((conflict) => conflict.columns(["job_id", "side"]).doUpdateSet(named))
    .execute();
}

async function keepPieces(
  db: Kysely<CoreTables>,
  jobId: number,
  side: Side,
  at: number,
  pieces: readonly Buffer[],
): Promise<void> {
  const rows = pieces.map((bytes, next) => ({ job_id: jobId, side, at: at + next, bytes }));
  await db.insertInto("core_job_piece").values(rows).execute();
}

/** The same bytes in pieces of one size. */
async function* inPieces(bytes: Buffer | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(bytes)) {
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
    return;
  }
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const part of bytes) {
    waiting.push(part);
    length += part.length;
    if (length < PIECE) continue;
    const joined = Buffer.concat(waiting);
    let at = 0;
    for (; at + PIECE <= joined.length; at += PIECE) yield joined.subarray(at, at + PIECE);
    const rest = joined.subarray(at);
    waiting = rest.length > 0 ? [rest] : [];
    length = rest.length;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
