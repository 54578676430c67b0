// Decisions about profiles and invitations: values in, values or a problem out.
import { createHmac } from "node:crypto";
import { excessOf, type Grant, keysOf, type Power, problem } from "#server";
import { PASSWORD_RULES, type ProfileChange } from "../contract.ts";

/** How long an invitation can be accepted. */
export const INVITE_MS = 7 * 24 * 3_600_000;

/** Under what it is counted how often somebody who is logged in has guessed their password or a code. */
export const guessesOf = (userId: number) => `factor ${userId}`;

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

/** What an invitation gives: a role without the keys that the inviter could not give. */
export function grant(roleId: number, allowedEvents: readonly number[], withheld: readonly string[]): Grant {
  return { roleId, allowedEvents, overrides: Object.fromEntries(withheld.map((key) => [key, false])) };
}

/** Permission keys that a role holds and the inviter lacks: they are withheld from whoever is invited. */
export function lackingOf(inviter: Power, roleId: number): string[] {
  const held = Object.entries(keysOf(grant(roleId, [], []))).filter(([, has]) => has);
  return held.map(([key]) => key).filter((key) => inviter.permissions[key] !== true);
}

/** What somebody could do before their access was taken away. */
export function formerGrant(row: { role_id: number; allowed_events: string; permissions: string | null }): Grant {
  return {
    roleId: row.role_id,
    allowedEvents: JSON.parse(row.allowed_events) as number[],
    overrides: row.permissions ? (JSON.parse(row.permissions) as Record<string, boolean>) : {},
  };
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The key of the authenticator app of somebody who has no account yet: the same each time the invitation is opened. */
export function secretOfInvite(serverSecret: string, referenceHash: string): string {
  const bytes = createHmac("sha256", serverSecret).update(`second factor of invitation ${referenceHash}`).digest();
  return [...bytes].map((byte) => BASE32[byte % 32]).join("");
}

/** Refuses to give away more than the inviter has: a stronger role, events or permissions that they lack. */
export function checkGrant(inviter: Power, given: Grant): void {
  const excess = excessOf(inviter, given);
  if (excess) throw problem("account.invite_too_strong", { ...excess });
}

/** Refuses to change the access of somebody stronger, which was taken away and would come back as another. */
export function checkComesBack(inviter: Power, former: Grant | undefined): void {
  if (former && excessOf(inviter, former)) throw problem("account.invite_too_strong");
}
