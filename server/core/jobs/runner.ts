// Runs long work behind the requests: each job is taken once, by one process, and survives a stop of the server.
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { CoreTables } from "../../db/tables.ts";
import type { Deps, JobDraft } from "../../kernel/context.ts";
import type { JobHandler, ServerPlugin } from "../../kernel/plugins.ts";
import { faultOf, ProblemError } from "../../kernel/problem.ts";
import { expireReplies } from "../idempotency/idempotency.ts";
import { expireLetters } from "../mail/repository.ts";
import { contextOf } from "./context.ts";
import { expireFiles } from "./expiry.ts";
import { keepFile } from "./files.ts";
import { expireJobs } from "./forget.ts";
import {
  Cancelled,
  doneValues,
  type JobRow,
  LEASE_MS,
  Lost,
  leaseFrom,
  putBack,
  type Running,
  Stopping,
  waitingValues,
  whyFailed,
} from "./jobs.ts";
import type { JobThread } from "./thread.ts";
import { reportOf, tidyContext } from "./tidy.ts";
import { isEndless, isMissing, killed, oneLess, oneMore, TRIES, waitAfter } from "./tries.ts";

const POLL_MS = 1000;
/** How often the lease of a job is looked at. */
const PROLONG_MS = LEASE_MS / 3;
const REPORT_MS = 500;
const REMEMBERED = 1000;
const TIDY_MS = 60_000;

/** One runner a process. `start` begins to take jobs, `stop` gives the one under way back. */
export class JobRunner {
  private readonly worker = randomUUID();
  private handlers: Readonly<Record<string, JobHandler>> = {};
  private deps: Deps | undefined;
  private timer: NodeJS.Timeout | undefined;
  private running: Running | undefined;
  private takenUp: Promise<void> | undefined;
  private loop: Promise<void> | undefined;
  private stopped = false;
  /** How far the jobs of other processes are, as far as they told. */
  private readonly elsewhere = new Map<number, number>();
  private silences: (() => void)[] = [];
  private tidying: NodeJS.Timeout | undefined;

  /** Without a thread, jobs run in this one and give way on their own. */
  constructor(private readonly thread?: JobThread) {}

  /** Begins to take jobs of these kinds. */
  start(
    deps: Deps,
    handlers: Readonly<Record<string, JobHandler>>,
    tidies: readonly NonNullable<ServerPlugin["tidy"]>[] = [],
  ): void {
    const { channel } = deps.database;
    this.deps = deps;
    this.handlers = handlers;
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.timer.unref();
    this.tidying = setInterval(() => void this.tidy(deps, tidies), TIDY_MS).unref();
    this.silences = [
      channel.on("job-waiting", () => this.wake()),
      channel.on("job-cancelled", (id) => this.abort(Number(id))),
      channel.on("job-progress", (text) => this.remember(text)),
    ];
    this.takenUp = this.takeUpAgain(deps)
      .catch((error) => reportOf(deps, error, "Jobs that were cut off wait for the end of their lease"))
      .finally(() => this.wake());
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
    clearInterval(this.tidying);
    for (const silence of this.silences) silence();
    this.running?.abort.abort(new Stopping());
    await this.takenUp;
    await this.loop;
    await this.thread?.close();
  }

  /** Takes away what is no longer wanted. What fails now is tried again at the next turn. */
  private async tidy(deps: Deps, tidies: readonly NonNullable<ServerPlugin["tidy"]>[]): Promise<void> {
    const expiries = [expireFiles, expireJobs, expireLetters, expireReplies].map((expire) => () => expire(deps));
    const steps: (() => Promise<unknown>)[] = [...expiries, ...tidies.map((tidy) => () => tidy(tidyContext(deps)))];
    for (const step of steps) {
      if (this.stopped) return;
      // Cut off by the end of the process it has not failed.
      await step().catch((error) => this.stopped || reportOf(deps, error, "Tidying up failed"));
    }
  }

  /**
   * Writes a job into the transaction of its request; it is taken once that has committed. One whose file comes in pieces is
   * written without a transaction, and is taken for called off until its file is whole.
   */
  async enqueue(
    db: Kysely<CoreTables>,
    draft: JobDraft & {
      appId: number;
      eventId: number | undefined;
      userId: number;
      tokenId?: number | undefined;
      /** What the token was asked for. */
      scope?: string | undefined;
      at: Date;
    },
  ): Promise<{ id: number; state: "queued" }> {
    const { kind, payload, appId: app_id, eventId: event_id = null, userId: user_id, tokenId: token_id = null } = draft;
    const scope = this.handlers[kind]?.asksAgain && token_id !== null ? (draft.scope ?? null) : null;
    const values = waitingValues({ kind, app_id, event_id, user_id, token_id, scope, payload }, draft.at);
    const isStreamed = draft.file !== undefined && !db.isTransaction;
    const { id } = await db
      .insertInto("core_job")
      .values({ ...values, ...(isStreamed ? { state: "cancelled", finished_at: draft.at.toISOString() } : {}) })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (!draft.file) return { id, state: "queued" };
    try {
      await keepFile(db, id, "input", draft.file);
    } catch (error) {
      if (isStreamed) await db.deleteFrom("core_job").where("id", "=", id).execute();
      throw error;
    }
    if (isStreamed) await db.updateTable("core_job").set(values).where("id", "=", id).execute();
    return { id, state: "queued" };
  }

