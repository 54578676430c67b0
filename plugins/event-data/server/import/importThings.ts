// The import of profiles: rows in blocks, some of them one transaction that also keeps the place, so that a job that was cut
// off goes on where it was. Good lines come in; each bad one is told with its number and written to a file.
import type { Field } from "#schemas/fields.ts";
import { changes, type Db, listTypesOf, type TypeOfEvent } from "#server";
import type { Thing, ThingImportResult } from "../../contract.ts";
import { Coming, createMany, type Saving, saveMany } from "../bulk/writeMany.ts";
import { listUnique } from "../fields/repository.ts";
import { carryOn } from "../fields/travel/note.ts";
import { findTaken, Given, refusedRows } from "../fields/unique.ts";
import { comparable, OBJECT } from "../history.ts";
import { lockThings } from "../locks.ts";
import { ORDER_JOB } from "../order.ts";
import { analyzeThings, type ThingValues } from "../repository.ts";
import { participantTypes } from "../rules.ts";
import { BAD_FILE, joined } from "./badRows.ts";
import { tellAhead } from "./blocked.ts";
import { Blocks, weightOf } from "./blocks.ts";
import { type Column, isHeading } from "./columns/columns.ts";
import type { Elsewhere } from "./elsewhere.ts";
import { findStored, type Stored } from "./find.ts";
import { orGone, refuseMoves } from "./gone.ts";
import { hintsIn } from "./hints.ts";
import { judgeRow, type Planned } from "./judge.ts";
import { rememberColumns } from "./mapping.ts";
import { numberPlaces } from "./numbers.ts";
import type { ImportOptions } from "./options.ts";
import { type Context, type Prepared, prepared } from "./prepare.ts";
import { type FileNote, type FileRow, inWords, type Table, tableOf } from "./read/table.ts";
import { type Reading, type ReadRow, type RowRefused, refuse } from "./readRow.ts";
import { restOf } from "./rest.ts";
import { type Read, RowReader } from "./rowReader.ts";
import { Telling } from "./telling.ts";
import { Tried } from "./tried.ts";
import { inTurn, marksAmong } from "./turn.ts";
import { UnderWay } from "./underWay.ts";
import { Unfit } from "./unfitting.ts";
import { WayBack } from "./wayBack.ts";

/** Rows that are planned and written together. */
const BLOCK = 1000;
/** Blocks a transaction, as long as nobody waits for its end: many rows change the same pages of the indexes. */
const TOGETHER = 30;

/** Blocks that are read while a transaction is committed and brought into the file. */
const BETWEEN = 3;

/** New profiles after which a list may be another one altogether. */
const MUCH = 1000;

/** How columns were found of which a word is said. */
const TOLD: ReadonlySet<Column["by"]> = new Set(["none", "double", "beside", "otherType", "otherIds"] as const);

/** The place that is kept: everything up to this line has been done. */
interface Place {
  line: number;
  bad: boolean;
  /** Lines among them that were refused although they could be read: jobs of before do not know them. */
  refused?: number[];
}

export async function importThings(context: Context, options: ImportOptions): Promise<ThingImportResult> {
  return inWords(context.speak, options.locale, () => imported(context, options));
}

async function imported(context: Context, options: ImportOptions): Promise<ThingImportResult> {
  // What reads files is loaded with the first one.
  const { openFile } = await import("./read/open.ts");
  const file = await openFile(() => context.input(options.file), options, context.signal);
  const table = await tableOf(file, isHeading, hintsIn(context.speak));
  const types = await listTypesOf(context.read, context.eventId);
  const work = await Import.begin(context, options, types, table);
  const blocks = new Blocks(work.rows, BLOCK, (rows) => work.reader.readAll(rows), weightOf);
  return options.mode === "dry-run" ? work.tryOut(blocks, table.notes) : work.apply(blocks, table.notes);
}

function thrown(why: RowRefused): never {
  throw why;
}

class Import {
  readonly reader: RowReader;
  readonly rows: AsyncIterable<FileRow>;
  private readonly reading: Reading;
  private readonly elsewhere: Elsewhere | undefined;
  private readonly told: Telling;
  private readonly unfit: Unfit;
  private readonly done: number;
  /** What the blocks of a dry run would have given. */
  private readonly given = new Given();
  private readonly before: Tried | undefined;
  private read = 0;
  /** Rows of the block that is being written. */
  private writing = 0;
  private readonly wayBack: WayBack | undefined;
  /** What is stored that the next block of this transaction needs to know, asked for before the last one is settled. */
  private known: { of: readonly Read[]; stored: Promise<Stored> } | undefined;
  /** Asked for once in a transaction. */
  private coming: Coming | undefined;
  private unique: Promise<readonly Field[]> | undefined;
  private followed: Promise<void> | undefined;
  private readonly underWay = new UnderWay();

