// What other areas keep about profiles and would not make of them as they come to be: asked of them, and told.
import type { Db, Offers, Who } from "#server";
import type { Loss, Thing } from "../../contract.ts";

/** Who asks what profiles have before them. */
export interface AheadAsking {
  db: Db;
  event: { id: number; app_id: number };
  who: Pick<Who, "accessRole" | "permissions">;
  offered: Offers;
  now: Date;
  /** The language of what is named one by one. */
  locale: string;
}

export interface Unfitting {
  /** A key with `count`. */
  label: string;
  /** Ids of what fitted profiles as they were and fits them no longer, each once. In a trial they still are as they were. */
  of(
    asking: { db: Db; eventId: number; offered: Offers },
    before: readonly Pick<Thing, "id" | "type_id">[],
    typeId: number,
  ): Promise<readonly number[]>;
  /** Some of it one by one, as the asker reads it. */
  about?(asking: AheadAsking, ids: readonly number[]): Promise<Pick<Loss, "examples">>;
}
