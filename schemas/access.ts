// The one judge: may this person see or do this? Navigation, route guard, server and linter all ask here.
import * as Type from "typebox/type";
import { type Condition, evaluate, type Facts, type Truth } from "./condition.ts";
import { AccessRoleId, PermissionKey } from "./scalars.ts";

/** What an endpoint asks of the person: a role threshold, at least one of some permission keys, and every one of others. */
export const Access = Type.Object(
  {
    accessRole: Type.Optional(AccessRoleId),
    permissions: Type.Optional(Type.Array(PermissionKey)),
    alsoPermissions: Type.Optional(
      Type.Array(PermissionKey, { description: "Each of them is needed beside one of the others" }),
    ),
  },
  { additionalProperties: false },
);
export type Access = Type.Static<typeof Access>;

/** The same demand in the language of conditions, so that there is one evaluation only. */
export function accessCondition(access: Access): Condition | undefined {
  const parts: Condition[] = [];
  if (access.accessRole !== undefined) parts.push({ accessRole: access.accessRole });
  if (access.permissions?.length) parts.push({ permission: access.permissions });
  for (const key of access.alsoPermissions ?? []) parts.push({ permission: [key] });
  return parts.length === 0 ? undefined : { all: parts };
}

/** Every permission key that a demand names. */
export function permissionsOf(access: Access | "public"): string[] {
  return access === "public" ? [] : [...(access.permissions ?? []), ...(access.alsoPermissions ?? [])];
}

/** True: allowed. False: refused. Undefined: a fact is missing, so access stays closed and the asker waits. */
export function isAllowed(access: Condition | undefined, facts: Facts): Truth {
  return evaluate(access, facts);
}

/** A demand that can be named: one of some permissions, or a role that is strong enough. */
export type Need = { permission: string[] } | { accessRole: number };

/** The demands that this person does not meet, as far as they can be named. */
export function missingFrom(access: Condition | undefined, facts: Facts): Need[] {
  if (access === undefined || evaluate(access, facts) !== false) return [];
  if ("all" in access) return access.all.flatMap((part) => missingFrom(part, facts));
  return "permission" in access || "accessRole" in access ? [access] : [];
}
