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

/** So long what stands below a slot waits for its parts; then it moves rather than be missed. */
const HELD_MS = 1000;

/** The parts of a slot, and whether they are still on their way. */
export interface Slot<T> {
  parts: readonly Part<T>[];
  isComing: boolean;
}

/**
 * What the areas offer to a slot; empty until their code has arrived, and without the parts whose code does not.
 * @example const tabs = useParts<ProfileTab>("event-data.profile");
 */
export function useParts<T>(slot: string): readonly Part<T>[] {
  return useSlot<T>(slot).parts;
}

/**
 * The same for whoever draws something below the slot, which would move when the parts arrive.
 * @example const { parts, isComing } = useSlot<ProfileHead>("event-data.profile-head");
 */
export function useSlot<T>(slot: string): Slot<T> {
  const { registry } = useRoot();
  const { report } = useEnv();
  const [parts, setParts] = useState(() => (arrived.get(registry)?.get(slot) ?? []) as readonly Part<T>[]);
  const [isComing, setComing] = useState(() => !arrived.get(registry)?.has(slot));
  useEffect(() => {
    const there = arrived.get(registry)?.get(slot) as readonly Part<T>[] | undefined;
    if (there) {
      setParts(there);
      setComing(false);
      return;
    }
    let isGone = false;
    const held = setTimeout(() => setComing(false), HELD_MS);
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
      setComing(false);
    });
    return () => {
      isGone = true;
      clearTimeout(held);
    };
  }, [registry, slot, report]);
  return { parts, isComing };
}
