// Decisions about profiles and invitations: values in, values or a problem out.
import { problem } from "#server";
import { PASSWORD_RULES, type ProfileChange } from "../contract.ts";

/** How long an invitation can be accepted. */
export const INVITE_MS = 7 * 24 * 3_600_000;

/** The text behind base64 of UTF-8. Throws `invalid` for anything else, naming the field. */
export function decodeSecret(encoded: string, field: string): string {
  const bytes = Buffer.from(encoded, "base64");
  const text = bytes.toString("utf8");
  const unpadded = (value: string) => value.replace(/=+$/, "");
  if (unpadded(bytes.toString("base64")) !== unpadded(encoded) || text.includes("�")) {
    throw problem("invalid", { fields: { [field]: "Send the password as base64 of its UTF-8 bytes" } });
  }
  return text;
}

/** What a profile change asks for, readable. */
export interface Wish {
  currentPassword: string;
  firstName: string;
  lastName: string;
  email?: string;
  newPassword?: string;
}

export function wishOf(change: ProfileChange): Wish {
  const { first_name, last_name, email, password } = change;
  return {
    currentPassword: decodeSecret(change.current_password, "current_password"),
    firstName: first_name.trim(),
    lastName: last_name.trim(),
    ...(email === undefined ? {} : { email: email.trim().toLowerCase() }),
    ...(password === undefined ? {} : { newPassword: decodeSecret(password, "password") }),
  };
}

/** Refuses a new password that breaks a rule or is the current one. */
export function checkNewPassword(newPassword: string, currentPassword: string): void {
  if (newPassword === currentPassword) throw problem("account.same_password");
  const broken = newPassword.length > 128 || PASSWORD_RULES.some((rule) => !rule.test(newPassword));
  if (broken) throw problem("account.weak_password");
}

export type InviteState = "pending" | "accepted" | "expired" | "revoked";

interface InviteFacts {
  accepted_at: string | null;
  revoked_at: string | null;
  expires_at: string;
}

/** Where an invitation stands. What a person did counts before what the clock did. */
export function stateOf(invite: InviteFacts, now: Date): InviteState {
  if (invite.accepted_at) return "accepted";
  if (invite.revoked_at) return "revoked";
  return invite.expires_at <= now.toISOString() ? "expired" : "pending";
}

/** Hands an invitation on if it can be accepted; else throws the problem of its state. */
export function openInvite<I extends InviteFacts>(invite: I | undefined, now: Date): I {
  if (!invite) throw problem("account.invite_unknown");
  const state = stateOf(invite, now);
  if (state === "accepted") throw problem("account.invite_used");
  if (state === "revoked") throw problem("account.invite_revoked");
  if (state === "expired") throw problem("account.invite_expired");
  return invite;
}

/** Refuses to give away more than the inviter has: a stronger role, or events that are not allowed to the inviter. */
export function checkGrant(
  inviter: { accessRole: number; allowedEvents: readonly number[] },
  grant: { roleId: number; events: readonly number[] },
): void {
  const mayAll = inviter.allowedEvents.includes(-1);
  const within = mayAll || grant.events.every((id) => inviter.allowedEvents.includes(id));
  if (grant.roleId < inviter.accessRole || !within) throw problem("account.invite_too_strong");
}
