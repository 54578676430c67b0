// The commands that a person used last, kept in this browser for each person.
import type { Kept } from "../../kernel/store/kept.ts";

const KEY = "recent";
const MOST = 6;

/** Ids, the latest first. */
export function recentIds(local: Kept, userId: number | undefined): string[] {
  const found = local.read(KEY) as { userId?: number; ids?: unknown } | null | undefined;
  if (!found || found.userId !== userId || !Array.isArray(found.ids)) return [];
  return found.ids.filter((id): id is string => typeof id === "string").slice(0, MOST);
}

export function rememberId(local: Kept, userId: number | undefined, id: string): void {
  const ids = [id, ...recentIds(local, userId).filter((one) => one !== id)].slice(0, MOST);
  local.write(KEY, { userId, ids });
}
