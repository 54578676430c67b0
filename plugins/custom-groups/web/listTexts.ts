// What came of a list of members, and of its undoing.
import { formatNumber, t } from "#web";
import type { MembersImport } from "../contract.ts";
import type { Undone } from "./memberJobs.ts";

/** What came of a list, for whoever has left its dialog. */
export function doneText({ added, removed, errors, more }: MembersImport): string {
  const counts = { "did.added": added, "did.removed": removed, leftOut: errors.length + more };
  return Object.entries(counts)
    .filter(([key, count]) => count > 0 || key === "did.added")
    .map(([key, count]) => t(`custom-groups:import.${key}`, { count, number: formatNumber(count) }))
    .join(" ");
}

/** What came of an undoing. */
export function undoneText({ removed, added, isStopped }: Undone): string {
  const out = t("custom-groups:undo.removed", { count: removed, number: formatNumber(removed) });
  const back = t("custom-groups:undo.added", { count: added, number: formatNumber(added) });
  const parts = [isStopped && t("common:undoStopped"), removed > 0 && out, added > 0 && back];
  return parts.filter(Boolean).join(" ") || out;
}
