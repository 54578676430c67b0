// What uses a group, in words.
import { t } from "#web";
import type { GroupUse } from "../contract.ts";

/** What it is called; of what is somebody else's own, what it is. */
export function nameOfUse({ label, name }: GroupUse): string {
  return name ?? t(label);
}

/** All of them in one line, each once. */
export function usesText(uses: readonly GroupUse[]): string {
  return [...new Set(uses.map(nameOfUse))].join(", ");
}
