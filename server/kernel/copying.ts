// What areas take along when an event is copied. Each copies its own tables; without its folder nothing is missed.
import type { Context, Db } from "./context.ts";
import { type Offers, offerKey } from "./offers.ts";

type Copying = Pick<Context, "now" | "audit" | "dialect"> & { db: Db; from: number; to: number; offered: Offers };

/** What an area copies from one event into a new one, in the transaction that makes it. */
export interface EventCopying {
  area: string;
  copy: (context: Copying) => Promise<void>;
  /** What names things of other areas: once all have copied theirs. */
  afterwards?: (context: Copying) => Promise<void>;
}

/**
 * The key under which areas offer to take their part along.
 * @example offers: [eventCopying.given({ area: "agenda", copy })]
 */
export const eventCopying = offerKey<EventCopying>("house.event-copying");
