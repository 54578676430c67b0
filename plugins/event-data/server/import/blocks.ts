// Rows of a file in blocks, of which the next ones can be read while one is being written.
const HEAVY = 4_000_000;

export class Blocks<Row, Block> {
  private readonly rows: AsyncIterator<Row>;
  /** Those that have been begun and not taken. */
  private readonly following: Promise<Block | undefined>[] = [];

  constructor(
    rows: AsyncIterable<Row>,
    private readonly size: number,
    private readonly read: (rows: Row[]) => Block,
    /** What a row weighs; a block ends before its size where its rows are heavy. */
    private readonly weigh: (row: Row) => number = () => 0,
  ) {
    this.rows = rows[Symbol.asyncIterator]();
  }

  /** The next block; nothing at the end of the file. */
  async take(): Promise<Block | undefined> {
    const block = await this.at(0);
    this.following.shift();
    return block;
  }

  /** Reads on, and tells what `take` will have: a block, the end of the file, or neither where it cannot be read. */
  ahead(): Promise<{ block?: Block; isEnd: boolean }> {
    return this.at(0).then(
      (block) => (block === undefined ? { isEnd: true } : { block, isEnd: false }),
      () => ({ isEnd: false }),
    );
  }

  /** Reads blocks behind the one that `ahead` tells, as far as there are any. */
  async readOn(count = 1): Promise<void> {
    await this.at(count).catch(() => undefined);
  }

  private at(place: number): Promise<Block | undefined> {
    const { following } = this;
    while (following.length <= place) {
      const before = following.at(-1);
      // Behind the end there is nothing, and behind what cannot be read neither.
      const next = before ? before.then((block) => block && this.collect()) : this.collect();
      // Heard of by whoever takes it.
      next.catch(() => {});
      following.push(next);
    }
    return following[place] as Promise<Block | undefined>;
  }

  private async collect(): Promise<Block | undefined> {
    const rows: Row[] = [];
    let weight = 0;
    while (rows.length < this.size && weight < HEAVY) {
      const { value, done } = await this.rows.next();
      if (done) break;
      rows.push(value);
      weight += this.weigh(value);
    }
    return rows.length > 0 ? this.read(rows) : undefined;
  }
}

/** What a row keeps in memory, in signs and about: cells without any are not free. */
export function weightOf({ cells }: { cells: readonly string[] }): number {
  let weight = 0;
  for (const cell of cells) weight += cell.length + 8;
  return weight;
}

/** The first rows, and all of them once more. */
export async function peek<Row>(rows: AsyncIterable<Row>, count: number) {
  const left = rows[Symbol.asyncIterator]();
  const first: Row[] = [];
  while (first.length < count) {
    const { value, done } = await left.next();
    if (done) break;
    first.push(value);
  }
  async function* all(): AsyncGenerator<Row> {
    yield* first;
    for (;;) {
      const { value, done } = await left.next();
      if (done) return;
      yield value;
    }
  }
  return { first, rows: all() };
}
