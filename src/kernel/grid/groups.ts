// Groups as rows of AG Grid: where each stands, and the filters that find what is in it.
import type { IServerSideGetRowsParams } from "@ag-grid-community/core";
import { type GroupQuestion, groupOrder, type ListFilter, type ListGroup, type ListQuestion } from "#schemas/list.ts";
import type { DataGridProps, GridRow, GridView } from "./grid.ts";

/** A row that stands for a group. */
export interface GroupRow {
  readonly id: string;
  readonly by: string;
  readonly group: ListGroup;
}

/** Whether what a row of the grid holds is a group. */
export function isGroup(row: unknown): row is GroupRow {
  return typeof row === "object" && row !== null && "group" in row && "by" in row;
}

/** The groups of a view that the list can make. */
export function groupsIn<Row extends GridRow>(
  group: readonly string[],
  { askGroups, columns }: Pick<DataGridProps<Row>, "askGroups" | "columns">,
): string[] {
  if (!askGroups) return [];
  return group.filter((field) => columns.some((column) => column.field === field && column.groupable !== false));
}

/** Whether the rows of a list are in groups. */
export function isGrouped<Row extends GridRow>({
  view,
  props,
}: {
  view: GridView;
  props: DataGridProps<Row>;
}): boolean {
  return groupsIn(view.group, props).length > 0;
}

/** How AG Grid calls a group among its neighbours. */
export function groupKey({ value }: ListGroup): string {
  return JSON.stringify(value);
}

/** The groups that have been shown, by their path, since AG Grid only tells the path of what it asks for. */
export class ShownGroups {
  private readonly filters = new Map<string, readonly ListFilter[]>();

  forget(): void {
    this.filters.clear();
  }

  /** The filters of all groups along a path; nothing where one of them is not known: without its filter everything would match. */
  filtersOf(path: readonly string[]): ListFilter[] | undefined {
    const along = path.map((_, at) => this.filters.get(JSON.stringify(path.slice(0, at + 1))));
    return along.every((filters) => filters !== undefined) ? along.flat() : undefined;
  }

  /** Groups as rows below a path. */
  asRows(path: readonly string[], by: string, groups: readonly ListGroup[]): GroupRow[] {
    return groups.map((group) => {
      const own = JSON.stringify([...path, groupKey(group)]);
      this.filters.set(own, group.filter);
      return { id: `group/${own}`, by, group };
    });
  }
}

/** The question for the groups that AG Grid asks for, when it asks for groups. */
export function groupQuestion(
  { request }: Pick<IServerSideGetRowsParams, "request">,
  { filter, search }: ListQuestion,
  within: readonly ListFilter[],
): (GroupQuestion & { by: string }) | undefined {
  const by = request.rowGroupCols[request.groupKeys.length]?.id;
  if (by === undefined) return undefined;
  const sort = request.sortModel.map(({ colId, sort: direction }) => ({ field: colId, direction }));
  const all = [...(filter ?? []), ...within];
  const { startRow = 0, endRow = startRow + 100 } = request;
  return {
    by,
    ...groupOrder(by, sort),
    ...(all.length > 0 ? { filter: all } : {}),
    ...(search ? { search } : {}),
    offset: startRow,
    limit: endRow - startRow,
  };
}
