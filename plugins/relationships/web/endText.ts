// The ends of a kind in words.
import { t } from "#web";
import type { End } from "../contract.ts";

/** Who may stand at an end, in words. */
export function endText({ category, types: chosen }: End, types: readonly { id: number; type: string }[]): string {
  const names = types.filter((type) => chosen.includes(type.id)).map((type) => type.type);
  return names.length > 0 ? names.join(", ") : t(`relationships:category.${category ?? 0}`);
}