  /** Looks for work now instead of at the next poll. */
  wake(): void {
    if (this.loop || this.stopped || !this.deps) return;
    this.loop = this.work(this.deps).finally(() => {
      this.loop = undefined;
    });
  }

  /** Has every process look for work: whoever is free takes it. */
  announce(): void {
    this.deps?.database.channel.tell("job-waiting", "");
    this.wake();
  }

  /** How far a job under way is, here or as another process told; undefined when nobody has. */
  progressOf(id: number): number | undefined {
    return this.running?.id === id ? this.running.progress : this.elsewhere.get(id);
  }

  /** What belongs to the end of a job that was called off or broke; answers whether another one waits to put back what it did. */
  async endEarly(db: Kysely<CoreTables>, job: JobRow, at: Date): Promise<boolean> {
    const { release, putBackBy } = this.handlers[job.kind] ?? {};
    const { database, offered } = this.deps as Deps;
    const around = { eventId: job.event_id ?? undefined, dialect: database.dialect, offered };
    await release?.(db as never, JSON.parse(job.payload), at, around);
    return putBack(db, job, putBackBy, at);
  }

  /** Whether a job of this kind is one transaction. */
  isWhole(kind: string): boolean {
    return this.handlers[kind]?.isWhole === true;
  }

  /** The kinds of jobs that nobody calls off, since they put back what others did. */
  get puttingBack(): string[] {
    return Object.values(this.handlers).flatMap(({ putBackBy = [] }) => putBackBy);
  }

  /** Aborts the job in whichever process it runs. */
  cancel(id: number): void {
    this.abort(id);
    this.deps?.database.channel.tell("job-cancelled", String(id));
  }

  private abort(id: number): void {
    if (this.running?.id === id) this.running.abort.abort(new Cancelled());
  }

  private remember(text: string): void {
    const [id, progress] = text.split(" ").map(Number) as [number, number];
    this.elsewhere.delete(id);
    this.elsewhere.set(id, progress);
    if (this.elsewhere.size > REMEMBERED) this.elsewhere.delete(this.elsewhere.keys().next().value as number);
  }

  private async work(deps: Deps): Promise<void> {
    try {
      for (;;) {
        const job = this.stopped ? undefined : await this.take(deps);
        if (!job) return;
        await this.run(deps, job);
      }
    } catch (error) {
      // Where the database is away or busy, the next poll tries again, and each job tells of its own failure.
      const isPassing = error instanceof Error && faultOf(error)?.isPassing;
      if (!isPassing && !this.stopped) reportOf(deps, error, "The end of a job could not be written");
    }
  }

  private waiting(db: Kysely<CoreTables>, at: string) {
    return db
      .selectFrom("core_job")
      .select("id")
      .where((is) =>
        is.or([is("state", "=", "queued"), is.and([is("state", "=", "running"), is("lease_until", "<", at)])]),
      )
      .where("kind", "in", [...Object.keys(this.handlers), ""])
      .orderBy("id")
      .limit(1);
  }

  private async take({ database, now }: Deps): Promise<JobRow | undefined> {
    const at = now();
    // Most looks find nothing and need no transaction.
    if (!(await this.waiting(database.quick, at.toISOString()).executeTakeFirst())) return undefined;
    return database.write.transaction().execute(async (db) => {
      const free = await database.dialect.skipLocked(this.waiting(db, at.toISOString())).executeTakeFirst();
      if (!free) return undefined;
      return db
        .updateTable("core_job")
        .set({ state: "running", worker: this.worker, lease_until: leaseFrom(at), tries: oneMore })
        .where("id", "=", free.id)
        .returningAll()
        .executeTakeFirst();
    });
  }

