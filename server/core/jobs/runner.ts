// Runs long work behind the requests: each job is taken once, by one process, and survives a stop of the server.
import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { CoreTables, JobTable } from "../../db/tables.ts";
import type { Db, Deps, JobDraft, Who } from "../../kernel/context.ts";
import type { JobContext, JobHandler } from "../../kernel/plugins.ts";
import { ProblemError } from "../../kernel/problem.ts";
import { findMembership, findUser } from "../accounts/repository.ts";
import { writeAudit } from "../audit/audit.ts";
import { permissionsOf } from "../roles/roles.ts";

const POLL_MS = 1000;
const LEASE_MS = 30_000;

export type JobRow = Selectable<JobTable>;

interface Running {
  id: number;
  progress: number;
  abort: AbortController;
}

/** One runner a process. `start` begins to take jobs, `stop` gives the one under way back. */
export class JobRunner {
  private readonly worker = randomUUID();
  private handlers: Readonly<Record<string, JobHandler>> = {};
  private deps: Deps | undefined;
  private timer: NodeJS.Timeout | undefined;
  private running: Running | undefined;
  private loop: Promise<void> | undefined;
  private stopped = false;

  /** Begins to take jobs of these kinds. */
  start(deps: Deps, handlers: Readonly<Record<string, JobHandler>>): void {
    this.deps = deps;
    this.handlers = handlers;
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.timer.unref();
    void this.takeUpAgain(deps).finally(() => this.wake());
  }

  /** SQLite has one process: what is running at its start was cut off by a kill. PostgreSQL waits for the lease. */
  private async takeUpAgain({ database }: Deps): Promise<void> {
    if (database.dialect.kind !== "sqlite") return;
    const lost = { state: "queued", worker: null, lease_until: null };
    await database.write.updateTable("core_job").set(lost).where("state", "=", "running").execute();
  }