  private constructor(
    private readonly context: Context,
    private readonly options: ImportOptions,
    private readonly table: Table,
    private readonly participants: readonly number[],
    { reading, rows, left, elsewhere }: Prepared,
  ) {
    this.reading = reading;
    const { only, refused = new Set<number>() } = options;
    this.rows = only ? restOf(rows, { only, refused }, (others) => this.lookBack(others)) : rows;
    this.elsewhere = elsewhere;
    if (options.mode === "dry-run") this.before = new Tried(reading.columns, options.key === "email");
    if (options.keepsBefore) this.wayBack = new WayBack(context, context.eventId);
    const kept = options.mode === "apply" ? context.kept : undefined;
    const place = kept?.at as Place | undefined;
    this.done = place?.line ?? 0;
    const { headings } = table;
    const { done } = this;
    this.reader = new RowReader({
      ...{ reading, headings, key: options.key, participants },
      ...{ done, refused: place?.refused ?? [] },
    });
    this.told = new Telling({
      table,
      columns: reading.columns,
      unseen: left.filter(({ by }) => TOLD.has(by)),
      done: this.done,
      before: kept?.result as ThingImportResult | undefined,
      hasFile: place?.bad ?? false,
      tellsLines: options.tellsLines === true,
      locale: options.locale,
      numbers: numberPlaces(reading),
      say: (key, values) => context.speak(options.locale, key, values),
    });
    this.unfit = new Unfit(context, options, this.told.result);
  }

  static async begin(
    context: Context,
    options: ImportOptions,
    types: readonly TypeOfEvent[],
    table: Table,
  ): Promise<Import> {
    return new Import(context, options, table, participantTypes(types), await prepared(context, options, types, table));
  }

  /** Says what would become of the rows. */
  async tryOut(blocks: Blocks<FileRow, Read[]>, notes: readonly FileNote[]): Promise<ThingImportResult> {
    const pieces = this.tried(blocks, notes);
    const first = await pieces.next();
    if (!first.done) await this.context.saveFile({ ...BAD_FILE, bytes: joined(first.value, pieces) });
    await this.unfit.tell(this.context.read);
    return this.told.inOrder();
  }

  /** The file of the lines with problems, made while the rows are looked at. */
  private async *tried(blocks: Blocks<FileRow, Read[]>, notes: readonly FileNote[]): AsyncGenerator<Buffer> {
    const { context } = this;
    for (let block = await blocks.take(); block; block = await blocks.take()) {
      const rows = await this.completed(context.read, this.fresh(block));
      await this.plan(context.read, rows, await this.stored(context.read, rows));
      const bad = this.told.bad.take();
      if (bad) yield bad.bytes;
      this.progress(block);
      context.signal.throwIfAborted();
    }
    this.told.noteAll(notes);
    const bad = this.told.bad.take();
    if (bad) yield bad.bytes;
  }

  /** Writes the rows; with the last ones the job is done. */
  async apply(blocks: Blocks<FileRow, Read[]>, notes: readonly FileNote[]): Promise<ThingImportResult> {
    const { context } = this;
    for (;;) {
      const first = await blocks.take();
      let isLast = false;
      let line = 0;
      const write = async (db: Db): Promise<ThingImportResult> => {
        let block = first;
        this.known = undefined;
        this.unique = undefined;
        this.followed = undefined;
        const room = context.isAwaited() ? 0 : TOGETHER * BLOCK;
        this.coming = new Coming(db, context.dialect, context.eventId, room, () => context.follow(db, ORDER_JOB));
        for (let left = TOGETHER; block; left -= 1) {
          const isOver = () => left === 1 || context.signal.aborted || context.isAwaited();
          await this.write(db, block, async () => {
            const next = await blocks.ahead();
            if (next.block && !isOver()) this.lookAhead(db, next.block);
          });
          line = block.at(-1)?.line ?? 0;
          this.progress(block);
          // While the last statements are written.
          await blocks.readOn();
          const next = await blocks.ahead();
          isLast = next.isEnd;
          block = next.block && !isOver() ? await blocks.take() : undefined;
        }
        await this.coming.giveBack();
        if (!first || isLast) {
          this.told.noteAll(notes);
          const bad = this.told.bad.take();
          if (bad) await context.addToFile(db, bad);
          await rememberColumns(db, context.eventId, this.chosen());
        }
        const result = this.told.inOrder();
        if ((!first || isLast) && result.created >= MUCH) await analyzeThings(db, context.dialect);
        return result;
      };
      const result = await context.inTransaction((db) => this.underWay.whole(() => write(db)), {
        last: () => !first || isLast,
        keep: () => this.place(Math.max(line, this.done)),
        meanwhile: () => void blocks.readOn(BETWEEN),
      });
      if (!first || isLast) return result;
    }
  }

