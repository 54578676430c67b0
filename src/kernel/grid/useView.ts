// The view of a list: in the address, or in memory.
import { useCallback, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { addressNow } from "../ui/useAddress.ts";
import { type Addressed, viewIn, withView } from "./address.ts";
import type { GridView } from "./grid.ts";

const NOTHING: GridView = { search: "", sort: [], filter: [], group: [] };

/** Changes parts of a view, and takes parameters out of the address that belong to the list's owner. */
export type ChangeView = (part: Partial<GridView>, without?: readonly string[]) => void;

/** The view and how to change it. Changing it replaces the address, so that Back leaves the list instead of unpicking filters. */
export function useView(addressed: Addressed): [GridView, ChangeView] {
  const [params, setParams] = useSearchParams();
  const [own, setOwn] = useState(NOTHING);
  const text = params.toString();
  const shown = useMemo(
    () => (addressed === false ? own : viewIn(new URLSearchParams(text), addressed)),
    [addressed, text, own],
  );
  // Two changes may come before the next paint, so each starts from the newest.
  const latest = useRef({ shown, setParams });
  latest.current = { shown, setParams };
  const change = useCallback(
    (part: Partial<GridView>, without: readonly string[] = []) => {
      const now = latest.current;
      now.shown = { ...now.shown, ...part };
      if (addressed === false) return setOwn(now.shown);
      const next = withView(addressNow(), now.shown, addressed === true ? "" : addressed);
      for (const parameter of without) next.delete(parameter);
      now.setParams(next, { replace: true, preventScrollReset: true });
    },
    [addressed],
  );
  return [shown, change];
}
