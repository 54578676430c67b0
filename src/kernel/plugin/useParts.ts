// Parts that other areas offer to a screen, such as tabs of a profile: brought with their texts, in the order of the areas' ids.
import { useEffect, useState } from "react";
import { loadTexts } from "../i18n/setup.ts";
import { useEnv, useRoot } from "../store/useStore.ts";
import type { Registry } from "./registry.ts";

/** One part that has arrived. */
export interface Part<T> {
  /** `area/name`, unique within the slot. */
  id: string;
  part: T;
}

/** What has arrived: whoever draws a slot again has its parts at once, and nothing moves. */
const arrived = new WeakMap<Registry, Map<string, readonly Part<unknown>[]>>();

/**
 * What the areas offer to a slot; empty until their code has arrived, and without the parts whose code does not.
 * @example const tabs = useParts<ProfileTab>("event-data.profile");
 */
export function useParts<T>(slot: string): readonly Part<T>[] {
  const { registry } = useRoot();
  const { report } = useEnv();
  const [parts, setParts] = useState(() => (arrived.get(registry)?.get(slot) ?? []) as readonly Part<T>[]);
  useEffect(() => {
    if (arrived.get(registry)?.has(slot)) return;
    let isGone = false;
    const wanted = registry.parts.filter((one) => one.slot === slot);
    const brought = wanted.map(async ({ area, name, load }) => {
      const [module] = await Promise.all([load(), loadTexts(area)]);
      return { id: `${area}/${name}`, part: module[name] as T };
    });
    void Promise.allSettled(brought).then((settled) => {
      const found = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      if (found.length === wanted.length) {
        arrived.set(registry, (arrived.get(registry) ?? new Map()).set(slot, found));
      }
      if (isGone) return;
      for (const one of settled) if (one.status === "rejected") report(one.reason);
      setParts(found);
    });
    return () => {
      isGone = true;
    };
  }, [registry, slot, report]);
  return parts;
}
