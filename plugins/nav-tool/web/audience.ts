// The simulated audience: every fact that a condition may ask about, chosen by hand.
import type { Environment, EventPhase, Facts } from "#schemas/condition.ts";
import { PERMISSION_KEYS } from "#schemas/scalars.ts";
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

export const EVENTS: readonly Audience["event"][] = ["none", "before", "live", "after"];
export const ENVIRONMENTS: readonly Environment[] = ["production", "staging", "development"];
/** In the address a list that is empty, which is another thing than none. */
const NO_KEY = "none";

/** The audience that an address tells; what it does not tell, or nobody knows, is as usual. */
export function audienceIn(params: URLSearchParams, usual: Audience, roles: readonly RoleFacts[]): Audience {
  const oneOf = <T extends string>(name: string, all: readonly T[], other: T): T =>
    all.find((one) => one === params.get(name)) ?? other;
  const listOf = <T>(name: string, all: readonly string[], other: T) => {
    const keys = params.get(name)?.split(",");
    return keys ? all.filter((key) => keys.includes(key)) : other;
  };
  const today = params.get("today") ?? "";
  return {
    roleId: roles.find(({ id }) => String(id) === params.get("role"))?.id ?? usual.roleId,
    permissions: listOf("permissions", PERMISSION_KEYS, usual.permissions),
    flags: listOf("flags", usual.flags, usual.flags),
    event: oneOf("phase", EVENTS, usual.event),
    format: oneOf("format", FORMATS, usual.format as (typeof FORMATS)[number]),
    environment: oneOf("environment", ENVIRONMENTS, usual.environment),
    today: isDay(today) ? today : usual.today,
  };
}

/** What of it the address tells: what is otherwise than usual. */
export function audienceAddress(audience: Audience, usual: Audience): Record<string, string | undefined> {
  const { roleId, permissions, flags, event, format, environment, today } = audience;
  const unless = (value: string, other: string) => (value === other ? undefined : value);
  const keys = (all: readonly string[]) => all.join(",") || NO_KEY;
  return {
    role: unless(String(roleId), String(usual.roleId)),
    permissions: permissions && keys(permissions),
    flags: flags.length === usual.flags.length ? undefined : keys(flags),
    phase: unless(event, usual.event),
    format: unless(format, usual.format),
    environment: unless(environment, usual.environment),
    today: unless(today, usual.today),
  };
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
