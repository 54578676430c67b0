// Why profiles are suspected to be the same person.
import { t } from "#web";
import type { Pair } from "../contract.ts";

/** Why two profiles are suspected, in words. */
export function reasonsText(reasons: Pair["reasons"]): string {
  return reasons.map((reason) => t(`duplicates:reason.${reason}`)).join(", ");
}
