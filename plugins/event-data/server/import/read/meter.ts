// How far the reading of a file is, and its end where the job is stopped: files may have gigabytes without a single row.
import type { Bytes } from "./table.ts";

/** The same file, followed as it is read: any number of times, until the signal says that nobody waits for it. */
export class Meter {
  /** Bytes that the reading under way has taken. */
  private taken = 0;
  private whole: number | undefined;

  constructor(
    private readonly file: Bytes,
    private readonly signal?: AbortSignal,
  ) {}

  readonly bytes: Bytes = () => this.pass();

  /** What of the file that is; known once it has been read to its end before. */
  readonly share = (): number => this.taken / Math.max(1, this.whole ?? 0);

  /** Has other readings done while one rests, and its length known after them. */
  async meanwhile<T>(work: () => Promise<T>): Promise<T> {
    const { taken } = this;
    const done = await work();
    if (this.whole === undefined) for await (const _ of this.bytes());
    this.taken = taken;
    return done;
  }

  private async *pass(): AsyncGenerator<Buffer> {
    let taken = 0;
    for await (const piece of this.file()) {
      this.signal?.throwIfAborted();
      taken += piece.length;
      this.taken = taken;
      yield piece;
    }
    this.whole = taken;
  }
}
