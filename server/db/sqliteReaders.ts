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

/** Questions that a thread has in hand: one it works on, and one that it finds when it has answered. */
const IN_HAND = 2;

interface Question extends Waiting {
  query: CompiledQuery;
}

/** Who hears of a thread: that it has room again, or that it is gone, with the questions that it had not begun. */
interface Heard {
  free(): void;
  lost(reader: Reader, left: Question[]): void;
}

class Reader {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Question>();
  private last = 0;

  constructor(
    script: URL,
    path: string,
    private readonly heard: Heard,
  ) {
    this.worker = new Worker(script, { workerData: { path }, resourceLimits: { maxOldGenerationSizeMb: 128 } });
    this.worker.on("message", (answer: Answer) => this.settle(answer));
    this.worker.on("error", (error: Error) => this.fail(error));
    this.worker.unref();
  }

  get busy(): number {
    return this.waiting.size;
  }

  ask(question: Question): void {
    const { sql, parameters } = question.query;
    const id = ++this.last;
    this.waiting.set(id, question);
    if (this.waiting.size === 1) this.worker.ref();
    this.worker.postMessage({ id, sql, parameters });
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
    this.heard.free();
    if (this.waiting.size === 0) this.worker.unref();
    if (answer.error) asked?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }));
    else asked?.resolve(answer.rows ?? []);
  }

  /** The thread has ended: over the question that it had begun, not over the next. */
  private fail(error: Error): void {
    const [begun, ...left] = this.waiting.values();
    this.waiting.clear();
    this.heard.lost(this, left);
    begun?.reject(error);
  }
}

/** Threads with one queue before them: who comes first is asked first, by whichever is free first. They come when they are needed, since each costs memory and some milliseconds. */
class Lane implements Heard {
  private readers: readonly Reader[] = [];
  private readonly queue: Question[] = [];

  constructor(
    private readonly start: (heard: Heard) => Reader,
    private readonly count: number,
  ) {}

  ask(question: Question): void {
    this.queue.push(question);
    this.free();
  }

  lost(reader: Reader, left: Question[]): void {
    this.readers = this.readers.filter((one) => one !== reader);
    this.queue.unshift(...left);
    this.free();
  }

  checkpoint(): void {
    this.least()?.checkpoint();
  }

  stop(): void {
    for (const reader of this.readers) reader.stop();
  }

  free(): void {
    while (this.queue.length > 0) {
      const reader = this.least();
      if (!reader || reader.busy >= IN_HAND) return;
      reader.ask(this.queue.shift() as Question);
    }
  }

  /** The thread that has least in hand; a new one while all have something and there may be more. */
  private least(): Reader | undefined {
    const least = this.readers.reduce<Reader | undefined>(
      (one, next) => (one && one.busy <= next.busy ? one : next),
      undefined,
    );
    if ((least && least.busy === 0) || this.readers.length >= this.count) return least;
    const started = this.start(this);
    this.readers = [...this.readers, started];
    return started;
  }
}

/** What may take long has a thread of its own, so that a page never waits behind a count. */
class Readers implements DatabaseConnection {
  constructor(
    private readonly quick: Lane,
    private readonly slow: Lane,
  ) {}

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const lane = isSlow(query.sql) ? this.slow : this.quick;
    return new Promise((resolve, reject) => {
      lane.ask({ query, resolve: (rows) => resolve({ rows: rows as R[] }), reject });
    });
  }

  // biome-ignore lint/correctness/useYield: reading in a stream is not offered by this connection
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Readers answer whole results; page through long ones.");
  }

  checkpoint(): void {
    this.quick.checkpoint();
  }

  stop(): void {
    this.quick.stop();
    this.slow.stop();
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
  const start = (heard: Heard) => new Reader(script, path, heard);
  const readers = new Readers(new Lane(start, count), new Lane(start, 1));
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
