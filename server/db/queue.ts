// Who waits for their turn to write, in whichever thread: a job that could just as well end its transaction looks here.

/** The writers of one SQLite database that wait. */
export class Queue {
  /** How many wait, and how many of them patiently. */
  private readonly counts: Int32Array;

  /** `shared` is the same memory in each of the threads. */
  constructor(readonly shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.counts = new Int32Array(shared);
  }

  /** Whether nobody waits for whom a job should end its transaction. */
  get isEmpty(): boolean {
    return Atomics.load(this.counts, 0) <= Atomics.load(this.counts, 1);
  }

  /** Stands in the queue until its turn has come. */
  wait<T>(turn: () => Promise<T>): Promise<T> {
    return this.counted(0, turn);
  }

  /** The same for what nobody waits for: its turn comes when a transaction is over anyway. `turn` stands in the queue. */
  waitPatiently<T>(turn: () => Promise<T>): Promise<T> {
    return this.counted(1, turn);
  }

  private async counted<T>(which: 0 | 1, turn: () => Promise<T>): Promise<T> {
    Atomics.add(this.counts, which, 1);
    try {
      return await turn();
    } finally {
      Atomics.sub(this.counts, which, 1);
    }
  }
}
