// The chart of a list in the address (`chart=country&chartOf=sum.fields.rooms`), so that a link shows it.
import { useSearchParams } from "react-router-dom";
import { CHART, CHART_OF } from "./address.ts";
import { type Measure, measureOf } from "./measure.ts";

export interface ShownChart {
  /** Undefined while it is closed. */
  field: string | undefined;
  measure: Measure | undefined;
  show: (field: string | undefined, measure?: Measure) => void;
}

/** What the chart shows, and how to show something else. */
export function useChart(): ShownChart {
  const [params, setParams] = useSearchParams();
  const field = params.get(CHART) ?? undefined;
  const show = (wanted: string | undefined, measure?: Measure) => {
    const next = new URLSearchParams(params);
    next.delete(CHART_OF);
    if (wanted === undefined) next.delete(CHART);
    else next.set(CHART, wanted);
    if (wanted !== undefined && measure) next.set(CHART_OF, `${measure.fn}.${measure.field}`);
    // Back closes what was opened.
    setParams(next, { replace: field !== undefined, preventScrollReset: true });
  };
  return { field, measure: measureOf(params.get(CHART_OF) ?? ""), show };
}