  /** Stops taking jobs; the one under way is aborted and waits for the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    this.running?.abort.abort(new Stopping());
    await this.loop;
  }

  /** Writes a job into the transaction of its request; it is taken once that has committed. */
  async enqueue(
    db: Kysely<CoreTables>,
    draft: JobDraft & { appId: number; eventId: number | undefined; userId: number; at: Date },
  ): Promise<{ id: number; state: "queued" }> {
    const { id } = await db
      .insertInto("core_job")
      .values({
        kind: draft.kind,
        app_id: draft.appId,
        event_id: draft.eventId ?? null,
        user_id: draft.userId,
        state: "queued",
        progress: 0,
        payload: JSON.stringify(draft.payload ?? null),
        result: null,
        error: null,
        worker: null,
        lease_until: null,
        created_at: draft.at.toISOString(),
        finished_at: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (draft.file) await keepFile(db, id, "input", draft.file);
    return { id, state: "queued" };
  }

  /** Looks for work now instead of at the next poll. */
  wake(): void {
    if (this.loop || this.stopped || !this.deps) return;
    this.loop = this.work(this.deps).finally(() => {
      this.loop = undefined;
    });
  }

  /** How far the job under way in this process is; undefined for any other. */
  progressOf(id: number): number | undefined {
    return this.running?.id === id ? this.running.progress : undefined;
  }

  /** Aborts the job if it runs in this process. */
  cancel(id: number): void {
    if (this.running?.id === id) this.running.abort.abort(new Cancelled());
  }

  private async work(deps: Deps): Promise<void> {
    try {
      for (;;) {
        const job = this.stopped ? undefined : await this.take(deps);
        if (!job) return;
        await this.run(deps, job);
      }
    } catch {
      // The database is away or busy: the next poll tries again, and each job tells of its own failure.
    }
  }

  private async take({ database, now }: Deps): Promise<JobRow | undefined> {
    const at = now();
    const waiting = await database.quick
      .selectFrom("core_job")
      .select("id")
      .where((is) =>
        is.or([is("state", "=", "queued"), is.and([is("state", "=", "running"), is("lease_until", "<", at.toISOString())])]),
      )
      .where("kind", "in", [...Object.keys(this.handlers), ""])
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!waiting) return undefined;
    return database.write
      .updateTable("core_job")
      .set({ state: "running", worker: this.worker, lease_until: leaseFrom(at) })
      .where("id", "=", waiting.id)
      .where((is) => is.or([is("state", "=", "queued"), is("lease_until", "<", at.toISOString())]))
      .returningAll()
      .executeTakeFirst();
  }

  private async run(deps: Deps, job: JobRow): Promise<void> {
    const running: Running = { id: job.id, progress: 0, abort: new AbortController() };
    this.running = running;
    const lease = setInterval(() => void this.prolong(deps, running), LEASE_MS / 3);
    try {
      const handler = this.handlers[job.kind] as JobHandler;
      const result = await handler(await contextOf(deps, job, running));
      await finish(deps, job.id, { state: "done", progress: 1, result: JSON.stringify(result ?? null) });
    } catch (error) {
      await this.failed(deps, job, running.abort.signal.reason ?? error);
    } finally {
      clearInterval(lease);
      this.running = undefined;
    }
  }

  private async failed(deps: Deps, job: JobRow, error: unknown): Promise<void> {
    if (error instanceof Stopping) {
      await deps.database.write
        .updateTable("core_job")
        .set({ state: "queued", worker: null, lease_until: null })
        .where("id", "=", job.id)
        .execute();
    } else if (error instanceof Cancelled) {
      await finish(deps, job.id, { state: "cancelled" });
    } else if (error instanceof ProblemError) {
      const fields = Object.values(error.detail.fields ?? {});
      const { result } = error.detail;
      const report = result === undefined ? {} : { result: JSON.stringify(result) };
      await finish(deps, job.id, { state: "failed", error: [error.message, ...fields].join(": "), ...report });
    } else {
      await finish(deps, job.id, { state: "failed", error: "Something went wrong on our side" });
    }
  }

  private async prolong({ database, now }: Deps, running: Running): Promise<void> {
    try {
      const row = await database.quick.selectFrom("core_job").select("state").where("id", "=", running.id).executeTakeFirst();
      if (row?.state === "cancelled") running.abort.abort(new Cancelled());
      await database.write
        .updateTable("core_job")
        .set({ lease_until: leaseFrom(now()), progress: running.progress })
        .where("id", "=", running.id)
        .where("state", "=", "running")
        .execute();
    } catch {
      // Tried again at the next turn.
    }
  }
}

class Cancelled extends Error {}
class Stopping extends Error {}

function leaseFrom(at: Date): string {
  return new Date(at.getTime() + LEASE_MS).toISOString();
}

async function finish(
  { database, now }: Deps,
  id: number,
  set: { state: string; progress?: number; result?: string; error?: string },
): Promise<void> {
  await database.write
    .updateTable("core_job")
    .set({ ...set, worker: null, lease_until: null, finished_at: now().toISOString() })
    .where("id", "=", id)
    .execute();
}

async function keepFile(
  db: Kysely<CoreTables>,
  jobId: number,
  side: "input" | "output",
  file: { name: string; mediaType: string; bytes: Buffer },
): Promise<void> {
  await db
    .insertInto("core_job_file")
    .values({ job_id: jobId, side, name: file.name, media_type: file.mediaType, bytes: file.bytes })
    .execute();
}

async function contextOf(deps: Deps, job: JobRow, running: Running): Promise<JobContext> {
  const { database } = deps;
  const file = await database.read
    .selectFrom("core_job_file")
    .select("bytes")
    .where("job_id", "=", job.id)
    .where("side", "=", "input")
    .executeTakeFirst();
  const who = await whoStarted(deps, job);
  return {
    id: job.id,
    payload: JSON.parse(job.payload),
    appId: job.app_id,
    eventId: job.event_id ?? undefined,
    who,
    file: file ? Buffer.from(file.bytes) : undefined,
    db: database.write as unknown as Db,
    read: database.read as unknown as Db,
    dialect: database.dialect,
    inTransaction: (work) =>
      database.write.transaction().execute(async (db) => {
        const done = await work(db as unknown as Db);
        running.abort.signal.throwIfAborted();
        return done;
      }),
    now: deps.now,
    progress: (done) => {
      running.progress = Math.min(1, Math.max(running.progress, done));
    },
    signal: running.abort.signal,
    saveFile: (made) => keepFile(database.write, job.id, "output", made),
    audit: (db, entry) =>
      writeAudit(deps, db as unknown as Kysely<CoreTables>, {
        entry,
        at: deps.now(),
        who,
        appId: job.app_id,
        eventId: job.event_id ?? undefined,
        requestId: `job-${job.id}`,
        actorKind: "job",
      }),
  };
}

/** The person who started the job, with what they may do now. */
async function whoStarted({ database }: Deps, job: JobRow): Promise<Who> {
  const user = await findUser(database.quick, job.user_id);
  const membership = await findMembership(database.quick, job.user_id, job.app_id);
  const roleId = membership?.disabled_at ? 9999 : (membership?.role_id ?? 9999);
  return {
    id: job.user_id,
    email: user?.email ?? "",
    firstName: user?.first_name ?? "",
    lastName: user?.last_name ?? "",
    sessionId: 0,
    accessRole: roleId,
    permissions: permissionsOf(roleId, membership?.permissions ?? null),
    allowedEvents: membership ? (JSON.parse(membership.allowed_events) as number[]) : [],
  };
}
