// How far long work is. Plain HTML, so that no page waits for it.
import { useEffect } from "react";
import { loadStyles } from "./loadStyles.ts";
import styles from "./progress.css?url";

interface Props {
  /** From 0 to 1. */
  value: number;
  /** What is being done, as it is told beside the bar. */
  label: string;
}

/** A bar that fills from the start of the line. */
export function ProgressBar({ value, label }: Props) {
  useEffect(() => void loadStyles(styles), []);
  return <progress className="progress" value={value} max={1} aria-label={label} />;
}
