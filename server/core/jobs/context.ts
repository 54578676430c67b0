// What a job is given to work with: its file, its person, and transactions that hold only as long as the job is ours.
import type { Kysely } from "kysely";
import { lineOf } from "../../db/line.ts";
import type { CoreTables } from "../../db/tables.ts";
import { allDone } from "../../kernel/allDone.ts";
import type { Db, Deps, Who } from "../../kernel/context.ts";
import type { JobContext } from "../../kernel/plugins.ts";
import { problem } from "../../kernel/problem.ts";
import { eventsLeftBy } from "../accounts/apiTokens.ts";
import { findUser } from "../accounts/repository.ts";
import { type AuditDraft, sendAudit, writeAudit } from "../audit/audit.ts";
import { writeLetter } from "../mail/mailer.ts";
import { addToFile, findFile, keepFile, readFile } from "./files.ts";
import {
  Cancelled,
  doneValues,
  type JobRow,
  type Kept,
  keptOf,
  Lost,
  leaseFrom,
  type Running,
  waitingValues,
} from "./jobs.ts";
import { mayOf } from "./owner.ts";
import { tokenMustStillBeAllowed } from "./stillAllowed.ts";
import { afterKeeping } from "./tries.ts";

/** On SQLite, where no other writer waits for the history alone, no more lines than these wait for the end of a transaction. */
const LINES_AT_ONCE = 1000;

/** What a transaction tells the history: lines that wait, those whose hashes are being made, and all that are on their way. */
interface Told {
  lines: AuditDraft[];
  sent: Promise<{ done: Promise<unknown> }> | undefined;
  written: Promise<void> | undefined;
}

/** The part of the server that jobs are run with, in its own thread or in another. */
export type JobDeps = Pick<Deps, "config" | "database" | "now" | "offered" | "speak">;

/** The context of a job that has just been taken by this process. */
export async function contextOf(deps: JobDeps, job: JobRow, running: Running): Promise<JobContext> {
  const { database } = deps;
  await tokenMustStillBeAllowed(database.quick, job);
  const who = await whoStarted(deps, job);
  const told = new WeakMap<Db, Told>();
  return {
    id: job.id,
    payload: JSON.parse(job.payload),
    appId: job.app_id,
    eventId: job.event_id ?? undefined,
    who,
    input: (of = job.id) => inputOf(database.read, job, of),
    kept: keptOf(job),
    db: database.write as unknown as Db,
    read: database.read as unknown as Db,
    dialect: database.dialect,
    inTransaction: (work, { last = false, keep, meanwhile } = {}) =>
      database.write.transaction().execute(async (transaction) => {
        const db = transaction as unknown as Db;
        // Told before anything is under way, so that nobody has to wait for it later.
        await lineOf(transaction as unknown as Kysely<never>);
        const said: Told = { lines: [], sent: undefined, written: undefined };
        told.set(db, said);
        const done = await work(db).catch(async (error) => {
          // Nothing may be sent any more when the transaction is taken back.
          await said.written?.catch(() => {});
          throw error;
        });
        await said.written;
        await writeAudit(deps, transaction, said.lines);
        running.abort.signal.throwIfAborted();
        await proveOurs(deps, transaction, job);
        await tokenMustStillBeAllowed(transaction, job);
        if (keep)
          await keepPlace(transaction, job, keep(), { progress: running.progress, lease_until: leaseFrom(deps.now()) });
        if (typeof last === "function" ? last() : last) await endJob(deps, transaction, job, done);
        // In a turn of its own, so that the commit is sent before.
        if (meanwhile) setImmediate(meanwhile);
        return done;
      }),
    isAwaited: () => database.queue?.isEmpty !== true,
    othersWait: async () =>
      (await waiting(database.read)
        .where("kind", "<>", job.kind)
        .where("payload", "<>", NOTHING)
        .executeTakeFirst()) !== undefined,
    follow: (db, kind, payload) => follow(deps, db as unknown as Kysely<CoreTables>, job, { kind, payload }),
    now: deps.now,
    speak: deps.speak,
    progress: (done) => {
      running.progress = Math.min(1, Math.max(running.progress, done));
      running.report();
    },
    signal: running.abort.signal,
    saveFile: (made) =>
      keepFile(database.write, job.id, "output", made, (write) =>
        database.write.transaction().execute(async (db) => {
          await proveOurs(deps, db, job);
          await tokenMustStillBeAllowed(db, job);
          await database.dialect.forgetPages(db as never);
          await write(db);
        }),
      ),
    offered: deps.offered,
    // The process that sends looks for letters every few seconds.
    mail: (db, draft) => writeLetter(db as unknown as Kysely<CoreTables>, deps, { appId: job.app_id, ...draft }),
    addToFile: (db, made) => addToFile(db as unknown as Kysely<CoreTables>, job.id, "output", made),
    audit: async (db, entry, eventId = job.event_id ?? undefined) => {
      const draft: AuditDraft = {
        entry,
        at: deps.now(),
        who,
        appId: job.app_id,
        eventId,
        requestId: `job-${job.id}`,
        actorKind: "job",
      };
      const said = told.get(db);
      if (said) {
        said.lines.push(draft);
        const isMuch = database.dialect.kind === "sqlite" && said.lines.length >= LINES_AT_ONCE;
        if (!isMuch) return;
        const { sent: before, written } = said;
        const lines = said.lines.splice(0);
        // They go on from the hashes of those before, whether or not these have been written by then.
        const sent = (async () => {
          await before;
          return sendAudit(deps, db as unknown as Kysely<CoreTables>, lines);
        })();
        said.sent = sent;
        said.written = allDone([written, sent.then(({ done }) => done)]);
        // Heard of before the commit.
        said.written.catch(() => {});
        await before;
      } else await database.write.transaction().execute((transaction) => writeAudit(deps, transaction, [draft]));
    },
  };
}

