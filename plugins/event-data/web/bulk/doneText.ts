// What an act on many has done, in words.
import { formatNumber, t } from "#web";
import type { BulkAct } from "../../contract.ts";

const DONE = {
  ...{ edit: "changed", move: "changed", group: "changed" },
  ...{ activate: "activated", deactivate: "deactivated", merge: "merged", remove: "removed" },
} as const satisfies Record<BulkAct["do"], string>;

/** What was done, in one sentence. */
export function doneText(isCut: boolean, changed: number, act: Pick<BulkAct, "do">): string {
  if (isCut) return t(changed > 0 ? "event-data:bulk.stopped" : "event-data:bulk.stoppedAtOnce");
  return t(`event-data:bulk.${DONE[act.do]}`, { count: changed, number: formatNumber(changed) });
}
