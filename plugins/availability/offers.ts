// What this area gives to other areas on the server, and what it takes from them. Types and keys only.
import { type Db, type Offers, offerKey, type Who } from "#server";
import type { Span, Taken } from "./contract.ts";

/** When participants are available. */
export interface Availabilities {
  /** By profile, the times of those who are not available throughout; none for whoever is not at all. */
  of(db: Db, eventId: number, thingIds: readonly number[]): Promise<ReadonlyMap<number, readonly Span[]>>;
}
export const availabilitiesKey = offerKey<Availabilities>("availability.times");

/** With what it is asked what takes up somebody's time. */
export interface TakenAsking {
  db: Db;
  eventId: number;
  who: Pick<Who, "accessRole" | "permissions">;
  offered: Offers;
}

/** What takes up the time of participants. */
export interface TakenTimes {
  /** With whom, as the asker may read it. */
  of(asking: TakenAsking, thingId: number): Promise<readonly Taken[]>;
  /** By profile, spans that end after an instant. */
  ahead(
    db: Db,
    eventId: number,
    thingIds: readonly number[],
    after: Date,
  ): Promise<ReadonlyMap<number, readonly Span[]>>;
}
export const takenTimesKey = offerKey<TakenTimes>("availability.taken");
