// What opens beside or over the list, in one part that comes after its first rows; see laterPanels.tsx.
export { BulkDialog } from "./bulk/BulkDialog.tsx";
export { UndoneDialog } from "./bulk/UndoneDialog.tsx";
export { cellActs } from "./cells/acts.ts";
export { CellEditor } from "./cells/CellEditor.tsx";
export { UnsavedCells } from "./cells/UnsavedCells.tsx";
export { ImportDialog } from "./import/ImportDialog.tsx";
export { NewThingPanel } from "./NewThingPanel.tsx";
export { ThingPanel } from "./ThingPanel.tsx";
export { ViewDialog } from "./views/ViewDialog.tsx";
