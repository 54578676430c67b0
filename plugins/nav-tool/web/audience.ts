// The simulated audience: every fact that a condition may ask about, chosen by hand.
import type { Environment, EventPhase, Facts } from "#schemas/condition.ts";
import type { RoleFacts } from "../contract.ts";

export interface Audience {
  roleId: number;
  /** Undefined: as the role has them. */
  permissions: readonly string[] | undefined;
  flags: readonly string[];
  event: "none" | EventPhase;
  format: string;
  environment: Environment;
  /** `YYYY-MM-DD`. */
  today: string;
}

/** Event formats that the specification and the demo name. */
export const FORMATS = ["in_person", "virtual", "hybrid", "engagement_hub"] as const;

/** Permission keys of an audience. */
export function permissionsOf({ permissions, roleId }: Audience, roles: readonly RoleFacts[]): readonly string[] {
  return permissions ?? roles.find((role) => role.id === roleId)?.permissions ?? [];
}

/** The audience in the language of conditions. Every fact is known: a simulated audience never waits. */
export function factsOf(audience: Audience, roles: readonly RoleFacts[], allFlags: readonly string[]): Facts {
  const held = permissionsOf(audience, roles);
  return {
    accessRole: audience.roleId,
    permissions: Object.fromEntries(held.map((key) => [key, true])),
    flags: Object.fromEntries(allFlags.map((key) => [key, audience.flags.includes(key)])),
    event: audience.event === "none" ? null : { format: audience.format, phase: audience.event },
    environment: audience.environment,
    today: audience.today,
  };
}
