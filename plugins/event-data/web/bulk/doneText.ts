// What an act on many has done, in words.
import { formatNumber, t } from "#web";
import type { LastBulk } from "../../contract.ts";

const DONE = {
  ...{ edit: "changed", move: "changed", group: "changed" },
  ...{ activate: "activated", deactivate: "deactivated", merge: "merged", remove: "removed" },
  import: "imported",
} as const satisfies Record<LastBulk["do"], string>;

/** What was done, in one sentence. */
export function doneText(isCut: boolean, changed: number, act: Pick<LastBulk, "do">): string {
  if (isCut) return t(changed > 0 ? "event-data:bulk.stopped" : "event-data:bulk.stoppedAtOnce");
  return t(`event-data:bulk.${DONE[act.do]}`, { count: changed, number: formatNumber(changed) });
}
