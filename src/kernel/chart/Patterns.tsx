// Patterns that lie over the colours of bars, so that series are told apart without colour. The first has none.
const MARKS: readonly string[] = [
  "",
  "M-2 2L2 -2M0 8L8 0M6 10L10 6",
  "M4 2a1.6 1.6 0 1 0 .01 0z",
  "M0 4H8",
  "M-2 6L2 10M0 0L8 8M6 -2L10 2",
  "M4 0V8M0 4H8",
];

/** What stands in the place of a number: the hatching of what is not known. */
export const UNKNOWN = "unknown";

interface Props {
  /** Ids of the patterns are this, a dash and the number of the series. */
  id: string;
  only?: number | typeof UNKNOWN;
}

export function Patterns({ id, only }: Props) {
  return (
    <defs>
      {MARKS.map((mark, at) =>
        only === undefined || only === at ? (
          <pattern key={mark} id={`${id}-${at}`} width="8" height="8" patternUnits="userSpaceOnUse">
            {mark && <path className="chart-pattern" d={mark} />}
          </pattern>
        ) : null,
      )}
      {(only === undefined || only === UNKNOWN) && (
        <pattern id={`${id}-${UNKNOWN}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <path className="chart-unknown-pattern" d="M-1 1L1 -1M0 6L6 0M5 7L7 5" />
        </pattern>
      )}
    </defs>
  );
}
