// What other areas tell in the histories of profiles, for those who read that in the areas themselves.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import type { Offers, Who } from "#server";
import { thingTellerKey } from "../offers.ts";

/** Lines without those of areas that somebody may not read. */
export function toldTo<L extends { action: string }>(
  lines: readonly L[],
  offered: Offers,
  { accessRole, permissions }: Pick<Who, "accessRole" | "permissions">,
): L[] {
  const kept = new Set(
    offered(thingTellerKey).flatMap(({ actions, access }) =>
      access === "public" || isAllowed(accessCondition(access), { accessRole, permissions }) === true ? [] : actions,
    ),
  );
  return kept.size === 0 ? [...lines] : lines.filter(({ action }) => !kept.has(action));
}
