// How much of something is done, as a ring with its number inside.
const ROUND = 2 * Math.PI * 15;

interface Props {
  done: number;
  of: number;
  /** Nothing that is needed is missing. */
  isReady: boolean;
  /** What it says to whoever does not see it. */
  name: string;
  /** Width and height in pixels; 44 unless told. */
  size?: number;
}

export function Ring({ done, of, isReady, name, size = 44 }: Props) {
  const share = of === 0 ? 1 : done / of;
  return (
    <svg
      className={`ring ${isReady ? "ring-ready" : ""}`}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      role="img"
      aria-label={name}
    >
      <circle className="ring-rest" cx="20" cy="20" r="15" />
      <circle className="ring-done" cx="20" cy="20" r="15" strokeDasharray={`${share * ROUND} ${ROUND}`} />
      {size >= 40 && <text x="20" y="20">{`${done}/${of}`}</text>}
    </svg>
  );
}
