// The word by which the texts call an act.
import type { BulkAct } from "../../contract.ts";
import type { Doing } from "./act.ts";

/** How an act is called in the texts. */
export function wordOf(act: BulkAct): Exclude<Doing, "move"> {
  if (act.do === "group") return act.is;
  return act.do === "move" ? "edit" : act.do;
}
