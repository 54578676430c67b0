// What an import tells: its counts, its first problems one by one, and the file of all of them.
import type { ThingImportResult } from "../../contract.ts";
import { type BadReader, BadRows } from "./badRows.ts";
import type { Column } from "./columns/columns.ts";
import { Mendable } from "./mended.ts";
import type { FileNote, Table, ToldRow } from "./read/table.ts";
import { letters, type ReadRow, RowRefused, textOf } from "./readRow.ts";

/** Problems that the result tells one by one; those that come after them stand in the file. */
const TOLD = 1000;
/** Of cancelled tickets a list may hold more than that: a few say what they are, and leave the room to the others. */
const CANCELLED_TOLD = 20;

/** What is told of a column that does not fill the field for which it stands. */
const KEYS: Partial<Record<Column["by"], string>> = {
  double: "doubleHeading",
  beside: "besideHeading",
  otherType: "otherTypeHeading",
  otherIds: "otherIdsHeading",
};

interface Facts extends BadReader {
  table: Pick<Table, "headings" | "headingLine" | "facts">;
  /** The columns that fill fields. */
  columns: readonly { at: number; field: string }[];
  /** Columns that are left out, of which no value has been seen yet. */
  unseen: readonly Column[];
  /** The last line that was done before the job was cut off, and what was told by then. */
  done: number;
  before: ThingImportResult | undefined;
  hasFile: boolean;
  tellsLines: boolean;
  say: (key: string, values?: Record<string, unknown>) => string;
}

export class Telling {
  readonly result: ThingImportResult;
  readonly bad: BadRows;
  private readonly mendable: Mendable | undefined;
  private unseen: readonly Column[];
  private readonly noted = new Set<string>();
  private cancelled = 0;

  constructor(private readonly facts: Facts) {
    this.bad = new BadRows(facts.table.headings, facts.table.facts, facts.hasFile, facts);
    this.result = facts.before ?? { created: 0, updated: 0, unchanged: 0, skipped: 0, errors: [] };
    if (facts.tellsLines) this.mendable = new Mendable(this.result);
    this.unseen = facts.unseen;
  }

  /** Does something with a row; what refuses it leaves the row out. */
  attempt<T>(row: ToldRow, work: () => T): T[] {
    const { line, cells } = row;
    try {
      return [work()];
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      this.result.skipped += 1;
      const messages = error.problems.map(({ field, key, values, message }) => {
        const told = this.tell(line, field, key, values, message);
        const at = this.facts.columns.find((column) => column.field === field)?.at;
        return at === undefined ? told : `${this.facts.table.headings[at] || letters(at)}: ${told}`;
      });
      this.bad.add(line, messages, row);
      this.mendable?.add(line, cells, error.problems);
      return [];
    }
  }

  /** Leaves a row out. */
  refuse(row: ToldRow, why: RowRefused): [] {
    this.attempt(row, () => {
      throw why;
    });
    return [];
  }

  /** Something that leaves no line out; `said` already, where another area has the words. */
  note(line: number, field: string, key: string, values?: Record<string, unknown>, said?: string): void {
    this.bad.add(line, [this.tell(line, field, key, values, said)]);
  }

  /** Tells what there is to say of cells that are taken as they stand, each once for the whole file. */
  withNotes(row: ReadRow): ReadRow {
    for (const { field, key, values, isOnce } of row.notes ?? []) {
      const mark = JSON.stringify([field, key, isOnce ? "" : values]);
      if (this.noted.has(mark)) continue;
      this.noted.add(mark);
      this.note(row.line, field, key, values);
    }
    return row;
  }

  /** What the whole file is told about. */
  noteAll(notes: readonly FileNote[]): void {
    for (const { line, key, values } of notes) this.note(line, "", key, values);
  }

  /** With its first value, a column that is left out is told. */
  lookForUnseen(line: number, cells: readonly string[]): void {
    if (this.unseen.length === 0) return;
    const seen = this.unseen.filter(({ at, by }) => by === "double" || cells[at]?.trim());
    if (seen.length === 0) return;
    this.unseen = this.unseen.filter((column) => !seen.includes(column));
    if (line <= this.facts.done) return;
    for (const { at, title, by } of seen) {
      const key = KEYS[by] ?? (title.trim() ? "emptyHeading" : "blankHeading");
      this.note(this.facts.table.headingLine, title, key, { title, number: at + 1 });
    }
  }

  /** Everything stands in the order of the lines. */
  inOrder(): ThingImportResult {
    this.result.errors.sort((one, other) => one.line - other.line);
    this.result.lines?.sort((one, other) => one.line - other.line);
    return this.result;
  }

  private tell(line: number, field: string, key: string, values?: Record<string, unknown>, said?: string): string {
    const message = said ?? this.facts.say(textOf(key), values);
    if (this.hasRoomFor(key)) this.result.errors.push({ line, field, message });
    else this.result.more = (this.result.more ?? 0) + 1;
    return message;
  }

  private hasRoomFor(key: string): boolean {
    if (key === "cancelled") this.cancelled += 1;
    return this.result.errors.length < TOLD && (key !== "cancelled" || this.cancelled <= CANCELLED_TOLD);
  }
}
