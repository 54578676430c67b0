// What the grid itself writes into a file, by the grid itself.
import { ClientSideRowModelModule } from "@ag-grid-community/client-side-row-model";
import { type ColDef, createGrid } from "@ag-grid-community/core";
import { ExcelExportModule } from "@ag-grid-enterprise/excel-export";
import { expect, test, vi } from "vitest";
import { looksLikeFormula } from "#schemas/formula.ts";
import { CSV_EXPORT } from "../../../src/kernel/grid/exports.ts";

test.each(["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1+1", "\uff1d1+1", "\uff201"])(
  "%j is taken for a formula",
  (text) => {
    expect(looksLikeFormula(text)).toBe(true);
  },
);

test.each(["", "Ada", "a=b", "1-2", "\u2013 none", "'=1"])("%j is not", (text) => {
  expect(looksLikeFormula(text)).toBe(false);
});

test("a CSV file of a list holds no cell and no heading that would be run, and figures as they are", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const modules = [ClientSideRowModelModule, ExcelExportModule];
  const columnDefs: ColDef[] = [
    { field: "name", headerName: "=Name" },
    { field: "left" },
    { field: "said", valueFormatter: ({ value }: { value: string }) => `@${value}` },
  ];
  const rowData = [{ name: '=HYPERLINK("https://evil.test")', left: -3, said: "ada" }];
  const api = createGrid(
    document.createElement("div"),
    { columnDefs, rowData, defaultCsvExportParams: CSV_EXPORT },
    { modules },
  );

  const csv = api.getDataAsCsv();

  expect(csv).toBe('"\'=Name","Left","Said"\r\n"\'=HYPERLINK(""https://evil.test"")","-3","\'@ada"');
  api.destroy();
});
