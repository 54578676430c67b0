// The texts by which an act is called.
import type { BrowserSettings } from "#schemas/core.ts";
import type { BulkAct, BulkActPart } from "../../contract.ts";
import type { Doing } from "./act.ts";

/** How an act is called in the texts. */
export function wordOf(act: BulkAct): Exclude<Doing, "move"> {
  if (act.do === "group") return act.is;
  return act.do === "move" ? "edit" : act.do;
}

/** The key of a text about an act: of another area's, that area's own. */
export function keyOf(kind: "do" | "title" | "apply" | "would" | "did", word: Doing, other?: BulkActPart): string {
  return other ? `${other.words}.${kind}` : `event-data:bulk.${kind}.${word}`;
}

/** The key of the button that does an act. */
export function applyKeyOf(act: BulkAct, other: BulkActPart | undefined, settings: BrowserSettings): string {
  return other?.apply?.(settings) ?? keyOf("apply", wordOf(act), other);
}
