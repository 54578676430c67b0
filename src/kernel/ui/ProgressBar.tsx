// How far long work is, and how long it still takes. Plain HTML, so that no page waits for it.
import { useEffect, useRef } from "react";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { loadStyles } from "./loadStyles.ts";
import styles from "./progress.css?url";
import { type Mark, marked, secondsLeft } from "./timeLeft.ts";

interface Props {
  /** From 0 to 1. */
  value: number;
  /** What is being done, as it is told beside the bar. */
  label: string;
}

/** A bar that fills from the start of the line, with its share and the time that is left behind it. */
export function ProgressBar({ value, label }: Props) {
  useEffect(() => void loadStyles(styles), []);
  const marks = useRef<readonly Mark[]>([]);
  const at = performance.now();
  marks.current = marked(marks.current, { at, value });
  // Rounded down: nothing is whole before it is.
  const share = formatNumber(Math.floor(value * 100) / 100, { style: "percent", maximumFractionDigits: 0 });
  const left = leftText(secondsLeft(marks.current, at));
  return (
    <div className="progress-line">
      <progress className="progress" value={value} max={1} aria-label={label} />
      <span className="progress-share muted figures">
        {share}
        {left && <span className="progress-left"> · {left}</span>}
      </span>
    </div>
  );
}

function leftText(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  if (seconds < 50) return t("common:progress.soon");
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 90
    ? t("common:progress.minutes", { count: minutes })
    : t("common:progress.hours", { count: Math.round(minutes / 60) });
}
