// What a person used last, kept in this browser for each person: ids alone, for whoever comes after them may look.
import type { Kept } from "../store/kept.ts";

const KEY = "recent";
/** More than are shown, for some belong to other events or apps. */
const MOST = 24;
/** What was found, by area, finder, event and row. */
const FOUND = /^found:([^:]+):([^:]+):(\d+):(.+)$/;

export interface RecentRow {
  id: string;
  area: string;
  finder: string;
  eventId: number;
  row: string;
}

export const foundId = (area: string, finder: string, eventId: number, row: string): string =>
  `found:${area}:${finder}:${eventId}:${row}`;

/** Those of some ids that were found in an event. */
export function rowsOf(ids: readonly string[], eventId: number): RecentRow[] {
  return ids.flatMap((id) => {
    const [, area = "", finder = "", event, row = ""] = FOUND.exec(id) ?? [];
    return Number(event) === eventId ? [{ id, area, finder, eventId, row }] : [];
  });
}

/** Ids, the latest first. */
export function recentIds(local: Kept, userId: number | undefined): string[] {
  const found = local.read(KEY) as { userId?: number; ids?: unknown } | null | undefined;
  if (!found || found.userId !== userId || !Array.isArray(found.ids)) return [];
  return found.ids.filter((id): id is string => typeof id === "string").slice(0, MOST);
}

/** A list of all that was found is of words that nobody kept. */
export function rememberId(local: Kept, userId: number | undefined, { id, kind }: { id: string; kind: string }): void {
  if (kind === "found" && !FOUND.test(id)) return;
  const ids = [id, ...recentIds(local, userId).filter((one) => one !== id)].slice(0, MOST);
  local.write(KEY, { userId, ids });
}
