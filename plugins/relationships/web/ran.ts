// What came of links that were made or taken away together.
import type { LinkUndo } from "../contract.ts";

/** What a file or a matching said, or has done. */
export interface Ran<T> {
  kindId: number;
  job: number;
  result: T;
  isApplied: boolean;
}

/** What an undoing has taken away, and whether somebody stopped it before its end. */
export interface Undone extends LinkUndo {
  isStopped: boolean;
}
