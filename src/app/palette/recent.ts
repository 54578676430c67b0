// The commands that a person used last, kept in this browser for each person.
import type { Kept } from "../../kernel/store/kept.ts";
import type { Command } from "./commands.ts";

const KEY = "recent";
const MOST = 6;

/** Ids, the latest first. */
export function recentIds(local: Kept, userId: number | undefined): string[] {
  const found = local.read(KEY) as { userId?: number; ids?: unknown } | null | undefined;
  if (!found || found.userId !== userId || !Array.isArray(found.ids)) return [];
  return found.ids.filter((id): id is string => typeof id === "string").slice(0, MOST);
}

/** What was found by its name is no command, and cannot be offered again without being looked for. */
export function rememberId(local: Kept, userId: number | undefined, { id, kind }: Pick<Command, "id" | "kind">): void {
  if (kind === "found") return;
  const ids = [id, ...recentIds(local, userId).filter((one) => one !== id)].slice(0, MOST);
  local.write(KEY, { userId, ids });
}