  private async run(deps: Deps, job: JobRow): Promise<void> {
    if (job.tries > TRIES) {
      reportOf(deps, killed(), `Job ${job.id} (${job.kind}) is not begun again`);
      return this.failed(deps, job, killed());
    }
    const running: Running = {
      id: job.id,
      progress: 0,
      abort: new AbortController(),
      report: this.reporter(deps, job.id),
    };
    this.running = running;
    const lease = setInterval(() => void this.prolong(deps, running), PROLONG_MS);
    try {
      const handler = this.handlers[job.kind] as JobHandler;
      const work = this.thread
        ? this.thread.run(job, running, handler.isThrifty)
        : handler(await contextOf(deps, job, running));
      await this.finish(deps, job, doneValues(deps.now(), await work));
    } catch (error) {
      await this.failed(deps, job, running.abort.signal.reason ?? error);
    } finally {
      clearInterval(lease);
      this.running = undefined;
    }
  }

  private reporter({ database }: Deps, id: number): () => void {
    let last = 0;
    return () => {
      if (Date.now() - last < REPORT_MS) return;
      last = Date.now();
      database.channel.tell("job-progress", `${id} ${this.running?.progress ?? 0}`);
    };
  }

  private async failed(deps: Deps, job: JobRow, error: unknown): Promise<void> {
    if (error instanceof Lost) return;
    if (error instanceof Stopping) {
      await deps.database.write
        .updateTable("core_job")
        .set({ state: "queued", worker: null, lease_until: null, tries: oneLess })
        .where("id", "=", job.id)
        .where("worker", "=", this.worker)
        .where("state", "=", "running")
        .execute();
      return;
    }
    const isElsewhere = isMissing(error);
    const wait = isElsewhere ? LEASE_MS : await waitAfter(deps.database.quick, job.id, error);
    if (wait !== undefined) {
      reportOf(deps, error, `Job ${job.id} (${job.kind}) broke and is tried again`);
      // As one whose process was killed: whoever is free takes it up when its lease has ended.
      await deps.database.write
        .updateTable("core_job")
        .set({
          worker: null,
          lease_until: new Date(deps.now().getTime() + wait).toISOString(),
          ...(isElsewhere && { tries: oneLess }),
        })
        .where("id", "=", job.id)
        .where("worker", "=", this.worker)
        .where("state", "=", "running")
        .execute();
      return;
    }
    const ended = { worker: null, lease_until: null, finished_at: deps.now().toISOString() };
    if (error instanceof Cancelled) {
      await this.finish(deps, job, { ...ended, state: "cancelled" });
      return;
    }
    if (!(error instanceof ProblemError)) reportOf(deps, error, `Job ${job.id} (${job.kind}) broke`);
    await this.finish(deps, job, { ...ended, state: "failed", ...whyFailed(error, deps.endpoints()) });
  }

  /**
   * Only the process that has the job may end it; one that was ended by its last transaction is left as it is. One that was
   * called off after its last commit stays so, since that is what was said to whoever did it, and tells what it had done.
   */
  private async finish({ database, now }: Deps, { id, kind, tries }: JobRow, set: Partial<JobRow>): Promise<void> {
    await database.write.transaction().execute(async (db) => {
      const ours = db.updateTable("core_job").where("id", "=", id).where("worker", "=", this.worker);
      const ended = await ours.set(set).where("state", "=", "running").returningAll().executeTakeFirst();
      if (ended) {
        if (ended.state !== "done" && !isEndless(tries)) await this.endEarly(db, ended, now());
        return;
      }
      // What belongs to its end has been done by whoever called it off; what is put back is no result.
      const isPutBack = this.handlers[kind]?.putBackBy !== undefined;
      const told = isPutBack || set.result === undefined ? {} : { result: set.result };
      await ours.set({ worker: null, lease_until: null, ...told }).execute();
    });
  }

  private async prolong({ database, now }: Deps, running: Running): Promise<void> {
    try {
      const isProlonged = await database.quick
        .selectFrom("core_job")
        .select("id")
        .where("id", "=", running.id)
        .where("worker", "=", this.worker)
        .where("state", "=", "running")
        .where("lease_until", ">", new Date(now().getTime() + LEASE_MS - PROLONG_MS).toISOString())
        .executeTakeFirst();
      // With what it has committed: whoever waits for a turn to write ends the transaction of an import.
      if (isProlonged) return;
      const kept = await database.write
        .updateTable("core_job")
        .set({ lease_until: leaseFrom(now()), progress: running.progress })
        .where("id", "=", running.id)
        .where("worker", "=", this.worker)
        .where("state", "=", "running")
        .returning("id")
        .executeTakeFirst();
      if (kept) return;
      const row = await database.quick
        .selectFrom("core_job")
        .select("state")
        .where("id", "=", running.id)
        .executeTakeFirst();
      running.abort.abort(row?.state === "cancelled" ? new Cancelled() : new Lost());
    } catch {
      // Tried again at the next turn.
    }
  }
}
