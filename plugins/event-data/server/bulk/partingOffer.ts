// Around profiles that leave, are blocked or come back, for areas that keep something about them, see offers.ts. Types only.
import type { AuditEntry, Offers } from "#server";

/** With what areas tell, in the histories of profiles, what became of theirs. */
export interface FollowerTelling {
  offered: Offers;
  now: Date;
  /** A line of history, in the same transaction. */
  audit(entry: AuditEntry): Promise<void>;
}

/** Around profiles that leave or are blocked. */
export interface Parting extends FollowerTelling {
  /** What they are called, for whoever is told of it. */
  named: ReadonlyMap<number, string>;
  /** Not before when those on the other side are told by mail: an act can be undone until then. Without it nobody is. */
  tellAt?: Date | undefined;
}

/** Around a profile that comes back. */
export interface ComingBack extends FollowerTelling {
  /** Those of some profiles that are in the event, or will be tried next; for whoever cannot come after all, `drop` is called. */
  there(ids: readonly number[]): Promise<ReadonlySet<number>>;
}
