// What stands in the place of a picture whose code is on its way.
import { Skeleton } from "../ui/states.tsx";

/** As high as what comes, so that what stands below stays where it is. */
export const outlineOf = (height: number) => (
  <div className="chart-outline" style={{ height, overflow: "hidden" }}>
    <Skeleton rows={6} />
  </div>
);
