// Statements that run in the thread of the event loop, a slice of them at a time: those of a transaction follow each other without
// a turn of the loop in between, so that a long one would hold up everybody who asks for anything.
import { setImmediate as turn } from "node:timers/promises";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";

const SLICE_MS = 15;

/** A connection whose statements give way between each other; whoever has it keeps it meanwhile. */
export class SlicedConnection implements DatabaseConnection {
  private since = 0;
  /** The last of those that stand in line behind a turn of the loop: statements run in the order in which they came. */
  private last: Promise<unknown> | undefined;

  constructor(private readonly connection: DatabaseConnection) {}

  /** The loop has just turned. */
  begin(): void {
    this.since = performance.now();
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.last && !this.isOver()) return this.connection.executeQuery<R>(query);
    const run = async () => {
      if (this.isOver()) await this.giveWay();
      return this.connection.executeQuery<R>(query);
    };
    const mine: Promise<QueryResult<R>> = this.last ? this.last.then(run) : run();
    const settled = mine.then(
      () => {},
      () => {},
    );
    this.last = settled;
    settled.then(() => {
      if (this.last === settled) this.last = undefined;
    });
    return mine;
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.connection.streamQuery<R>(query, chunkSize);
  }

  private isOver(): boolean {
    return performance.now() - this.since >= SLICE_MS;
  }

  private async giveWay(): Promise<void> {
    await turn();
    this.begin();
  }
}
