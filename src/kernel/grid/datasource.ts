// Between AG Grid's server-side row model and the list question: blocks of rows as the person scrolls.
import type { IServerSideDatasource, IServerSideGetRowsParams } from "@ag-grid-community/core";
import type { ListFilter, ListQuestion } from "#schemas/list.ts";
import { fromModel } from "./filterModel.ts";
import { BLOCK, type DataGridProps, type GridAnswer, type GridColumn, type GridRow } from "./grid.ts";
import { groupQuestion, ShownGroups } from "./groups.ts";

/** What the source needs to know at the moment of asking. */
export interface Asking<Row extends GridRow> {
  ask: NonNullable<DataGridProps<Row>["ask"]>;
  askGroups?: DataGridProps<Row>["askGroups"];
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
  const shown = new ShownGroups();

  async function rowsOf(
    asking: Asking<Row>,
    { request, api }: IServerSideGetRowsParams,
    view: ListQuestion,
    signal: AbortSignal,
    give: (rows: unknown[], rowCount?: number) => void,
  ): Promise<void> {
    const { startRow = 0, endRow = startRow + BLOCK, groupKeys } = request;
    const isRoot = groupKeys.length === 0;
    const within = shown.filtersOf(groupKeys);
    const groups = asking.askGroups && groupQuestion({ request }, view, within);
    if (groups && asking.askGroups) {
      // Groups do not tell how many rows there are in all.
      const counting = isRoot && startRow === 0 ? asking.ask({ ...view, limit: 0 }, signal) : undefined;
      const answer = await asking.askGroups(groups, signal);
      signal.throwIfAborted();
      give(
        shown.asRows(groupKeys, groups.by, answer.groups),
        answer.more ? undefined : startRow + answer.groups.length,
      );
      if (counting) heard.arrived(await counting);
      return;
    }
    const filter = [...(view.filter ?? []), ...within];
    const narrowed = filter.length > 0 ? { ...view, filter } : view;
    const slice = { offset: startRow, limit: endRow - startRow };
    const answer = await asking.ask({ ...narrowed, ...slice, counts: "about" }, signal);
    signal.throwIfAborted();
    give([...answer.rows], answer.matched);
    if (isRoot) heard.arrived(answer);
    if (!answer.about || startRow > 0) return;
    // The rows are there; now the true count is worth the wait.
    const exact = await asking.ask({ ...narrowed, limit: 0 }, signal);
    signal.throwIfAborted();
    if (!isRoot) return;
    api.setRowCount(exact.matched, true);
    heard.arrived({ ...exact, rows: answer.rows });
  }

  return {
    getRows(params) {
      const asking = now();
      const view = viewQuestion(params, asking);
      const key = JSON.stringify([view, params.request.rowGroupCols.map(({ id }) => id)]);
      if (key !== current) {
        abort.abort();
        abort = new AbortController();
        current = key;
        shown.forget();
      }
      const { signal } = abort;
      const give = (rows: unknown[], rowCount?: number) =>
        params.success({ rowData: rows, ...(rowCount === undefined ? {} : { rowCount }) });
      rowsOf(asking, params, view, signal, give).catch((error: unknown) => {
        params.fail();
        if (!signal.aborted) heard.failed(error);
      });
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
