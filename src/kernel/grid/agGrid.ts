// AG Grid's parts, its styles and its licence, brought once when the first list is drawn.
import { ClientSideRowModelModule } from "@ag-grid-community/client-side-row-model";
import { ModuleRegistry } from "@ag-grid-community/core";
import { ClipboardModule } from "@ag-grid-enterprise/clipboard";
import { ColumnsToolPanelModule } from "@ag-grid-enterprise/column-tool-panel";
import { LicenseManager } from "@ag-grid-enterprise/core";
import { ExcelExportModule } from "@ag-grid-enterprise/excel-export";
import { MenuModule } from "@ag-grid-enterprise/menu";
import { RangeSelectionModule } from "@ag-grid-enterprise/range-selection";
import { ServerSideRowModelModule } from "@ag-grid-enterprise/server-side-row-model";
import { SetFilterModule } from "@ag-grid-enterprise/set-filter";
import { StatusBarModule } from "@ag-grid-enterprise/status-bar";
import { loadStyles } from "../ui/loadStyles.ts";
import iconFont from "./agGridQuartz.woff2";
import styles from "./grid.css?url";

let isReady = false;

/** Brings the styles of lists; they come with the code of the first one, not with the page. */
export async function bringStyles(): Promise<void> {
  // The theme would bring its icons as a data address, which the content policy refuses.
  const font = new FontFace("agGridQuartz", `url(${new URL(iconFont, import.meta.url).href})`);
  document.fonts.add(font);
  await loadStyles(styles);
}

/** Registers what lists use, once. */
export function prepareAgGrid(licenceKey: string): void {
  if (isReady) return;
  isReady = true;
  if (licenceKey) LicenseManager.setLicenseKey(licenceKey);
  ModuleRegistry.registerModules([
    ClientSideRowModelModule,
    ServerSideRowModelModule,
    ClipboardModule,
    ColumnsToolPanelModule,
    ExcelExportModule,
    MenuModule,
    RangeSelectionModule,
    SetFilterModule,
    StatusBarModule,
  ]);
}
