// What areas say of ids and keys in the history, so that people read names.
import type { Field } from "#schemas/fields.ts";
import type { Dialect } from "../../db/dialect.ts";
import { isOneOf } from "../../db/rows.ts";
import type { Db } from "../../kernel/context.ts";
import { type Offers, offerKey } from "../../kernel/offers.ts";
import { listEventIdsOf } from "../events/types.ts";

/** With what names are asked for. */
export interface ReferredAsking {
  db: Db;
  dialect: Dialect;
  appId: number;
  offered: Offers;
}

/** What fields of the history name by ids. */
export interface Referred {
  /** Names of the fields, at whatever depth they stand. */
  fields: readonly string[];
  /** The type under which the history knows them, if it does: what is gone is called what it was called last. */
  type?: string;
  /** What those are called that are there, in all events of the app. */
  names: (asking: ReferredAsking, ids: readonly number[]) => Promise<Iterable<readonly [id: number, name: string]>>;
}

/** Names from a table whose rows have an id, an event and a name. */
export function namesIn(table: string): Referred["names"] {
  return async ({ db, dialect, appId }, ids) => {
    const rows = await db
      .withTables<Record<string, { id: number; event_id: number; name: string }>>()
      .selectFrom(table)
      .select(["id", "event_id", "name"])
      .where(isOneOf(dialect.kind, "id", ids))
      .execute();
    // Asked for with the ids, SQLite would go along all rows of these events.
    const events = new Set(await listEventIdsOf(db, appId));
    return rows.filter((row) => events.has(row.event_id)).map(({ id, name }) => [Number(id), String(name)] as const);
  };
}

/**
 * The key under which areas offer it.
 * @example offers: [referred.given({ fields: ["stage_id"], names: namesIn("agenda_stage") })]
 */
export const referred = offerKey<Referred>("house.referred");

/** The key under which an area offers the questions whose answers the history tells under `fields.KEY`. */
export const askedFields = offerKey<{
  list(db: Db, event: { id: number; app_id: number }): Promise<Field[]>;
}>("house.asked-fields");
