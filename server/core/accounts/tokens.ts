// Tokens: 256 random bits given to the person once, kept only as hashes; application tokens are derived, not kept.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A new secret of 256 bits, fit for a header or an address. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** How a token is kept: SHA-256 in hexadecimal. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The application token of a person in an app. It belongs to these two and this generation only. */
export function appToken(secret: string, userId: number, appId: number, generation: number): string {
  const proof = createHmac("sha256", secret).update(`${userId}:${appId}:${generation}`).digest("base64url");
  return `${appId}.${generation}.${proof}`;
}

/** The app that a token claims to be of; 0 where it claims none. */
export function namedApp(token: string): number {
  const appId = Number(token.slice(0, token.indexOf(".")));
  return Number.isSafeInteger(appId) && appId > 0 && appId < 2 ** 31 ? appId : 0;
}

/** The app that a token names, if this server issued it to this person. The generation is still to be compared. */
export function readAppToken(
  secret: string,
  userId: number,
  token: string,
): { appId: number; generation: number } | undefined {
  const [app, turn] = token.split(".");
  const appId = Number(app);
  const generation = Number(turn);
  if (!Number.isSafeInteger(appId) || !Number.isSafeInteger(generation)) return undefined;
  const expected = Buffer.from(appToken(secret, userId, appId, generation));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given) ? { appId, generation } : undefined;
}
