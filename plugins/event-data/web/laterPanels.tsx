// What opens beside or over the list, drawn as soon as its code is here.
import { type ComponentProps, type ComponentType, type ReactNode, useEffect } from "react";
import { SidePanel, t, whenIdle } from "#web";
import { bringPanels, preparePanels, readyPanels } from "./bringPanels.ts";
import { later } from "./later.tsx";

type Panels = typeof import("./panels.ts");
type PropsOf<Name extends Exclude<keyof Panels, "cellActs">> = ComponentProps<Panels[Name]>;

/** Brings it while the page rests. */
export function useSoon(): void {
  useEffect(() => whenIdle(preparePanels), []);
}

const code = { bring: bringPanels, ready: readyPanels };
const closed = { refuse: ({ onClose }: { onClose: () => void }) => onClose() };
const beside = <Props extends { onClose: () => void }>(titleOf: (props: Props) => string) => ({
  frame: (props: Props, inside: ReactNode) => (
    <SidePanel title={titleOf(props)} onClose={props.onClose}>
      {inside}
    </SidePanel>
  ),
});

export const BulkDialog = later(code, (of): ComponentType<PropsOf<"BulkDialog">> => of.BulkDialog, closed);
export const UndoneDialog = later(code, (of): ComponentType<PropsOf<"UndoneDialog">> => of.UndoneDialog, closed);
export const ImportDialog = later(code, (of): ComponentType<PropsOf<"ImportDialog">> => of.ImportDialog, closed);
export const ViewDialog = later(code, (of): ComponentType<PropsOf<"ViewDialog">> => of.ViewDialog, closed);
export const UnsavedCells = later(code, (of): ComponentType<PropsOf<"UnsavedCells">> => of.UnsavedCells, {});
export const CellEditor = later(code, (of): ComponentType<PropsOf<"CellEditor">> => of.CellEditor, {
  refuse: ({ cell }) => cell.end("back"),
});
export const ThingPanel = later(
  code,
  (of): ComponentType<PropsOf<"ThingPanel">> => of.ThingPanel,
  beside(() => t("event-data:title.profile")),
);
export const NewThingPanel = later(
  code,
  (of): ComponentType<PropsOf<"NewThingPanel">> => of.NewThingPanel,
  beside<PropsOf<"NewThingPanel">>(({ title }) => title),
);
