// Proves the history: every line must carry the hash of its facts and of the line before it.
import type { Kysely } from "kysely";
import type { CoreTables } from "../../db/tables.ts";
import { hashOf } from "./audit.ts";

const BLOCK = 2000;

/** The first line that does not fit, and in what way. */
export interface Break {
  id: number;
  reason: "changed" | "missing before";
}

/** What was found. `lastHash`, noted elsewhere, later proves that the end was not cut off either. */
export interface Verified {
  lines: number;
  lastHash: string;
  broken?: Break;
  /** With `noted`: how many lines were written since; undefined where no line has that hash any more. */
  since?: number | undefined;
}

/**
 * Reads the history from its beginning to its end or its first break. Lines that were cut off at the end leave no break
 * behind: they are missed by the hash that was noted outside when they were there.
 */
export async function verifyAudit(db: Kysely<CoreTables>, noted?: string): Promise<Verified> {
  let lines = 0;
  let found: number | undefined;
  let lastHash = "";
  let lastId = 0;
  for (;;) {
    const block = await db
      .selectFrom("core_audit")
      .selectAll()
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(BLOCK)
      .execute();
    for (const line of block) {
      if (line.previous_hash !== lastHash)
        return { lines, lastHash, broken: { id: line.id, reason: "missing before" } };
      if (hashOf(line) !== line.hash) return { lines, lastHash, broken: { id: line.id, reason: "changed" } };
      lines++;
      if (line.hash === noted) found = lines;
      lastHash = line.hash;
      lastId = line.id;
    }
    if (block.length === BLOCK) continue;
    return { lines, lastHash, ...(noted === undefined ? {} : { since: found === undefined ? found : lines - found }) };
  }
}
