// The list's outline while its code or its first rows are on the way. It waits 150 ms, so that quick answers do not flicker.
import { useEffect, useState } from "react";

const WIDTHS = [62, 48, 71, 55, 66, 44, 58, 69, 51, 60];

export function GridSkeleton({ title }: { title: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="list-skeleton" role="status" aria-label={title} aria-busy="true">
      {late &&
        WIDTHS.map((width) => (
          <div className="list-skeleton-row" key={width}>
            <span className="bp6-skeleton list-skeleton-short" />
            <span className="bp6-skeleton list-skeleton-long" data-width={width} />
            <span className="bp6-skeleton list-skeleton-short" />
          </div>
        ))}
    </div>
  );
}
