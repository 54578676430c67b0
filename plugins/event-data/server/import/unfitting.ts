// What stays with profiles that an import moves to other data types, although it no longer fits them: told as before an act on many.
import type { Db } from "#server";
import { summed, type Thing, type ThingImportResult } from "../../contract.ts";
import { addUnfitting, type Lost, lossesOf } from "../bulk/ahead.ts";
import type { ThingValues } from "../repository.ts";
import type { ImportOptions } from "./options.ts";
import type { Context } from "./prepare.ts";

export class Unfit {
  /** What a dry run has found, which is told at its end: what two share is found with each of them. */
  private readonly lost: Lost = new Map();

  constructor(
    private readonly context: Context,
    private readonly options: ImportOptions,
    private readonly result: ThingImportResult,
  ) {}

  /** Before they are saved. */
  async note(db: Db, saving: readonly { current: Thing; values: ThingValues }[]): Promise<void> {
    const { eventId, offered } = this.context;
    const moved = saving.filter(({ current, values }) => values.type_id !== current.type_id);
    const found: Lost = this.options.mode === "apply" ? new Map() : this.lost;
    for (const typeId of new Set(moved.map(({ values }) => values.type_id))) {
      const before = moved.flatMap(({ current, values }) => (values.type_id === typeId ? [current] : []));
      await addUnfitting({ db, eventId, offered }, before, typeId, found);
    }
    if (this.options.mode === "apply" && moved.length > 0) await this.tell(db, found);
  }

  async tell(db: Db, lost = this.lost): Promise<void> {
    const { appId, eventId, who, offered, now } = this.context;
    const { locale } = this.options;
    const asking = { db, event: { id: eventId, app_id: appId }, who, offered, now: now(), locale };
    const losses = await lossesOf(asking, "moving", lost, new Set());
    if (losses.length > 0) this.result.losses = summed(this.result.losses, losses);
  }
}
