// Proves the history: every line must carry the hash of its facts and of the line before it.
import type { Kysely, Selectable } from "kysely";
import type { AuditTable, CoreTables } from "../../db/tables.ts";
import { hashOf, valuesHashOf } from "./audit.ts";
import { ERASE } from "./erase.ts";
import { foldedOf } from "./folded.ts";

const BLOCK = 2000;

type Line = Selectable<AuditTable>;

/** The first line that does not fit, and in what way. */
export interface Break {
  id: number;
  reason: "changed" | "missing before";
}

/** What was found. `lastHash`, noted elsewhere, later proves that the end was not cut off either. */
export interface Verified {
  lines: number;
  /** Lines whose values were erased, as a later line tells. */
  erased: number;
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
  const erased = new Set<number>();
  const told = new Set<number>();
  const result = () => ({ lines, erased: erased.size, lastHash });
  for (;;) {
    const block = await db
      .selectFrom("core_audit")
      .selectAll()
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(BLOCK)
      .execute();
    for (const line of block) {
      if (line.previous_hash !== lastHash) return { ...result(), broken: { id: line.id, reason: "missing before" } };
      if (isChanged(line)) return { ...result(), broken: { id: line.id, reason: "changed" } };
      if (line.erased_at !== null) erased.add(line.id);
      for (const id of linesTold(line)) told.add(id);
      lines++;
      if (line.hash === noted) found = lines;
      lastHash = line.hash;
      lastId = line.id;
    }
    if (block.length === BLOCK) continue;
    const untold = [...erased].find((id) => !told.has(id));
    if (untold !== undefined) return { ...result(), broken: { id: untold, reason: "changed" } };
    return { ...result(), ...(noted === undefined ? {} : { since: found === undefined ? found : lines - found }) };
  }
}

/** Whether a line does not say any more what it said. Of one of an earlier version that was erased only its place is left to prove. */
function isChanged(line: Line): boolean {
  if (line.erased_at === null) {
    if (line.values_hash !== null && valuesHashOf(line) !== line.values_hash) return true;
    return hashOf(line) !== line.hash;
  }
  if (line.object_label !== "" || line.before !== null || line.after !== null) return true;
  if (line.folded !== null && line.folded !== foldedOf([line.actor_label])) return true;
  return line.values_hash !== null && hashOf(line) !== line.hash;
}

/** Which lines a line says were erased. */
function linesTold({ action, after }: Line): number[] {
  if (action !== ERASE || after === null) return [];
  const { lines } = JSON.parse(after) as { lines?: unknown };
  return Array.isArray(lines) ? lines.filter((id) => typeof id === "number") : [];
}
