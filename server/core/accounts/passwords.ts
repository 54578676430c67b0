// Passwords are kept as Argon2id; a wrong account costs as much time as a wrong password.
import { hash, verify } from "@node-rs/argon2";

// OWASP's second recommended setting for Argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Argon2id in its encoded form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

let decoy: Promise<string> | undefined;

/** Whether the password fits. Without a hash it takes just as long and answers false. */
export async function isPassword(kept: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("nobody has this password");
  const fits = await verify(kept ?? (await decoy), password);
  return Boolean(kept) && fits;
}
