// Who may give how much: nobody gives a role, events or permissions that they do not have themselves.
import type { Problem } from "#schemas/problem.ts";
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

/** What is too much in a grant, by field: in words, and as texts of the dashboard. */
interface Excess {
  fields: Record<string, string>;
  reasons: NonNullable<Problem["reasons"]>;
}

const ALL = -1;

/** Keys that a grant holds in the end. */
export function keysOf({ roleId, overrides }: Grant): Record<string, boolean> {
  return permissionsOf(roleId, JSON.stringify(overrides));
}

/** Why a grant is more than its giver has: the role, events, or permissions; undefined when it is not. */
export function excessOf(giver: Power, grant: Grant): Excess | undefined {
  const excess: Excess = { fields: {}, reasons: {} };
  const add = (field: string, message: string, text: string, values = {}) => {
    excess.fields[field] = message;
    excess.reasons[field] = { text, values };
  };
  if (grant.roleId < giver.accessRole)
    add("role_id", "Choose a role that is no stronger than your own", "problem:field.strongerRole");
  const covers =
    giver.allowedEvents.includes(ALL) || grant.allowedEvents.every((id) => giver.allowedEvents.includes(id));
  if (!covers) add("allowed_containers", "Choose among the events that you may open", "problem:field.eventsOfYours");
  const more = Object.entries(keysOf(grant)).filter(([key, held]) => held && giver.permissions[key] !== true);
  const keys = more.map(([key]) => key).join(", ");
  if (keys) add("overrides", `You do not have ${keys}; withhold it`, "problem:field.withhold", { keys });
  return Object.keys(excess.fields).length > 0 ? excess : undefined;
}
