import { describe, expect, test } from "vitest";
import { excessOf, permissionsOf } from "#server";
import { checkSuperAdminsLeft, differing, explainKeys, explainPage, mayManage } from "../server/rules.ts";

const power = (roleId: number, allowedEvents = [-1], overrides: Record<string, boolean> = {}) => ({
  accessRole: roleId,
  permissions: permissionsOf(roleId, JSON.stringify(overrides)),
  allowedEvents,
});
const grant = (roleId: number, allowedEvents = [-1], overrides: Record<string, boolean> = {}) => ({
  roleId,
  allowedEvents,
  overrides,
});

describe("giving access", () => {
  test.each([
    ["a weaker role", power(3), grant(95), undefined],
    ["one's own role", power(3), grant(3), undefined],
    ["a stronger role", power(3), grant(2), ["role_id"]],
    ["all events when one has some", power(3, [5]), grant(95), ["allowed_containers"]],
    ["another event than one's own", power(3, [5]), grant(95, [6]), ["allowed_containers"]],
    ["one of one's own events", power(3, [5, 6]), grant(95, [6]), undefined],
    ["a permission that was withheld from oneself", power(3, [-1], { plugins: false }), grant(95), ["overrides"]],
    [
      "the same without that permission",
      power(3, [-1], { plugins: false }),
      grant(95, [-1], { plugins: false }),
      undefined,
    ],
  ])("%s", (_, giver, given, fields) => {
    const excess = excessOf(giver, given);

    expect(excess && Object.keys(excess.fields)).toEqual(fields);
    expect(excess && Object.keys(excess.reasons)).toEqual(fields);
    expect(mayManage(giver, given)).toBe(fields === undefined);
  });

  test("keeps only what differs from the role", () => {
    expect(differing(95, { things: true, create_type: true, plugins: false })).toEqual({
      create_type: true,
      plugins: false,
    });
  });

  test("leaves at least one super admin", () => {
    expect(() => checkSuperAdminsLeft(0)).toThrow("admin-access.last_super_admin");
    expect(() => checkSuperAdminsLeft(1)).not.toThrow();
  });
});

describe("why somebody may do something", () => {
  test("is the role, or what was granted or withheld beside it", () => {
    const because = Object.fromEntries(
      explainKeys(grant(200, [-1], { plugins: true, things: false })).map(({ key, because: why }) => [key, why]),
    );

    expect(because).toMatchObject({
      meetings: "role",
      plugins: "granted",
      things: "withheld",
      create_type: "not_in_role",
    });
  });

  test("and what is in the way of a page is the role that would do, or the permissions of which one would", () => {
    const access = { all: [{ accessRole: 94 }, { permission: ["plugins"] }] };
    const page = explainPage({ id: "x", title: "x:title", access, allowed: false }, grant(200));

    expect(page).toEqual({
      route: "x",
      title: "x:title",
      allowed: false,
      needs_role: 94,
      needs_permissions: ["plugins"],
    });
  });
});
