// Brings what charts need (code, texts, styles), all at the same time, once.
import { loadTexts } from "../i18n/setup.ts";
import { loadStyles } from "../ui/loadStyles.ts";
import styles from "./chart.css?url";

type View = typeof import("./ChartView.tsx")["ChartView"];

let coming: Promise<View> | undefined;
let ready: View | undefined;

/** The chart if its code is here already. */
export function readyChart(): View | undefined {
  return ready;
}

export function bringChart(): Promise<View> {
  coming ??= Promise.all([import("./ChartView.tsx"), loadTexts("chart"), loadStyles(styles)]).then(
    ([{ ChartView }]) => {
      ready = ChartView;
      return ChartView;
    },
  );
  coming.catch(() => {
    coming = undefined;
  });
  return coming;
}

/** Begins to bring the parts of charts ahead of the screen that draws one; a failure is said when they are needed. */
export function prepareChart(): void {
  bringChart().catch(() => undefined);
}
