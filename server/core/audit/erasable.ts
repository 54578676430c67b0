// What areas say of objects that come and go, so that the history can forget many of them at once.
import type { Dialect } from "../../db/dialect.ts";
import type { Db } from "../../kernel/context.ts";
import { type Offers, offerKey } from "../../kernel/offers.ts";

/** With what it is asked which objects are there. */
export interface ErasableAsking {
  db: Db;
  dialect: Dialect;
  event: { id: number; app_id: number };
  offered: Offers;
}

/** An object that is erased, with what was told of it until then. */
export interface Forgotten {
  id: number;
  /** In lower case. */
  addresses: readonly string[];
}

/** Objects of one type. */
export interface Erasable {
  /** The type under which the history knows them. */
  type: string;
  /** Which of these are there: nothing of them is erased. */
  there: (asking: ErasableAsking, ids: readonly number[]) => Promise<Iterable<number>>;
  /** From here until the transaction ends nothing that was gone comes back. */
  hold?: (asking: ErasableAsking) => Promise<void>;
  /** Takes away what is kept of them beside their rows, in the transaction that erases them: from then on nothing brings them back. */
  forget?: (asking: ErasableAsking, gone: readonly Forgotten[]) => Promise<void>;
}

/**
 * The key under which areas offer it.
 * @example offers: [erasable.given({ type: "session", there: ({ db, event }, ids) => listIds(db, event.id, ids) })]
 */
export const erasable = offerKey<Erasable>("house.erasable");
