// The chart of a list in the address (`chart=country`), so that a link shows it.
import { useSearchParams } from "react-router-dom";
import { CHART } from "./address.ts";

/** The field that the chart shows, undefined while it is closed, and how to show another. */
export function useChart(): [string | undefined, (field: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const shown = params.get(CHART) ?? undefined;
  const show = (field: string | undefined) => {
    const next = new URLSearchParams(params);
    if (field === undefined) next.delete(CHART);
    else next.set(CHART, field);
    // Back closes what was opened.
    setParams(next, { replace: shown !== undefined, preventScrollReset: true });
  };
  return [shown, show];
}
