// What the undoing of an act on many tells: in the history, whom it left alone and why, and what could not come back.
import type { Db, JobContext } from "#server";
import { type BulkResult, type Loss, summed, type Thing } from "../../contract.ts";
import type { FollowerTelling } from "../../offers.ts";
import { OBJECT } from "../history.ts";
import { type RowRefused, textOf } from "../import/readRow.ts";
import { reasonOf } from "./acts.ts";
import type { LeftFile, Told } from "./leftFile.ts";
import { erasedOf, isErased, type UndoRow } from "./undoRows.ts";

const TOLD = 200;

/** What the job that undoes is started with. */
export interface UndoOrder {
  job: number;
  locale: string;
}

export class UndoTelling {
  /** Those that it left alone, and what is kept of them. */
  readonly left = new Set<number>();
  /** Those of them that can never be put back. */
  readonly erased = new Set<number>();

  /** All of them, where somebody keeps it; what is told of the others is cut short. */
  file: LeftFile | undefined;

  constructor(
    protected readonly context: JobContext,
    protected readonly result: BulkResult,
  ) {}

  /** Leaves out those who have been erased since the act, or since its rows were read: nobody brings them back. */
  protected async withoutErased(db: Db, rows: readonly UndoRow[]): Promise<readonly UndoRow[]> {
    const { job } = this.context.payload as Partial<UndoOrder>;
    const ids = rows.map(({ thingId }) => thingId);
    const erased = job === undefined ? new Set() : await erasedOf(db, this.context.dialect, job, ids);
    return rows.filter((row) => {
      if (!isErased(row) && !erased.has(row.thingId)) return true;
      this.leaveErased(row);
      return false;
    });
  }

  /** Those of an act that took them out who have been erased: others may have come back before, with what they had in common. */
  protected erasedAmong(rows: readonly UndoRow[]): number[] {
    return rows.flatMap(({ thingId, rev }) => (rev === 0 && this.erased.has(thingId) ? thingId : []));
  }

  private leaveErased({ thingId: id }: UndoRow): void {
    this.erased.add(id);
    this.leave({ id, name: "" }, "erased");
  }

  /** What areas could not bring back as it was. */
  protected lose(losses: readonly Loss[]): void {
    if (losses.length > 0) this.result.losses = summed(this.result.losses, losses);
  }

  /** With what areas tell what came back. */
  protected telling(db: Db): FollowerTelling {
    const { offered, now, audit } = this.context;
    return { offered, now: now(), audit: (entry) => audit(db, entry) };
  }

  protected async tell(
    db: Db,
    thing: Thing,
    difference: { before: Record<string, unknown> | null; after: Record<string, unknown> | null },
    action = "undo",
  ): Promise<void> {
    await this.context.audit(db, {
      action,
      object: { type: OBJECT, id: thing.id, label: thing.name },
      ...difference,
    });
  }

  protected leaveRefused(thing: Told, refused: RowRefused): void {
    const { locale } = this.context.payload as UndoOrder;
    const say = (key: string, values?: Record<string, unknown>) => this.context.speak(locale, textOf(key), values);
    this.tellLeft(thing, reasonOf(refused, say));
  }

  protected leave(thing: Told, key: string, values?: Record<string, unknown>): void {
    const { locale } = this.context.payload as UndoOrder;
    this.tellLeft(thing, this.context.speak(locale, `event-data:import.problem.${key}`, values));
  }

  protected tellLeft(thing: Told, message: string): void {
    this.left.add(thing.id);
    this.result.skipped += 1;
    if (this.result.errors.length < TOLD) this.result.errors.push({ id: thing.id, name: thing.name, message });
    this.file?.add(thing, message);
  }
}
