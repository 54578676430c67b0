// Where a page belongs in the side navigation, when its own address does not say so.
import { useLayoutEffect } from "react";
import { useRoot } from "../store/useStore.ts";

/**
 * Says which address stands for this page in the side navigation, for example the list that an open row came from.
 * @example
 * useNavPlace(listPath(eventId, list));
 */
export function useNavPlace(address: string): void {
  const { shell } = useRoot();
  useLayoutEffect(() => {
    shell.setPlace(address);
    return () => shell.setPlace(undefined);
  }, [shell, address]);
}
