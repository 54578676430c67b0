// Column types of this area's tables.
import type { Generated } from "kysely";

export type DuplicatesTables = {
  duplicates_key: KeyTable;
  duplicates_phone: PhoneTable;
  duplicates_pair: PairTable;
  duplicates_search: SearchTable;
  duplicates_merge: MergeTable;
};

/** What a profile could be confused by, as of one of its revisions. Profiles that share a key are compared. */
export interface KeyTable {
  thing_id: number;
  event_id: number;
  rev: number;
  registration: string;
  mail: string;
  name: string;
  near: string;
  alone: string;
}

/** The keys of which a profile may have several: its telephone numbers, each once. They come and go with its others. */
export interface PhoneTable {
  thing_id: number;
  event_id: number;
  phone: string;
}

/** The searches of an event. */
export interface SearchTable {
  event_id: number;
  /** When the last one began that came to its end; empty until one has. */
  at: string;
  number: number;
  /** JSON list of the own fields that it did not look at. */
  hidden: string;
  /** JSON list of the own fields that were telephone numbers by their kind; empty until the event is searched by kinds. */
  phones: string;
  /** JSON of both lists as of searches since the last whole one, whose pairs are still there; empty while there are none. */
  unfinished: string;
  /** How many keys the last whole one met that too many profiles share. */
  crowded: Generated<number>;
}

export interface PairTable {
  id: Generated<number>;
  event_id: number;
  /** The lower id. */
  one_id: number;
  other_id: number;
  score: number;
  /** JSON list. */
  reasons: string;
  state: string;
  /** Number of the search that found it last. */
  found_by: number;
}

export interface MergeTable {
  id: Generated<number>;
  event_id: number;
  kept_id: number;
  dropped_id: number;
  /** Revision of the kept profile right after the merge. */
  rev: number;
  /** JSON of both rows as they were, of the kept one after it, of what each area needs to move back, and of what was told about it. */
  before: string;
  at: string;
  undone_at: string | null;
  /** Who made it; null for those of before this was kept. */
  user_id: number | null;
  /** What the one that went was called, and the same folded; empty once one of the two is erased. */
  dropped_name: Generated<string>;
  dropped_key: Generated<string>;
  /** 1 as long as it can be undone; 0 once it has been, or one of the two is erased. */
  stands: Generated<number>;
}
