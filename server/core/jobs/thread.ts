// Runs jobs in a thread of its own, so that reading a workbook or writing a million rows never holds the event loop.
// The thread has its own connections; on SQLite it asks this thread for its turn before it writes.
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/open.ts";
import { turnOf } from "../../db/turns.ts";
import { type ProblemDetail, ProblemError } from "../../kernel/problem.ts";
import { Cancelled, type JobRow, Lost, type Running, Stopping } from "./jobs.ts";

const IDLE_MS = 60_000;
/** The same where memory matters: soon enough that whoever fetches the file comes after it, and late enough for a job that waits. */
const THRIFTY_IDLE_MS = 100;
/** Room for what is soon forgotten: rows that are done with by the next block are not copied about. */
const YOUNG_MB = 96;
/** What is older is not looked through before it is that much: V8 would begin with a few megabytes, and do so all the time. */
const OLD_MB = 128;
/** The same for jobs that hold only few rows at a time. */
const THRIFTY_YOUNG_MB = 4;
const HEAP_MB = 512;

/** What the thread begins with. */
export interface ThreadBasis {
  config: Config;
  root: string;
  queue: SharedArrayBuffer | undefined;
  isThrifty: boolean;
}

/** What the thread is told. What is said of a job names it: the next one may have begun by then. */
export type ToThread =
  | { say: "run"; job: JobRow }
  | { say: "abort"; of: number; reason: Ending }
  | { say: "turn" }
  | { say: "close" };

/** What the thread tells. */
export type FromThread =
  | { say: "turn" }
  | { say: "turn-over" }
  | { say: "progress"; of: number; done: number }
  | { say: "done"; of: number; result: unknown }
  | { say: "failed"; of: number; error: Failure };

export type Ending = "cancelled" | "stopping" | "lost";
export type Failure =
  | { ending: Ending }
  | { code: string; detail: ProblemDetail }
  | { message: string; stack?: string | undefined; cause?: unknown };

const ENDINGS = { cancelled: Cancelled, stopping: Stopping, lost: Lost } as const;

/** How an error is told across the threads. */
export function failureOf(error: unknown): Failure {
  for (const [ending, kind] of Object.entries(ENDINGS)) if (error instanceof kind) return { ending: ending as Ending };
  if (error instanceof ProblemError) return { code: error.code, detail: error.detail };
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  return { message, stack, cause: "code" in error ? String(error.code) : undefined };
}

/** The error that was told. */
export function errorOf(failure: Failure): Error {
  if ("ending" in failure) return new ENDINGS[failure.ending]();
  if ("code" in failure) return new ProblemError(failure.code, failure.detail);
  const { message, stack, cause } = failure;
  return Object.assign(new Error(message), stack && { stack }, cause && { code: cause });
}

interface UnderWay {
  running: Running;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** One thread, made for the first job and ended when none has come for a while. */
export class JobThread {
  private worker: Worker | undefined;
  private underWay: UnderWay | undefined;
  private endTurn: (() => void) | undefined;
  private idle: NodeJS.Timeout | undefined;
  private isThrifty = false;

  constructor(
    private readonly config: Config,
    private readonly root: string,
    private readonly database: Database,
    /** What runs in the thread, and its memory for what stays, in megabytes. */
    private readonly basis: { script: URL; heap: number } = {
      script: new URL("./jobWorker.mjs", import.meta.url),
      heap: HEAP_MB,
    },
  ) {}

  /** Answers the job's result, or throws what its handler threw. */
  async run(job: JobRow, running: Running, isThrifty = false): Promise<unknown> {
    if (this.isThrifty !== isThrifty) await this.close();
    running.abort.signal.throwIfAborted();
    clearTimeout(this.idle);
    this.isThrifty = isThrifty;
    const worker = this.worker ?? this.open();
    const abort = () => this.tell({ say: "abort", of: job.id, reason: endingOf(running.abort.signal.reason) });
    running.abort.signal.addEventListener("abort", abort);
    const done = new Promise<unknown>((resolve, reject) => {
      this.underWay = { running, resolve, reject };
    });
    worker.ref();
    this.tell({ say: "run", job });
    return done.finally(() => {
      running.abort.signal.removeEventListener("abort", abort);
      this.underWay = undefined;
      this.worker?.unref();
      this.idle = setTimeout(() => void this.close(), isThrifty ? THRIFTY_IDLE_MS : IDLE_MS).unref();
    });
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    clearTimeout(this.idle);
    const worker = this.worker;
    this.worker = undefined;
    if (!worker) return;
    const gone = new Promise((go) => worker.once("exit", go));
    worker.postMessage({ say: "close" } satisfies ToThread);
    await gone;
  }

  private open(): Worker {
    const { script, heap } = this.basis;
    const young = this.isThrifty ? THRIFTY_YOUNG_MB : YOUNG_MB;
    // It is read when the thread makes its heap.
    if (!this.isThrifty) setFlagsFromString(`--initial-old-space-size=${OLD_MB}`);
    const worker = new Worker(script, {
      workerData: {
        config: this.config,
        root: this.root,
        queue: this.database.queue?.shared,
        isThrifty: this.isThrifty,
      } satisfies ThreadBasis,
      resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: young },
    });
    for (const moment of ["online", "exit"])
      worker.once(moment, () => setFlagsFromString("--initial-old-space-size=0"));
    worker.on("message", (message: FromThread) => this.hear(message));
    worker.on("error", (error: Error) => this.fail(worker, error));
    worker.on("exit", () => this.fail(worker, new Error("The thread of the jobs ended")));
    this.worker = worker;
    return worker;
  }

  private tell(message: ToThread): void {
    this.worker?.postMessage(message);
  }

  private hear(message: FromThread): void {
    const { underWay } = this;
    if (message.say === "turn") this.lendTurn().catch((error) => underWay?.reject(error));
    else if (message.say === "turn-over") this.endTurn?.();
    else if (message.of !== underWay?.running.id) return;
    else if (message.say === "progress") {
      underWay.running.progress = message.done;
      underWay.running.report();
    } else if (message.say === "done") underWay.resolve(message.result);
    else underWay.reject(errorOf(message.error));
  }

  private async lendTurn(): Promise<void> {
    this.endTurn = await turnOf(this.database.write)();
    if (!this.worker) this.endTurn();
    this.tell({ say: "turn" });
  }

  private fail(worker: Worker, error: Error): void {
    // One that was idle ends while the next is at work.
    if (this.worker && this.worker !== worker) return;
    this.worker = undefined;
    this.endTurn?.();
    this.underWay?.reject(error);
  }
}

function endingOf(reason: unknown): Ending {
  return reason instanceof Lost ? "lost" : reason instanceof Stopping ? "stopping" : "cancelled";
}
