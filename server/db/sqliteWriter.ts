// A connection of SQLite that writes, in a thread of its own. Its statements run in the order in which they are sent, so that
// whoever has much to write sends the next ones before the last are done.
import { Worker } from "node:worker_threads";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { LAST_RESORT_PAGES } from "./checkpoints.ts";

/** Pages that it keeps in memory while it is there; an index that falls out of it is read again for each row. */
const CACHE_KB = 131_072;
/** What it may write before it brings it into the file: 64 MB. */
const MANY_PAGES = 16_000;

interface Answer {
  rows?: Record<string, unknown>[];
  changes?: number;
  lastInsertRowid?: number | bigint;
  error?: { message: string; code?: string };
}

interface Asked {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

export class SqliteWriter implements DatabaseConnection {
  private worker: Worker | undefined;
  /** In the order in which they were sent, which is that of the answers. */
  private readonly asked: Asked[] = [];

  private idle: NodeJS.Timeout | undefined;
  private isWithin = false;
  /** Why the transaction that is under way is gone: what is still sent for it must not be written without what went with it. */
  private gone: Error | undefined;

  /** The thread ends when nobody has had a turn for `keptMs`; the next statement has another one. Without it, it stays until it is closed. */
  constructor(
    private readonly path: string,
    private readonly keptMs?: number,
  ) {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // A copy that is not frozen: a frozen array goes to another thread key by key, at ten times the cost.
    const { rows = [], changes, lastInsertRowid } = await this.ask({ sql, parameters: [...parameters] });
    for (const row of rows) withBuffers(row);
    return {
      rows: rows as R[],
      ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }),
      ...(lastInsertRowid === undefined ? {} : { insertId: BigInt(lastInsertRowid) }),
    };
  }

  // biome-ignore lint/correctness/useYield: reading in a stream is not offered by this connection
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("The thread that writes answers whole results.");
  }

  /** At the end of a turn: brings what was written into the file, if it has become much. */
  async checkpoint(): Promise<void> {
    this.isWithin = false;
    this.gone = undefined;
    if (!this.worker) return;
    await this.ask({});
    if (this.keptMs !== undefined) this.idle = setTimeout(() => void this.close(), this.keptMs).unref();
  }

  async close(): Promise<void> {
    const { worker } = this;
    clearTimeout(this.idle);
    this.worker = undefined;
    if (!worker) return;
    const gone = new Promise((go) => worker.once("exit", go));
    worker.postMessage({ sql: null });
    await gone;
  }

  private ask(message: { sql?: string; parameters?: readonly unknown[] }): Promise<Answer> {
    clearTimeout(this.idle);
    if (message.sql === "begin") this.isWithin = true;
    else if (this.gone) return message.sql === "rollback" ? Promise.resolve({}) : Promise.reject(this.gone);
    this.worker ??= this.open();
    const { worker } = this;
    return new Promise((resolve, reject) => {
      // What cannot be sent throws here, and is answered by nobody.
      worker.postMessage(message);
      this.asked.push({ resolve, reject });
      if (this.asked.length === 1) worker.ref();
    });
  }

  private open(): Worker {
    const workerData = {
      path: this.path,
      cacheKb: CACHE_KB,
      manyPages: MANY_PAGES,
      lastResortPages: LAST_RESORT_PAGES,
    };
    const worker = new Worker(new URL("./writerWorker.mjs", import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    });
    worker.on("message", (answer: Answer) => {
      const asked = this.asked.shift();
      if (this.asked.length === 0) worker.unref();
      if (answer.error) asked?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }));
      else asked?.resolve(answer);
    });
    worker.on("error", (error: Error) => this.lose(worker, error));
    worker.on("exit", () => this.lose(worker, new Error("The thread that writes has ended")));
    worker.unref();
    return worker;
  }

  /** With the thread its transaction is gone; what comes after that has another thread. */
  private lose(worker: Worker, error: Error): void {
    if (this.worker && this.worker !== worker) return;
    this.worker = undefined;
    if (this.isWithin) this.gone ??= error;
    for (const { reject } of this.asked.splice(0)) reject(error);
  }
}

/** Bytes come from another thread as plain arrays of them. */
function withBuffers(row: Record<string, unknown>): void {
  for (const key in row) {
    const value = row[key];
    if (value instanceof Uint8Array) row[key] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}
