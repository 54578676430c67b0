// What the colours, patterns and strokes of several series mean.
import type { Figure } from "#schemas/figure.ts";
import { t } from "../i18n/setup.ts";
import { say } from "../i18n/words.ts";
import { Patterns, UNKNOWN } from "./Patterns.tsx";
import { drawsUnknown, inLegend } from "./room.ts";

export function Legend({ figure }: { figure: Figure }) {
  const series = inLegend(figure);
  const isUnknown = drawsUnknown(figure);
  if (series.length === 0 && !isUnknown) return null;
  return (
    <ul className="chart-legend">
      {series.map(({ name }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: series have their places, and two may be called alike
        <li key={at}>
          <svg width="18" height="12" aria-hidden="true" className={`chart-series-${at % 6}`}>
            {figure.form === "line" ? (
              <path className="chart-line" d="M1 6H17" />
            ) : (
              <>
                <Patterns id={`legend-${figure.id}`} only={at % 6} />
                <rect className="chart-bar" width="18" height="12" rx="2" />
                <rect width="18" height="12" rx="2" fill={`url(#legend-${figure.id}-${at % 6})`} />
              </>
            )}
          </svg>
          <span>{say(name)}</span>
        </li>
      ))}
      {isUnknown && (
        <li>
          <svg width="18" height="12" aria-hidden="true">
            <Patterns id={`legend-${figure.id}`} only={UNKNOWN} />
            <rect
              className="chart-unknown"
              x="0.5"
              y="0.5"
              width="17"
              height="11"
              rx="2"
              fill={`url(#legend-${figure.id}-${UNKNOWN})`}
            />
          </svg>
          <span>{t("chart:unknown")}</span>
        </li>
      )}
    </ul>
  );
}