  /** The rows of a block that have not been done before; those that cannot be read are told. */
  private fresh(block: readonly Read[]): ReadRow[] {
    return block.flatMap((one) => {
      const { line, cells, row, isShort, refused: why } = one;
      this.told.lookForUnseen(line, cells);
      if (line <= this.done) return [];
      if (isShort) this.told.note(line, "", "shortRow", { cells: cells.length, number: this.reading.width });
      if (row) return [this.told.withNotes(row)];
      return why ? this.told.refuse(one, why) : [];
    });
  }

  /** With what other events know of whom they mean. */
  private async completed(db: Db, rows: readonly ReadRow[]): Promise<readonly ReadRow[]> {
    if (!this.elsewhere || rows.length === 0) return rows;
    const complete = await this.elsewhere.complete(db, rows);
    return rows.flatMap((row) => this.attempt(row, () => complete(row)));
  }

  private async write(db: Db, block: readonly Read[], meanwhile: () => Promise<void>): Promise<void> {
    await lockThings(db, this.context.dialect, this.context.eventId);
    this.writing = block.length;
    const rows = await this.completed(db, this.fresh(block));
    const { known } = this;
    this.known = undefined;
    const stored = known?.of === block ? await known.stored : await this.stored(db, rows);
    await this.plan(db, rows, stored, meanwhile);
    const bad = this.told.bad.take();
    if (bad) await this.context.addToFile(db, bad);
    await this.underWay.next();
  }

  /** Whom rows are about that have come in before: lines that mean the same profiles are told. */
  private async lookBack(others: readonly FileRow[]): Promise<void> {
    const { context, reader, options } = this;
    context.signal.throwIfAborted();
    const rows = reader.readBefore(others);
    if (options.key === "email") {
      const stored = await this.stored(context.read, rows);
      for (const row of rows) row.marks = marksAmong(stored, row);
    }
    for (const row of rows) reader.keep(row);
  }

  private stored(db: Db, rows: readonly ReadRow[]): Promise<Stored> {
    const { eventId, dialect } = this.context;
    // What names somebody of another event is not what tells them here.
    const key = this.elsewhere ? "auto" : this.options.key;
    const { participants, before: tried } = this;
    const registersElsewhere = this.elsewhere !== undefined;
    const finding = { eventId, key, types: this.reading.types, participants, tried, registersElsewhere };
    return findStored(db, dialect, finding, rows);
  }

  /** The profiles of the block before are sent by now: what is asked for here sees them, and is answered before they are settled. */
  private lookAhead(db: Db, block: readonly Read[]): void {
    if (this.elsewhere) return;
    const rows = block.flatMap(({ line, row }) => (row && line > this.done ? [row] : []));
    const stored = this.stored(db, rows);
    // Also what was asked for in vain is waited for: after the transaction nothing more is to be asked there.
    this.underWay.add(stored);
    this.known = { of: block, stored };
  }

  private place(line: number) {
    const refused = [...this.reader.refused];
    return { at: { line, bad: this.told.bad.isBegun, refused } satisfies Place, result: this.told.result };
  }

  private chosen() {
    const fields = new Map(this.options.columns?.map(({ at, field }) => [at, field]));
    return { headings: this.table.headings, fields, at: this.context.now() };
  }

