// What the colours, patterns and strokes of several series mean.
import type { Figure } from "#schemas/figure.ts";
import { say } from "../i18n/words.ts";
import { Patterns } from "./Patterns.tsx";

export function Legend({ figure }: { figure: Figure }) {
  if (figure.form === "heat" || figure.series.length < 2) return null;
  return (
    <ul className="chart-legend">
      {figure.series.map(({ name }, at) => (
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
    </ul>
  );
}
