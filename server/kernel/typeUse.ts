// Who needs a data type: areas tell what of theirs names one, so that nobody removes a type that is needed.
import type { AppAccess, Db } from "./context.ts";
import { offerKey } from "./offers.ts";

/** Where a data type is needed, and how often. */
export interface TypeUse {
  typeId: number;
  /** The event; 0 for the whole app. */
  eventId: number;
  count: number;
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
  /** Of these events, or of all of the app's, and of the app itself. */
  uses(context: { db: Db; app: Pick<AppAccess, "id"> }, eventIds?: readonly number[]): Promise<readonly TypeUse[]>;
}

/**
 * The key under which areas tell where they need data types.
 * @example offers: [typeUser.given({ label: "event-data:typeUse.profiles", path: "/event-data/{eventId}/type/{typeId}", uses })]
 */
export const typeUser = offerKey<TypeUser>("house.type-user");
