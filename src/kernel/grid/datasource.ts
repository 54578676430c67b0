// Between AG Grid's server-side row model and the list question: blocks of rows as the person scrolls.
import type { IServerSideDatasource, IServerSideGetRowsParams } from "@ag-grid-community/core";
import type { ListFilter, ListQuestion } from "#schemas/list.ts";
import { fromModel } from "./filterModel.ts";
import { BLOCK, type DataGridProps, type GridAnswer, type GridColumn, type GridRow } from "./grid.ts";

/** What the source needs to know at the moment of asking. */
export interface Asking<Row extends GridRow> {
  ask: NonNullable<DataGridProps<Row>["ask"]>;
  columns: readonly GridColumn<Row>[];
  search: string;
  /** Filters that no column shows. */
  rest: readonly ListFilter[];
  defaultSort: ListQuestion["sort"];
}

interface Heard<Row extends GridRow> {
  arrived: (answer: GridAnswer<Row>) => void;
  failed: (error: unknown) => void;
}

/** A source that asks what `now` tells at that moment. A newer view gives up the questions of an older one. */
export function datasource<Row extends GridRow>(now: () => Asking<Row>, heard: Heard<Row>): IServerSideDatasource {
  let current = "";
  let abort = new AbortController();
  return {
    getRows(params) {
      const asking = now();
      const view = viewQuestion(params, asking);
      const key = JSON.stringify(view);
      if (key !== current) {
        abort.abort();
        abort = new AbortController();
        current = key;
      }
      const { signal } = abort;
      const { startRow = 0, endRow = startRow + BLOCK } = params.request;
      asking.ask({ ...view, offset: startRow, limit: endRow - startRow }, signal).then(
        (answer) => {
          if (signal.aborted) return params.fail();
          params.success({ rowData: [...answer.rows], rowCount: answer.matched });
          heard.arrived(answer);
        },
        (error: unknown) => {
          params.fail();
          if (!signal.aborted) heard.failed(error);
        },
      );
    },
    destroy: () => abort.abort(),
  };
}

/** The question without its slice. */
export function viewQuestion<Row extends GridRow>(
  { request }: Pick<IServerSideGetRowsParams, "request">,
  { columns, search, rest, defaultSort }: Asking<Row>,
): ListQuestion {
  const sort = request.sortModel.map(({ colId, sort: direction }) => ({ field: colId, direction }));
  const filter = [...fromModel((request.filterModel ?? {}) as Record<string, unknown>, columns), ...rest];
  const wanted = sort.length > 0 ? sort : defaultSort;
  return {
    ...(wanted?.length ? { sort: wanted } : {}),
    ...(filter.length > 0 ? { filter } : {}),
    ...(search.trim() ? { search: search.trim() } : {}),
  };
}
