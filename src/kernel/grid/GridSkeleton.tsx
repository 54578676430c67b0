// The list's outline while its code is on the way.
import { Skeleton } from "../ui/states.tsx";

export function GridSkeleton({ title }: { title: string }) {
  return (
    <section aria-label={title} aria-busy="true">
      <Skeleton kind="table" rows={10} />
    </section>
  );
}
