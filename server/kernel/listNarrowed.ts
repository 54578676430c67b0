// What was found for a search is where the next one is looked for, if that says more: whoever types on asks of fewer and fewer, and
// "lena smit" is only in what holds "lena smi".
import type { Db } from "./context.ts";
import type { Plan } from "./list.ts";
import { keepNewest, storesBy } from "./listStores.ts";
import type { Version } from "./listVersion.ts";

/** What is kept: of what contains some texts, and the version of the list that it is true of. */
export interface Narrowed<Kept> {
  texts: readonly string[];
  kept: Kept;
  version: Version;
}

/** Lists that are searched at a time, and searches of each. */
const LISTS = 25;
const OF_EACH = 4;

/** Keeps something of the newest searches of a list in an order, to be had by those that say more. */
export function narrowing<Kept>() {
  const storeOf = storesBy<Map<string, readonly Narrowed<Kept>[]>>(() => new Map());

  const keyOf = ({ beside }: Plan, order: unknown) => JSON.stringify([beside, order]);

  return {
    /** Keeps what was found of all rows with these texts. */
    keep(db: Db, plan: Plan, order: unknown, found: Narrowed<Kept>): void {
      if (!plan.spec.version) return;
      const key = keyOf(plan, order);
      const known = storeOf(db).get(key) ?? [];
      const others = known.filter((one) => one.version === found.version && !isSame(one.texts, found.texts));
      keepNewest(storeOf(db), key, [found, ...others].slice(0, OF_EACH), LISTS);
    },

    /** What is kept of searches that say less than the plan, the newest first: each true of its version. */
    before(db: Db, plan: Plan, order: unknown): readonly Narrowed<Kept>[] {
      const { texts } = plan;
      const known = texts ? storeOf(db).get(keyOf(plan, order)) : undefined;
      return (known ?? []).filter((one) => isWithin(one.texts, texts ?? []));
    },
  };
}

/** Whether whatever contains `more` contains the texts. */
function isWithin(texts: readonly string[], more: readonly string[]): boolean {
  return texts.every((text) => more.some((one) => one.includes(text)));
}

function isSame(texts: readonly string[], others: readonly string[]): boolean {
  return isWithin(texts, others) && isWithin(others, texts);
}
