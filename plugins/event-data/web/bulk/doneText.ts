// What an act on many has done, in words.
import { formatNumber, t } from "#web";
import type { BulkActPart, LastBulk } from "../../contract.ts";

const DONE = {
  ...{ edit: "changed", move: "changed", group: "changed" },
  ...{ activate: "activated", deactivate: "deactivated", merge: "merged", remove: "removed" },
  import: "imported",
  other: "changed",
} as const satisfies Record<LastBulk["do"], string>;

/** What was done, in one sentence. */
export function doneText(isCut: boolean, changed: number, act: Pick<LastBulk, "do">, other?: BulkActPart): string {
  if (isCut) {
    const some = other?.isTyped ? "stoppedForGood" : "stopped";
    return t(`event-data:bulk.${changed > 0 ? some : "stoppedAtOnce"}`);
  }
  const key = other ? `${other.words}.done` : `event-data:bulk.${DONE[act.do]}`;
  return t(key, { count: changed, number: formatNumber(changed) });
}
