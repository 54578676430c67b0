// The two ends of a copy: where rows are read from in one moment's state, and where they go in one transaction.

export type Row = Record<string, unknown>;

/** A database as it was at one moment, however long the reading takes. */
export interface Source {
  /** Steps of migrations that it has been through. */
  steps(): Promise<string[]>;
  /** Its own tables; not the indexes that the database keeps in the form of tables. */
  tables(): Promise<string[]>;
  /** All rows of a table in blocks. */
  rows(table: string): AsyncIterable<Row[]>;
  /** The last id that was given out, even if its row is gone; 0 where there is none. */
  lastId(table: string): Promise<number>;
  close(): Promise<void>;
}

/** An empty, migrated database. Nothing is in it before `commit`. */
export interface Target {
  /** Tables in an order in which nothing is named before it is there, with their columns. */
  tables(): Promise<{ name: string; columns: string[] }[]>;
  /** Empties a table that its migration filled. */
  clear(table: string): Promise<void>;
  insert(table: string, columns: readonly string[], rows: readonly Row[]): Promise<void>;
  /** Ids are given out after this one. */
  setLastId(table: string, id: number): Promise<void>;
  commit(): Promise<void>;
  close(): Promise<void>;
}

/** Steps of migrations are kept in this table; it is never copied, since the target has been through its own. */
export const LEDGER = "lanyard_migration";

/** Puts tables after those that they refer to. A table that refers to itself counts as free. */
export function inOrder(names: readonly string[], references: readonly { from: string; to: string }[]): string[] {
  const ordered: string[] = [];
  const visit = (name: string, path: readonly string[]) => {
    if (ordered.includes(name) || path.includes(name)) return;
    for (const { from, to } of references) if (from === name && to !== name) visit(to, [...path, name]);
    ordered.push(name);
  };
  for (const name of names) visit(name, []);
  return ordered;
}
