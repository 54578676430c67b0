// Decisions about power: nobody manages the stronger, nobody gives what they lack, nobody saws off their own branch.

import type * as Type from "typebox/type";
import { type Condition, excessOf, type Grant, keysOf, type Power, permissionsOf, problem } from "#server";
import type { ExplainedKey, ExplainedPage } from "../contract.ts";

/** Whether somebody may manage a membership: it holds nothing that they lack. */
export function mayManage(asker: Power, grant: Grant): boolean {
  return excessOf(asker, grant) === undefined;
}

/** Refuses to touch one's own access, or that of somebody stronger. */
export function checkManages(asker: Power & { id: number }, member: Grant & { userId: number }): void {
  if (member.userId === asker.id) throw problem("admin-access.own_access");
  if (!mayManage(asker, member)) throw problem("admin-access.stronger_member");
}

/** Refuses to give away more than one has. */
export function checkGrant(giver: Power, grant: Grant): void {
  const excess = excessOf(giver, grant);
  if (excess) throw problem("admin-access.too_strong", { ...excess });
}

/** Refuses to leave an app without a super admin. `left` counts those who remain after the change. */
export function checkSuperAdminsLeft(left: number): void {
  if (left < 1) throw problem("admin-access.last_super_admin");
}

/** Keeps only what differs from the role, so that a later change of roles reaches everybody whom nobody singled out. */
export function differing(roleId: number, overrides: Readonly<Record<string, boolean>>): Record<string, boolean> {
  const byRole = permissionsOf(roleId, null);
  return Object.fromEntries(Object.entries(overrides).filter(([key, held]) => byRole[key] !== held));
}

/** Each key, held or not, and where that comes from. */
export function explainKeys(grant: Grant): Type.Static<typeof ExplainedKey>[] {
  const byRole = permissionsOf(grant.roleId, null);
  return Object.entries(keysOf(grant)).map(([key, allowed]) => {
    const own = grant.overrides[key];
    const isOwn = own !== undefined && own !== byRole[key];
    return { key, allowed, because: isOwn ? (own ? "granted" : "withheld") : allowed ? "role" : "not_in_role" };
  });
}

interface Page {
  id: string;
  title: string;
  access?: Condition | undefined;
  allowed: boolean | undefined;
}

/** What stands in the way of a page: a role, or permissions of which one would do. */
export function explainPage(page: Page, grant: Grant): Type.Static<typeof ExplainedPage> {
  const keys = keysOf(grant);
  const parts = page.access === undefined ? [] : "all" in page.access ? page.access.all : [page.access];
  const told: Type.Static<typeof ExplainedPage> = { route: page.id, title: page.title, allowed: page.allowed ?? null };
  for (const part of parts) {
    if ("accessRole" in part && grant.roleId > part.accessRole) told.needs_role = part.accessRole;
    if ("permission" in part && part.permission.length > 0 && !part.permission.some((key) => keys[key])) {
      told.needs_permissions = part.permission;
    }
  }
  return told;
}