  /** Writes what it has planned if there is something to do `meanwhile`. */
  private async plan(db: Db, all: readonly ReadRow[], stored: Stored, meanwhile?: () => Promise<void>): Promise<void> {
    const writes = meanwhile !== undefined;
    const attempt = (row: ReadRow) => this.attempt(row, () => judgeRow(row, stored, this.options, this.reading));
    const { planned, later, twins } = inTurn(all, stored, this.reader, attempt);
    const creating: ThingValues[] = [];
    const saving: (Saving & { current: Thing; row: ReadRow })[] = [];
    for (const { row, current, values, triedId } of await this.withoutTaken(db, planned, writes)) {
      if (values) this.before?.keep(current, values, triedId);
      if (!values) this.told.result.unchanged += 1;
      else if (current) saving.push({ id: current.id, rev: current.rev, values, current, row });
      else creating.push(values);
    }
    for (const row of twins) {
      const why = this.reader.twinOf(row);
      if (why) this.attempt(row, () => thrown(why));
      else later.push(row);
    }
    this.reader.expectsNew = creating.length * 2 >= planned.length;
    this.told.result.created += creating.length;
    await tellAhead(this.context, db, { ...this.options, ...this.context, told: this.told }, saving);
    await this.unfit.note(db, saving);
    if (meanwhile) await this.writeBoth(db, creating, saving, later.length > 0 ? async () => {} : meanwhile);
    else this.told.result.updated += saving.length;
    if (later.length > 0) await this.plan(db, later, await this.stored(db, later), meanwhile);
  }

  /** Refuses the rows whose answer another profile gives, or a row before them. */
  private async withoutTaken(db: Db, planned: readonly Planned[], writes: boolean): Promise<Planned[]> {
    const { appId, eventId, dialect, who } = this.context;
    const event = { id: eventId, app_id: appId };
    for (const one of planned) if (one.values && !one.current && this.before) one.triedId = this.before.nextId();
    const writing = planned.filter((one): one is Planned & { values: ThingValues } => one.values !== undefined);
    const givers = writing.map(({ current, values, triedId = 0 }) => {
      return { id: current?.id ?? triedId, values, before: current };
    });
    const unique = () => (this.unique ??= listUnique(db, event));
    const taken = await (writes
      ? findTaken(db, dialect, event, givers, undefined, unique)
      : findTaken(db, dialect, event, givers, this.given));
    const refused = new Map([...refusedRows(taken, event, who)].map(([at, why]) => [writing[at]?.row, why]));
    return planned.flatMap((one) => {
      const why = refused.get(one.row);
      if (!why) return [one];
      return this.attempt(one.row, () => thrown(why));
    });
  }

  /** Does something with a row that could be read; where it is refused, others may be about its profile. */
  private attempt<T>(row: ReadRow, work: () => T): T[] {
    const done = this.told.attempt(row, work);
    if (done.length === 0) this.reader.giveBack(row);
    return done;
  }

  private async writeBoth(
    db: Db,
    creating: readonly ThingValues[],
    saving: readonly (Saving & { current: Thing; row: ReadRow })[],
    meanwhile: () => Promise<void>,
  ): Promise<void> {
    const { eventId, dialect, audit, now } = this.context;
    const at = now().toISOString();
    // What comes next is to know those that are saved, too.
    const [there, then] = saving.length > 0 ? [undefined, meanwhile] : [meanwhile, undefined];
    const { ids, done } = await orGone(createMany(db, dialect, eventId, creating, at, this.coming, there));
    const lines = this.read + this.writing;
    const made = creating.map((values, place) => ({ id: ids[place] as number, name: values.name, values }));
    const keeping = this.wayBack?.keep(db, ids, [], lines);
    const save = async () => {
      if (saving.length > 0) await done;
      await refuseMoves(db, dialect, eventId, saving);
      const stored = await saveMany(db, dialect, eventId, saving, at);
      await then?.();
      for (const { id, name: label, values } of made)
        await audit(db, { action: "import", object: { type: OBJECT, id, label }, before: null, after: values });
      return stored;
    };
    const saves = save();
    this.underWay.add(done, keeping, saves);
    const saved = await saves;
    const stayed = saving.filter(({ id }) => saved.has(id));
    await this.wayBack?.keep(db, [], stayed, lines);
    const written = stayed.map((one) => ({ before: one.current, after: one.values }));
    const all = [...creating.map((values) => ({ after: values })), ...written];
    const follow: Context["follow"] = (db, kind) => (this.followed ??= this.context.follow(db, kind));
    this.underWay.add(carryOn({ ...this.context, follow }, db, eventId, all, this.reading.own?.fields));
    for (const { id, current, values, row } of saving) {
      if (!saved.has(id)) {
        this.attempt(row, () => thrown(refuse("", "changedMeanwhile")));
        continue;
      }
      this.told.result.updated += 1;
      const object = { type: OBJECT, id, label: values.name };
      await audit(db, { action: "import", object, ...changes(comparable(current), comparable(values)) });
    }
  }

  private progress(block: readonly Read[]): void {
    const { rows } = this.options;
    this.read += block.length;
    this.context.progress(rows ? this.read / rows : this.table.share());
  }
}
