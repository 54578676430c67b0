// What other areas offer to do to many profiles, see offers.ts. Types and a key only.
import type { TSchema } from "typebox/type";
import type { Access } from "#schemas/access.ts";
import {
  type AuditEntry,
  type Context,
  type Db,
  type Dialect,
  type JobContext,
  type Offers,
  offerKey,
  type Who,
} from "#server";
import type { Loss, Thing } from "../../contract.ts";

/** With what an act of another area is tried or done: of a job. */
export interface ThingActDoing {
  /** The open transaction; of a trial, a reader. */
  db: Db;
  dialect: Dialect;
  event: { id: number; app_id: number };
  who: Who;
  now: Date;
  offered: Offers;
  /** The language of what is said. */
  locale: string;
  say: (key: string, values?: Record<string, unknown>) => string;
  /** The same in another language, such as that of whom a letter goes to. */
  speak: JobContext["speak"];
  /** Not in a trial, which only tells. */
  writes: boolean;
  audit: (entry: AuditEntry) => Promise<void>;
  /** Writes a letter, which goes out once the block has committed. */
  mail: (draft: Parameters<JobContext["mail"]>[1]) => Promise<void>;
}

/** What an act does to one profile, or would do: it leaves it out with a reason, or changes what the area keeps of it. */
export type ThingActed =
  | { left: string }
  | {
      /** In words, for the examples of a preview. */
      before?: string;
      after?: string;
      /** What does not simply go along with it; the preview and the report sum it up. */
      losses?: readonly Loss[];
      /** What `undo` needs, kept as JSON. */
      kept?: unknown;
    };

/**
 * An act on many profiles that another area does. An order names it as `{ do: "other", act: key, with: … }`; its entry in the menu
 * and what there is to choose stand in the slot `event-data.bulk` (`BulkActPart`). Selecting, the trial, progress, calling off, the
 * file of who was left out and the ten minutes of undoing are those of any act on many.
 */
export interface ThingAct {
  /** Unique among all areas: `area.what`. */
  key: string;
  /** What is needed beside the right to write profiles. */
  access?: Access;
  /** The shape of `with`. */
  order: TSchema;
  /** Refuses at once what the job would refuse later. What it answers is the order of the job, such as with what holds in this moment. */
  check?(asking: Pick<Context, "db" | "event" | "deps">, order: unknown): Promise<unknown>;
  /** Up to 500 profiles, by their ids what is done to each; whoever is missing in the answer is as the act wants them already. */
  run(doing: ThingActDoing, order: unknown, things: readonly Thing[]): Promise<ReadonlyMap<number, ThingActed>>;
  /** Takes back what was done to profiles that are still there; answers those that it leaves alone, and what could not come back. Without it the act cannot be undone. */
  undo?(
    doing: ThingActDoing,
    all: readonly { thing: Thing; kept: unknown }[],
  ): Promise<ReadonlyMap<number, ThingActed>>;
}
export const thingActKey = offerKey<ThingAct>("event-data.act");
