// What the person who started a job may do now.
import type { Kysely } from "kysely";
import type { CoreTables } from "../../db/tables.ts";
import type { Who } from "../../kernel/context.ts";
import { findMembership } from "../accounts/repository.ts";
import { permissionsOf } from "../roles/roles.ts";

const NOBODY = 9999;

export async function mayOf(
  db: Kysely<CoreTables>,
  { user_id, app_id }: { user_id: number; app_id: number },
): Promise<Pick<Who, "accessRole" | "permissions" | "allowedEvents">> {
  const membership = await findMembership(db, user_id, app_id);
  const accessRole = membership?.disabled_at ? NOBODY : (membership?.role_id ?? NOBODY);
  return {
    accessRole,
    permissions: permissionsOf(accessRole, membership?.permissions ?? null),
    allowedEvents: membership ? (JSON.parse(membership.allowed_events) as number[]) : [],
  };
}
