// The person and the dashboard token as local storage keeps them, under `userData` (specification §3).
import type { User } from "#schemas/session.ts";
import type { Kept } from "./kept.ts";
import { LAST_FRAME } from "./lastFrame.ts";

export const USER_DATA = "userData";

export interface StoredUser {
  user: User;
  token: string;
}

/** What is stored; undefined when nothing is, null when it cannot be read or is of another version. */
export function readStoredUser(kept: Kept): StoredUser | null | undefined {
  const found = kept.read(USER_DATA);
  if (found === undefined) return undefined;
  if (typeof found !== "object" || found === null) return null;
  const { token, ...user } = found as Record<string, unknown>;
  const isUser =
    Number.isInteger(user.user_id) &&
    typeof user.user_email === "string" &&
    typeof user.first_name === "string" &&
    typeof user.last_name === "string";
  if (!isUser || typeof token !== "string" || token === "") return null;
  return { user: { applications: [], ...user } as unknown as User, token };
}

export function writeStoredUser(kept: Kept, { user, token }: StoredUser): void {
  kept.write(USER_DATA, { ...user, token });
}

/** Forgets the person, and the frame that was drawn for them. */
export function removeStoredUser(kept: Kept): void {
  kept.remove(USER_DATA);
  kept.remove(LAST_FRAME);
}
