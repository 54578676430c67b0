// What a transaction of an import has sent and nobody has waited for yet: while the statements of a block are written, the next block
// is planned.

export class UnderWay {
  private before: Promise<unknown>[] = [];
  private now: Promise<unknown>[] = [];
  /** What went wrong first is why whatever was sent behind it did, too. */
  private readonly faults: unknown[] = [];

  /** Statements of the block that is being written. */
  add(...sent: readonly (Promise<unknown> | undefined)[]): void {
    for (const one of sent) {
      if (!one) continue;
      one.catch((fault) => this.faults.push(fault));
      this.now.push(one);
    }
  }

  /** The block is sent: waits for the statements of the one before it. */
  async next(): Promise<void> {
    await Promise.all(this.before);
    this.before = this.now;
    this.now = [];
  }

  /** Does the work of a transaction, and waits for all that it has sent, however it ends. */
  async whole<T>(work: () => Promise<T>): Promise<T> {
    this.faults.length = 0;
    const done = await work().catch((fault) => void this.faults.push(fault));
    await Promise.allSettled([...this.before, ...this.now]);
    this.before = [];
    this.now = [];
    if (this.faults.length > 0) throw this.faults[0];
    return done as T;
  }
}
