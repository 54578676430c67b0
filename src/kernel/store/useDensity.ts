// The density of rows, for parts that set their heights by code.
import { reaction } from "mobx";
import { useCallback, useSyncExternalStore } from "react";
import type { Density } from "./theme.ts";
import { useRoot } from "./useStore.ts";

/** The chosen density and how to choose another, which every list, table and the side navigation follow. */
export function useDensity(): [Density, (density: Density) => void] {
  const { shell } = useRoot();
  const subscribe = useCallback((heard: () => void) => reaction(() => shell.density, heard), [shell]);
  const density = useSyncExternalStore(subscribe, () => shell.density);
  return [density, shell.setDensity];
}
