// What each role may do unless a membership says otherwise.
import { PERMISSION_KEYS, ROLES } from "#schemas/scalars.ts";

const ALL = new Set<string>(PERMISSION_KEYS);
const without = (...keys: string[]) => new Set([...ALL].filter((key) => !keys.includes(key)));

/** Keys by the weakest role id that still holds them; the first entry whose id is at least the role's counts. */
const KEYS_UP_TO: readonly [roleId: number, keys: ReadonlySet<string>][] = [
  [3, ALL],
  [95, without("create_type")],
  [200, without("create_type", "user_management", "plugins", "extensions")],
  [299, without("create_type", "user_management", "plugins")],
  [9999, new Set(["things"])],
];

/** Every permission key, true or false, for a role and what the membership changes of it (JSON map or null). */
export function permissionsOf(roleId: number, changes: string | null): Record<string, boolean> {
  const held = KEYS_UP_TO.find(([upTo]) => roleId <= upTo)?.[1] ?? new Set();
  const changed = changes ? (JSON.parse(changes) as Record<string, boolean>) : {};
  return Object.fromEntries(PERMISSION_KEYS.map((key) => [key, changed[key] ?? held.has(key)]));
}

/** A role's name for people. */
export function roleName(roleId: number): string {
  return ROLES.find((role) => role.id === roleId)?.label ?? `Role ${roleId}`;
}
