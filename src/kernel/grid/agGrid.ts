// AG Grid's parts, its styles and its licence, brought once when the first list is drawn.
import { ClientSideRowModelModule } from "@ag-grid-community/client-side-row-model";
import { ModuleRegistry } from "@ag-grid-community/core";
import baseStyles from "@ag-grid-community/styles/ag-grid.min.css" with { type: "text" };
import themeStyles from "@ag-grid-community/styles/ag-theme-quartz-no-font.min.css" with { type: "text" };
import { ClipboardModule } from "@ag-grid-enterprise/clipboard";
import { ColumnsToolPanelModule } from "@ag-grid-enterprise/column-tool-panel";
import { LicenseManager } from "@ag-grid-enterprise/core";
import { ExcelExportModule } from "@ag-grid-enterprise/excel-export";
import { MenuModule } from "@ag-grid-enterprise/menu";
import { RangeSelectionModule } from "@ag-grid-enterprise/range-selection";
import { ServerSideRowModelModule } from "@ag-grid-enterprise/server-side-row-model";
import { SetFilterModule } from "@ag-grid-enterprise/set-filter";
import { StatusBarModule } from "@ag-grid-enterprise/status-bar";
import iconFont from "./agGridQuartz.woff2";
import ownStyles from "./grid.css" with { type: "text" };

let isReady = false;

/** Registers what lists use. Styles come as sheets of the document, since they arrive with code and not with the page. */
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
  if (typeof CSSStyleSheet === "undefined" || !("replaceSync" in CSSStyleSheet.prototype)) return;
  const sheets = [baseStyles, themeStyles, ownStyles].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
  // The theme would bring its icons as a data address, which the content policy refuses.
  const face = new FontFace("agGridQuartz", `url(${new URL(iconFont, import.meta.url).href})`);
  document.fonts.add(face);
}
