// Reads the rows of one file, one after another. What a row is refused for is kept with it, since it is told only when its
// turn has come.
import type { ImportKey } from "../../contract.ts";
import type { ThingValues } from "../repository.ts";
import { REGISTRATION } from "../repository.ts";
import { addressMark, isPerson, type Mark, nameOf } from "./find.ts";
import { nameMark } from "./names.ts";
import { planRow } from "./plan.ts";
import { type FileRow, isBlank, type ToldRow } from "./read/table.ts";
import { type Reading, type ReadRow, RowRefused, readRow, refuse } from "./readRow.ts";

/** A row as it was read, or why it is refused. */
export interface Read extends ToldRow {
  row?: ReadRow;
  refused?: RowRefused;
  /** It ends before its last cell. */
  isShort?: boolean;
}

interface Facts {
  reading: Reading;
  headings: readonly string[];
  key: ImportKey;
  participants: readonly number[];
  /** The last line that was done before the job was cut off, and the ones before it that were refused although they could be read. */
  done: number;
  refused: readonly number[];
}

export class RowReader {
  /** Lines by what tells their profile apart, so that one file does not write a profile twice. */
  private readonly seen = new Map<string, number>();
  /** Lines that could be read and were refused: they keep no other away, also once the job goes on. */
  readonly refused: Set<number>;

  /** Whether most rows make new profiles: then these are made while rows are read, before anybody waits for them. */
  expectsNew = true;

  constructor(private readonly facts: Facts) {
    this.refused = new Set(facts.refused);
  }

  readAll(rows: readonly FileRow[]): Read[] {
    const { done, reading } = this.facts;
    return rows.map((row) => {
      const { line, cells, unkept, missing, texts } = row;
      const isShort = cells.length < (reading.width ?? 0) && !row.problem;
      const of = { line, cells, unkept, missing, texts, ...(isShort ? { isShort } : {}) };
      try {
        const read = this.readOne(row);
        if (this.expectsNew && line > done) read.made = this.madeOf(read);
        return { ...of, row: read };
      } catch (error) {
        if (!(error instanceof RowRefused)) throw error;
        return { ...of, refused: error };
      }
    });
  }

  /** Rows of which a run before this one has been: those that can be read. */
  readBefore(rows: readonly FileRow[]): ReadRow[] {
    return rows.flatMap((row) => {
      try {
        return [this.readOne(row)];
      } catch (error) {
        if (error instanceof RowRefused) return [];
        throw error;
      }
    });
  }

  /** Nothing where it would be refused: whether there is a profile already decides for which reason. */
  private madeOf(row: ReadRow): ThingValues | undefined {
    const { types, own } = this.facts.reading;
    try {
      return planRow(row, undefined, types, own);
    } catch (error) {
      if (error instanceof RowRefused) return undefined;
      throw error;
    }
  }

  private readOne(row: FileRow): ReadRow {
    const { headings, reading, key, done } = this.facts;
    const isDone = row.line <= done;
    if (row.problem) throw refuse("", row.problem.key, row.problem.values);
    if (row.cells.length > headings.length && !isBlank({ cells: row.cells.slice(headings.length) }))
      throw refuse("", "tooManyCells");
    const read = readRow(row, reading);
    if (key === "email" && !read.values.email) throw refuse("email", "keyMissing");
    if (key === "registration_id" && !read.fields[REGISTRATION]) throw refuse(`fields.${REGISTRATION}`, "keyMissing");
    if (key === "id" && !read.id) throw refuse("id", "keyMissing");
    read.marks = this.marksOf(read);
    if (isDone && !this.refused.has(row.line)) this.keep(read);
    return read;
  }

  /** Why a row is refused whose profile a row before it is about that was not refused. */
  twinOf({ marks = [] }: ReadRow): RowRefused | undefined {
    let first: { field: string; line: number } | undefined;
    for (const { field, text, isOutdone } of marks) {
      const line = isOutdone ? undefined : this.seen.get(text);
      if (line !== undefined && (!first || line < first.line)) first = { field, line };
    }
    return first && refuse(first.field, "twice", { line: first.line });
  }

  /** Its profile is taken from here on. */
  keep({ marks = [], line }: ReadRow): void {
    for (const { text } of marks) if (!this.seen.has(text)) this.seen.set(text, line);
  }

  /** It is refused, be it after it was taken. */
  giveBack({ marks = [], line }: ReadRow): void {
    this.refused.add(line);
    for (const { text } of marks) if (this.seen.get(text) === line) this.seen.delete(text);
  }

  /** What tells the profile of a row apart from those of the others. */
  private marksOf({ id, values, fields }: ReadRow): Mark[] {
    const { key, participants, reading } = this.facts;
    const { email, type_id, company_name = "" } = values;
    const categoryId = reading.types.find(({ id: one }) => one === type_id)?.categoryId;
    const marks: Mark[] = [];
    if (id) marks.push({ field: "id", text: `id ${id}` });
    const registration = fields[REGISTRATION];
    if (registration && key === "registration_id")
      marks.push({ field: `fields.${REGISTRATION}`, text: `registration ${registration}` });
    if (email && isPerson(type_id, participants)) marks.push({ field: "email", text: `mail ${email}` });
    else if (email && key === "email") marks.push(addressMark(email, categoryId));
    if (marks.length === 0 && nameOf(values))
      marks.push({ field: "name", text: `name ${[nameOf(values), company_name, type_id, email].join("/")}` });
    if (registration && key === "auto" && !id)
      marks.push({
        field: `fields.${REGISTRATION}`,
        text: `registration ${registration} of ${nameMark(nameOf(values))} in ${categoryId}`,
        yields: true,
      });
    return marks;
  }
}
