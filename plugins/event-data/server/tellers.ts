// What other areas tell in the histories of profiles, for those who read that in the areas themselves.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import type { Offers, Who } from "#server";
import { thingTellerKey } from "../offers.ts";

type Reader = Pick<Who, "accessRole" | "permissions">;

/** The actions of areas that somebody may not read. */
export function keptFrom(offered: Offers, { accessRole, permissions }: Reader): string[] {
  return offered(thingTellerKey).flatMap(({ actions, access }) =>
    access === "public" || isAllowed(accessCondition(access), { accessRole, permissions }) === true ? [] : actions,
  );
}

/** Lines without those of areas that somebody may not read. */
export function toldTo<L extends { action: string }>(lines: readonly L[], offered: Offers, reader: Reader): L[] {
  const kept = new Set(keptFrom(offered, reader));
  return kept.size === 0 ? [...lines] : lines.filter(({ action }) => !kept.has(action));
}
