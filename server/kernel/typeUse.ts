// Who needs a data type: areas tell what of theirs names one, so that nobody removes a type that is needed.
import type { Dialect } from "../db/dialect.ts";
import type { AppAccess, Db } from "./context.ts";
import { offerKey } from "./offers.ts";
import type { JobContext } from "./plugins.ts";

/** Where a data type is needed, and how often. */
export interface TypeUse {
  typeId: number;
  /** The event; 0 for the whole app. */
  eventId: number;
  count: number;
}

/** Two data types of an app, of which the first is to become the second. */
export interface TypePair {
  appId: number;
  /** Every event of the app. */
  eventIds: readonly number[];
  from: number;
  to: number;
}

/** What a merge of data types comes to besides what is counted as use: a translation key with `count`. */
export interface TypeEffect {
  label: string;
  eventId: number;
  count: number;
}

/** What an area does when one data type becomes another. Each step is a transaction of its own and may be done again. */
export interface TypeMerging {
  /** Told before: whom else than profiles of the first it concerns. */
  effects?(db: Db, pair: TypePair): Promise<readonly TypeEffect[]>;
  /** Names the second beside the first, wherever that is named. */
  join?(db: Db, pair: TypePair, merging: MergingTypes): Promise<void>;
  /** Moves some of what has the first type in an event to the second, beyond a place; nothing is answered when all have been. */
  move?(db: Db, pair: TypePair, eventId: number, moving: MovingTypes): Promise<Moved | undefined>;
  /** Takes the first out, wherever it is named. */
  leave?(db: Db, pair: TypePair, merging: MergingTypes): Promise<void>;
  /**
   * The same in the transaction that takes the first type away, for what names types without keeping them from going: whoever
   * writes such a name holds the type (`holdTypes`), and so has committed before or finds it gone.
   */
  last?(db: Db, pair: TypePair): Promise<void>;
}

/** What such a step is made with. */
export interface MergingTypes {
  dialect: Dialect;
  now: Date;
  audit: JobContext["audit"];
  /** Has another job run afterwards. */
  follow: JobContext["follow"];
}

/** What some of a move is made with. */
export interface MovingTypes extends MergingTypes {
  /** The place that an earlier part came to; 0 at the beginning. */
  after: number;
  /** Whether the same transaction may move more: nobody waits for its end, nor has called it off. */
  goesOn: () => boolean;
}

/** How many have moved, and the place to go on from. */
export interface Moved {
  count: number;
  after: number;
}

/** What an area tells. */
export interface TypeUser {
  /** Translation key of what needs the type, with `count`; for example `event-data:typeUse.profiles`. */
  label: string;
  /** Address of the list that shows it; may hold {eventId} and {typeId}. */
  path: string;
  /** The same for what the whole app has. */
  appPath?: string;
  /** What is counted are the profiles themselves. */
  isProfiles?: boolean;
  /** What is counted keeps the type in the app, and goes on in an event that has given the type up. */
  staysWithout?: boolean;
  merging?: TypeMerging;
  /** Of these events, or of all of the app's, and of the app itself. */
  uses(context: { db: Db; app: Pick<AppAccess, "id"> }, eventIds?: readonly number[]): Promise<readonly TypeUse[]>;
}

/**
 * The key under which areas tell where they need data types.
 * @example offers: [typeUser.given({ label: "event-data:typeUse.profiles", path: "/event-data/{eventId}/type/{typeId}", uses })]
 */
export const typeUser = offerKey<TypeUser>("house.type-user");
