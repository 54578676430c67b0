// A Kysely driver whose connections are worker threads with a read-only SQLite connection each.
import { Worker } from "node:worker_threads";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { isSlow } from "./lane.ts";

interface Answer {
  id: number;
  rows?: unknown[];
  error?: { message: string; code?: string };
}

interface Waiting {
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
}

class Reader {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(script: URL, path: string) {
    this.worker = new Worker(script, { workerData: { path }, resourceLimits: { maxOldGenerationSizeMb: 128 } });
    this.worker.on("message", (answer: Answer) => this.settle(answer));
    this.worker.on("error", (error: Error) => this.fail(error));
    this.worker.unref();
  }

  get busy(): number {
    return this.waiting.size;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: (rows) => resolve({ rows: rows as R[] }), reject });
      if (this.waiting.size === 1) this.worker.ref();
      this.worker.postMessage({ id, sql: query.sql, parameters: query.parameters });
    });
  }

  /** Brings what was written into the file; nobody waits for it. */
  checkpoint(): void {
    this.worker.postMessage({ checkpoint: true });
  }

  stop(): void {
    this.worker.postMessage({ sql: null });
  }

  private settle(answer: Answer): void {
    const asked = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (this.waiting.size === 0) this.worker.unref();
    if (answer.error) asked?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }));
    else asked?.resolve(answer.rows ?? []);
  }

  private fail(error: Error): void {
    for (const asked of this.waiting.values()) asked.reject(error);
    this.waiting.clear();
  }
}

/** Threads that come when they are needed: each costs memory and some milliseconds. */
class Readers implements DatabaseConnection {
  private readonly quick: Reader[] = [];
  private slow: Reader | undefined;

  constructor(
    private readonly start: () => Reader,
    private readonly count: number,
  ) {}

  /** What may take long has a thread of its own, so that a page never waits behind a count. */
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!isSlow(query.sql)) return this.idle().executeQuery(query);
    this.slow ??= this.start();
    return this.slow.executeQuery(query);
  }

  // biome-ignore lint/correctness/useYield: reading in a stream is not offered by this connection
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Readers answer whole results; page through long ones.");
  }

  checkpoint(): void {
    this.idle().checkpoint();
  }

  stop(): void {
    for (const reader of [...this.quick, ...(this.slow ? [this.slow] : [])]) reader.stop();
  }

  private idle(): Reader {
    const idle = this.quick.find((reader) => reader.busy === 0);
    if (idle) return idle;
    if (this.quick.length < this.count) {
      const started = this.start();
      this.quick.push(started);
      return started;
    }
    return this.quick.reduce((least, next) => (next.busy < least.busy ? next : least));
  }
}

/** Reader threads as a dialect, and what else they do. */
export interface SqliteReaders {
  dialect: KyselyDialect;
  /** Has one of them bring what was written into the file. */
  checkpoint: () => void;
}

/** A dialect that spreads queries over `count` reader threads, and one for slow ones. There are no transactions: each query sees the last commit. */
export function sqliteReaders(path: string, count: number): SqliteReaders {
  const script = new URL("./readerWorker.mjs", import.meta.url);
  const readers = new Readers(() => new Reader(script, path), count);
  const refuse = async () => {
    throw new Error("Readers cannot write.");
  };
  const dialect: KyselyDialect = {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => readers,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => {},
      destroy: async () => readers.stop(),
    }),
  };
  return { dialect, checkpoint: () => readers.checkpoint() };
}
