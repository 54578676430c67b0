// Who waits for their turn to write, in whichever thread: a job that could just as well end its transaction looks here.

/** The writers of one SQLite database that wait. */
export class Queue {
  private readonly count: Int32Array;

  /** `shared` is the same memory in each of the threads. */
  constructor(readonly shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.count = new Int32Array(shared);
  }

  get isEmpty(): boolean {
    return Atomics.load(this.count, 0) === 0;
  }

  /** Stands in the queue until its turn has come. */
  async wait<T>(turn: () => Promise<T>): Promise<T> {
    Atomics.add(this.count, 0, 1);
    try {
      return await turn();
    } finally {
      Atomics.sub(this.count, 0, 1);
    }
  }
}
