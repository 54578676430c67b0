// How far a profile has come, and what activating and deactivating make of it.
import type * as Type from "typebox/type";
import { oneOf } from "#schemas/scalars.ts";

/** From imported to active; who is blocked sees nothing of the event. */
export const STATUSES = ["imported", "invited", "active", "blocked"] as const;
export const Status = oneOf(STATUSES, "imported, invited, active or blocked");
export type Status = Type.Static<typeof Status>;

/** The status that a profile has after each of the two acts. */
export const STATUS_AFTER = { activate: "active", deactivate: "blocked" } as const;

/** How far somebody has come by their own doing; to be blocked is nothing that one comes to. */
const WAY: readonly string[] = ["imported", "invited", "active"];

/** Whether the second of two statuses is further on that way than the first. */
export function isFurther(one: string, other: string): boolean {
  return WAY.includes(one) && WAY.indexOf(other) > WAY.indexOf(one);
}
