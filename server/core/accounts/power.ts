// Who may give how much: nobody gives a role, events or permissions that they do not have themselves.
import { permissionsOf } from "../roles/roles.ts";

/** What somebody may do in the app. */
export interface Power {
  accessRole: number;
  permissions: Readonly<Record<string, boolean>>;
  allowedEvents: readonly number[];
}

/** What a membership says, or will say. */
export interface Grant {
  roleId: number;
  allowedEvents: readonly number[];
  /** Keys that differ from the role's. */
  overrides: Readonly<Record<string, boolean>>;
}

const ALL = -1;

/** Keys that a grant holds in the end. */
export function keysOf({ roleId, overrides }: Grant): Record<string, boolean> {
  return permissionsOf(roleId, JSON.stringify(overrides));
}

/** Why a grant is more than its giver has: the role, events, or permissions; undefined when it is not. */
export function excessOf(giver: Power, grant: Grant): Record<string, string> | undefined {
  const fields: Record<string, string> = {};
  if (grant.roleId < giver.accessRole) fields["role_id"] = "Choose a role that is no stronger than your own";
  const covers =
    giver.allowedEvents.includes(ALL) || grant.allowedEvents.every((id) => giver.allowedEvents.includes(id));
  if (!covers) fields["allowed_containers"] = "Choose among the events that you may open";
  const keys = Object.entries(keysOf(grant)).filter(([key, held]) => held && giver.permissions[key] !== true);
  if (keys.length > 0) fields["overrides"] = `You do not have ${keys.map(([key]) => key).join(", ")}; withhold it`;
  return Object.keys(fields).length > 0 ? fields : undefined;
}
