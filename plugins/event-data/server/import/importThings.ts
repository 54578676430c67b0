// The import of profiles: rows in blocks, each block one transaction, so that the server goes on answering in between.
import type { ImportResult } from "#schemas/core.ts";
import {
  changes,
  type Db,
  type ImportContext,
  type Importer,
  listTypesOf,
  pause,
  problem,
  type TypeOfEvent,
} from "#server";
import type { Thing } from "../../contract.ts";
import { questionsOfEvent } from "../fields/questions.ts";
import { comparable, OBJECT } from "../history.ts";
import * as things from "../repository.ts";
import { participantTypes, type Questions } from "../rules.ts";
import { type Heading, readHeadings } from "./headings.ts";
import { planRow, type ReadRow, RowRefused, readRow } from "./plan.ts";
import { type FileRow, readCsv } from "./readCsv.ts";

const BLOCK = 100;
/** Errors that are told one by one; the rest is only counted among the skipped. */
const TOLD = 1000;

export const thingImporter: Importer = {
  kind: "thing",
  formats: ["csv"],
  permissions: ["things"],
  accessRole: 200,
  run: importThings,
};

async function importThings(context: ImportContext): Promise<ImportResult> {
  const { read, appId, eventId, who } = context;
  const own = await questionsOfEvent(read, appId, eventId, who);
  const work = new Import(context, await listTypesOf(read, eventId), own);
  const giveWay = pause();
  let block: FileRow[] = [];
  for await (const row of readCsv(await wholeOf(context.input()))) {
    if (!work.headings) {
      work.begin(row);
      continue;
    }
    block.push(row);
    if (block.length < BLOCK) continue;
    await work.take(block);
    block = [];
    await giveWay();
    context.signal.throwIfAborted();
  }
  if (!work.headings) throw problem("invalid", { message: "The file holds no rows" });
  await work.take(block);
  return work.result;
}

class Import {
  headings: Heading[] | undefined;
  readonly result: ImportResult = { created: 0, updated: 0, unchanged: 0, skipped: 0, errors: [] };
  /** Lines by what tells their profile apart, so that one file does not write a profile twice. */
  private readonly seen = new Map<string, number>();

  constructor(
    private readonly context: ImportContext,
    private readonly types: readonly TypeOfEvent[],
    private readonly own: Questions,
  ) {}

  begin({ line, cells }: FileRow): void {
    const { headings, notes } = readHeadings(cells);
    const names = ["name", "first_name", "last_name", "email", "id"];
    if (!headings.some(({ field }) => names.includes(field))) {
      const found = cells.slice(0, 20).join(", ");
      throw problem("invalid", {
        message: `None of the headings is a name, an e-mail address or an id; the first line reads: ${found}`,
      });
    }
    this.headings = headings;
    this.result.errors.push(...notes.map((note) => ({ line, ...note })));
  }

  async take(rows: readonly FileRow[]): Promise<void> {
    const read = rows.flatMap((row) => this.attempt(row.line, () => this.read(row)));
    if (read.length === 0) return;
    if (this.context.mode === "dry-run") await this.plan(this.context.db, read, false);
    else await this.context.inTransaction((db) => this.plan(db, read, true));
  }

  private read(row: FileRow): ReadRow {
    const read = readRow(row, this.headings as Heading[], this.types, this.context.typeId);
    const { email, name = "", first_name = "", last_name = "", company_name = "" } = read.values;
    const key = read.id
      ? `id ${read.id}`
      : email
        ? `mail ${email.toLowerCase()}`
        : `name ${[name, first_name, last_name, company_name].join("/")}`;
    const before = this.seen.get(key);
    if (before !== undefined)
      throw new RowRefused(read.id ? "id" : email ? "email" : "name", `Line ${before} is about the same profile`);
    this.seen.set(key, row.line);
    return read;
  }

  private async plan(db: Db, rows: readonly ReadRow[], writes: boolean): Promise<void> {
    const { eventId } = this.context;
    const stored = await things.findForImport(db, eventId, rows, participantTypes(this.types));
    for (const row of rows) {
      const current = stored(row);
      const [planned] = this.attempt(row.line, () => {
        if (row.id && !current) throw new RowRefused("id", "There is no profile of this id in the event");
        return { values: planRow(row, current, this.types, this.own) };
      });
      if (!planned) continue;
      if (!planned.values) this.result.unchanged += 1;
      else if (current) this.result.updated += 1;
      else this.result.created += 1;
      if (writes && planned.values) await this.write(db, current, planned.values);
    }
  }

  private async write(db: Db, current: Thing | undefined, values: things.ThingValues): Promise<void> {
    const { eventId, audit, now } = this.context;
    const at = now().toISOString();
    const thing = current
      ? await things.saveThing(db, eventId, current, values, at)
      : await things.createThing(db, eventId, values, at);
    if (!thing) return;
    const difference = current
      ? changes(comparable(current), comparable(values))
      : { before: null, after: { ...values } };
    await audit(db, { action: "import", object: { type: OBJECT, id: thing.id, label: thing.name }, ...difference });
  }

  private attempt<T>(line: number, work: () => T): T[] {
    try {
      return [work()];
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      this.result.skipped += 1;
      if (this.result.errors.length < TOLD)
        this.result.errors.push({ line, field: error.field, message: error.message });
      return [];
    }
  }
}

async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
