// The chart of a list in the address (`chart=country&chartOf=sum.fields.rooms`), so that a link shows it.

import { tableChange } from "../chart/tables.ts";
import { addressNow, useAddress } from "../ui/useAddress.ts";
import { CHART, CHART_ID, CHART_OF } from "./address.ts";
import { type Measure, measureOf } from "./measure.ts";

export interface ShownChart {
  /** Undefined while it is closed. */
  field: string | undefined;
  measure: Measure | undefined;
  show: (field: string | undefined, measure?: Measure) => void;
}

/** What the chart shows, and how to show something else. */
export function useChart(): ShownChart {
  const [params, change] = useAddress();
  const field = params.get(CHART) ?? undefined;
  const show = (wanted: string | undefined, measure?: Measure) => {
    const of = wanted !== undefined && measure ? `${measure.fn}.${measure.field}` : undefined;
    // Back closes what was opened.
    const table = wanted === undefined ? tableChange(addressNow(), CHART_ID, false) : {};
    change({ [CHART]: wanted, [CHART_OF]: of, ...table }, { replace: field !== undefined, preventScrollReset: true });
  };
  return { field, measure: measureOf(params.get(CHART_OF) ?? ""), show };
}
