// Secrets that the server must read again are kept sealed: AES-256-GCM with a key that can stand outside of the database.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Deps } from "../../kernel/context.ts";

type Keys = Pick<Deps, "secret"> & { config: Pick<Deps["config"], "secretKey"> };

const MARK = "s1.";

/** A text that was sealed with a key that is not here. The message says what to do. */
export class SealError extends Error {}

const keyFrom = (material: string) => Buffer.from(hkdfSync("sha256", material, "", "lanyard sealed secrets", 32));

/** The keys that may have sealed a text, the one in use first: SECRET_KEY can be added later. */
function keysOf({ config, secret }: Keys): Buffer[] {
  return [config.secretKey, secret].filter(Boolean).map(keyFrom);
}

/** Seals a text; `about` is what it belongs to, so that it cannot be moved to another row. */
export function seal(keys: Keys, about: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keysOf(keys)[0] as Buffer, nonce).setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return MARK + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** The text behind a seal. What was kept before there were seals is answered as it is. Throws `SealError`. */
export function unseal(keys: Keys, about: string, sealed: string): string {
  if (!sealed.startsWith(MARK)) return sealed;
  const bytes = Buffer.from(sealed.slice(MARK.length), "base64url");
  for (const key of keysOf(keys)) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    } catch {
      // Another key may have sealed it.
    }
  }
  throw new SealError(
    "A secret in the database was sealed with another SECRET_KEY; set the one that it was sealed with.",
  );
}

/** A keyed hash, for short codes that a plain hash would not hide. */
export function keyedHash(keys: Keys, text: string): string {
  return createHmac("sha256", keysOf(keys)[0] as Buffer)
    .update(text)
    .digest("hex");
}
