// Sets of profiles that another area keeps, and where they are named. Types only.

/** One set of profiles, such as a custom group. */
export interface ThingSet {
  id: number;
  name: string;
  /** Whether profiles are put in and taken out by hand; otherwise a rule decides. */
  byHand: boolean;
}

/** Where something that is kept names a set. */
export interface SetNaming {
  setId: number;
  /** null where it is somebody else's own. */
  name: string | null;
  /** Address that shows it; null with the name. */
  path: string | null;
}
