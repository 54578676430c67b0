// What areas tell of many profiles, summed up in their own words. Pure.
import type { Loss } from "../../contract.ts";

const SHOWN = 8;

/** Both together: counts by their words, and of what is named one by one the first few. */
export function summed(before: readonly Loss[] = [], more: readonly Loss[]): Loss[] {
  const all = new Map(before.map((loss) => [loss.label, loss]));
  for (const { label, count, examples = [] } of more) {
    const known = all.get(label);
    const some = [...(known?.examples ?? []), ...examples].slice(0, SHOWN);
    all.set(label, { label, count: (known?.count ?? 0) + count, ...(some.length > 0 ? { examples: some } : {}) });
  }
  return [...all.values()];
}
