// The decisions about profiles and invitations.
import { describe, expect, it } from "vitest";
import { permissionsOf } from "#server";
import { PASSWORD_PATTERN, PASSWORD_RULES } from "../contract.ts";
import {
  checkGrant,
  checkNewPassword,
  decodeSecret,
  grant,
  lackingOf,
  openInvite,
  stateOf,
  wishOf,
} from "../server/rules.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const invite = { accepted_at: null, revoked_at: null, expires_at: "2026-03-02T12:00:00.000Z" };

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return undefined;
}

describe("a new password", () => {
  it.each([
    ["Lanyard#2026", true],
    ["Abcdef1!", true],
    ["Abcde1!", false],
    ["abcdef1!", false],
    ["ABCDEF1!", false],
    ["Abcdefg!", false],
    ["Abcdefg1", false],
    ["Abcdef1! ", false],
    ["Abcdef1!ä", false],
    ["Abcdef1!?", false],
  ])("%s is judged alike by the checker, the shape and the server", (password, isGood) => {
    const byChecker = PASSWORD_RULES.every((rule) => rule.test(password));
    const byShape = new RegExp(PASSWORD_PATTERN).test(password);
    const byServer = codeOf(() => checkNewPassword(password, "Other#2026")) === undefined;

    expect([byChecker, byShape, byServer]).toEqual([isGood, isGood, isGood]);
  });

  it("must differ from the current one", () => {
    expect(codeOf(() => checkNewPassword("Lanyard#2026", "Lanyard#2026"))).toBe("account.same_password");
  });
});

describe("a password on its way", () => {
  it("is read from base64 of its UTF-8 bytes, with and without padding", () => {
    expect(decodeSecret(Buffer.from("Größe#1a").toString("base64"), "password")).toBe("Größe#1a");
    expect(decodeSecret(Buffer.from("Abcdef1!x").toString("base64").replace(/=+$/, ""), "password")).toBe("Abcdef1!x");
  });

  it("that is not base64 of text names its field", () => {
    expect(codeOf(() => decodeSecret("/w==", "password"))).toBe("invalid");
    expect(codeOf(() => decodeSecret("abcde", "password"))).toBe("invalid");
  });
});

it("a wish is trimmed, its address in lower case, and silent about what stays", () => {
  const wish = wishOf({
    current_password: "QWJjZGVmMSE=",
    first_name: " Ada ",
    last_name: "Byron",
    email: "Ada@Demo.test",
  });

  expect(wish).toEqual({ currentPassword: "Abcdef1!", firstName: "Ada", lastName: "Byron", email: "ada@demo.test" });
});

describe("an invitation", () => {
  it("is pending until it is accepted, withdrawn or too old", () => {
    expect(stateOf(invite, now)).toBe("pending");
    expect(stateOf({ ...invite, accepted_at: "2026-02-28T12:00:00.000Z" }, now)).toBe("accepted");
    expect(stateOf({ ...invite, revoked_at: "2026-02-28T12:00:00.000Z" }, now)).toBe("revoked");
    expect(stateOf({ ...invite, expires_at: now.toISOString() }, now)).toBe("expired");
  });

  it("refuses with a code of its own for each state", () => {
    expect(openInvite(invite, now)).toBe(invite);
    expect(codeOf(() => openInvite(undefined, now))).toBe("account.invite_unknown");
    expect(codeOf(() => openInvite({ ...invite, accepted_at: "x" }, now))).toBe("account.invite_used");
    expect(codeOf(() => openInvite({ ...invite, revoked_at: "x" }, now))).toBe("account.invite_revoked");
    expect(codeOf(() => openInvite({ ...invite, expires_at: "2026-01-01" }, now))).toBe("account.invite_expired");
  });

  it("gives no more power than the inviter has, and no event that is not the inviter's", () => {
    const power = (accessRole: number, allowedEvents: number[], permissions = permissionsOf(accessRole, null)) => ({
      accessRole,
      allowedEvents,
      permissions,
    });
    const owner = power(90, [1, 2]);

    expect(codeOf(() => checkGrant(owner, grant(95, [1], [])))).toBeUndefined();
    expect(codeOf(() => checkGrant(owner, grant(3, [1], [])))).toBe("account.invite_too_strong");
    expect(codeOf(() => checkGrant(owner, grant(95, [3], [])))).toBe("account.invite_too_strong");
    expect(codeOf(() => checkGrant(owner, grant(95, [-1], [])))).toBe("account.invite_too_strong");
    expect(codeOf(() => checkGrant(power(3, [-1]), grant(95, [-1], [])))).toBeUndefined();
  });

  it("withholds what the inviter lacks: a key that was taken from them is not handed on", () => {
    const permissions = { ...permissionsOf(3, null), emails: false };
    const admin = { accessRole: 3, allowedEvents: [-1], permissions };

    expect(lackingOf(admin, 95)).toEqual(["emails"]);
    expect(codeOf(() => checkGrant(admin, grant(95, [-1], [])))).toBe("account.invite_too_strong");
    expect(codeOf(() => checkGrant(admin, grant(95, [-1], lackingOf(admin, 95))))).toBeUndefined();
  });
});