/** The payload of jobs that only follow others. */
const NOTHING = JSON.stringify(null);

const waiting = (db: Kysely<CoreTables>) =>
  db.selectFrom("core_job").select("id").where("state", "=", "queued").limit(1);

async function follow(
  { database, now }: JobDeps,
  db: Kysely<CoreTables>,
  { app_id, event_id, user_id, token_id }: JobRow,
  { kind, payload = null }: { kind: string; payload?: unknown },
) {
  if (payload === null) {
    const asked = waiting(db).where("kind", "=", kind).where("app_id", "is not distinct from", app_id);
    // It does not begin before what it is to find has committed.
    if (await (database.dialect.kind === "postgres" ? asked.forShare() : asked).executeTakeFirst()) return;
  }
  await db
    .insertInto("core_job")
    .values(waitingValues({ kind, app_id, event_id, user_id, token_id, payload }, now()))
    .execute();
}

/** A lease that ran out while the process stood still may be another's by now: then nothing of this commits. */
async function proveOurs({ database }: JobDeps, db: Kysely<CoreTables>, job: JobRow): Promise<void> {
  const asked = db.selectFrom("core_job").select(["worker", "state"]).where("id", "=", job.id);
  const row = await database.dialect.forUpdate(asked).executeTakeFirst();
  if (row?.state === "cancelled") throw new Cancelled();
  if (row?.worker !== job.worker) throw new Lost();
}

async function endJob({ now }: JobDeps, db: Kysely<CoreTables>, job: JobRow, result: unknown): Promise<void> {
  await db.updateTable("core_job").set(doneValues(now(), result)).where("id", "=", job.id).execute();
}

/** With its place it also says that it goes on. */
async function keepPlace(
  db: Kysely<CoreTables>,
  job: JobRow,
  place: Kept,
  going: Pick<JobRow, "progress" | "lease_until">,
): Promise<void> {
  const kept = JSON.stringify(place);
  await db
    .updateTable("core_job")
    .set({ kept, tries: afterKeeping(kept), ...going })
    .where("id", "=", job.id)
    .execute();
}

/** The file of this job, or of another one of the same person and event. */
async function* inputOf(db: Kysely<CoreTables>, job: JobRow, of: number): AsyncGenerator<Buffer> {
  const owner = await db
    .selectFrom("core_job")
    .select("id")
    .where("id", "=", of)
    .where("app_id", "=", job.app_id)
    .where("user_id", "=", job.user_id)
    .where("event_id", job.event_id === null ? "is" : "=", job.event_id)
    .executeTakeFirst();
  if (!owner || !(await findFile(db, of, "input"))) {
    throw problem("not_found", { message: "The file is no longer kept; send it again", text: "problem:said.file" });
  }
  yield* readFile(db, of, "input");
}

/** The person who started the job, with what they may do now; by a token no more than that may. */
async function whoStarted({ database }: JobDeps, job: JobRow): Promise<Who> {
  const user = await findUser(database.quick, job.user_id);
  const may = await mayOf(database.quick, job);
  const events = may.allowedEvents;
  return {
    id: job.user_id,
    email: user?.email ?? "",
    firstName: user?.first_name ?? "",
    lastName: user?.last_name ?? "",
    sessionId: 0,
    ...may,
    allowedEvents: job.token_id === null ? events : await eventsLeftBy(database.quick, job.token_id, events),
  };
}
