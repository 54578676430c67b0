// What makes a finding the same one after lines have moved: its rule, its file, and what it says.
import { createHash } from "node:crypto";
import type { Finding } from "#schemas/core.ts";

/** Places in a message move with the text around them; they are no part of what it says. */
export function fingerprint({ rule, file, message }: Pick<Finding, "rule" | "file" | "message">): string {
  const said = message.replace(/:\d+:\d+/g, "").replace(/line \d+, column \d+/g, "");
  return createHash("sha256")
    .update(JSON.stringify([rule, file, said]))
    .digest("hex")
    .slice(0, 24);
}
