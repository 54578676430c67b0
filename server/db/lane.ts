// How a question says that it may take long, so that it never stands in front of those that are quick.
import { sql } from "kysely";

/** Stands before a question of unknown length; `isSlow` knows it again. */
export const SLOW = sql`/* slow */`;

/** Whether a question was marked as one that may take long. */
export function isSlow(query: string): boolean {
  return /^\s*\/\* slow \*\//.test(query);
}
