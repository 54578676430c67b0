// What long work came to, in large figures side by side.
import { useEffect } from "react";
import { formatNumber } from "../i18n/formats.ts";
import { loadStyles } from "./loadStyles.ts";
import styles from "./progress.css?url";

interface Props {
  counts: readonly { key: string; title: string; count: number; isBad?: boolean }[];
}

/**
 * A list of counts, each above what is counted.
 * @example
 * <Counts counts={[{ key: "made", title: t("notes:made"), count: 12 }]} />
 */
export function Counts({ counts }: Props) {
  useEffect(() => void loadStyles(styles), []);
  return (
    <dl className="counts">
      {counts.map(({ key, title, count, isBad }) => (
        <div key={key} className={isBad ? "counts-bad" : undefined}>
          <dt>{title}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
