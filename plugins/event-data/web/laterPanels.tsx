// What opens beside or over the list, drawn as soon as its code is here.
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from "react";
import { SidePanel, Skeleton, t, whenIdle } from "#web";
import { bringPanels, preparePanels } from "./bringPanels.ts";

type Panels = typeof import("./panels.ts");
type Parts = Exclude<keyof Panels, "cellActs">;

/** Brings it while the page rests. */
export function useSoon(): void {
  useEffect(() => whenIdle(preparePanels), []);
}

/** One of them, and what stands in its place until then. */
function later<Name extends Parts>(
  name: Name,
  coming: (props: ComponentProps<Panels[Name]>) => ReactNode = () => null,
) {
  type Props = ComponentProps<Panels[Name]>;
  const Part = lazy(async () => ({ default: (await bringPanels())[name] as ComponentType<object> }));
  return (props: Props) => (
    <Suspense fallback={coming(props)}>
      <Part {...props} />
    </Suspense>
  );
}

export const BulkDialog = later("BulkDialog");
export const UndoneDialog = later("UndoneDialog");
export const ImportDialog = later("ImportDialog");
export const CellEditor = later("CellEditor");
export const UnsavedCells = later("UnsavedCells");
export const ViewDialog = later("ViewDialog");
export const ThingPanel = later("ThingPanel", ({ onClose }) => (
  <Coming title={t("event-data:title.profile")} onClose={onClose} />
));
export const NewThingPanel = later("NewThingPanel", ({ onClose }) => (
  <Coming title={t("event-data:new.title")} onClose={onClose} />
));

function Coming({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <SidePanel title={title} onClose={onClose}>
      <Skeleton rows={8} />
    </SidePanel>
  );
}
