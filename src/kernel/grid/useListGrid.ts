// How a list behaves: the view goes into AG Grid and comes out of it, counts and problems are kept, the owner's handle is made.
import type {
  CellClickedEvent,
  CellKeyDownEvent,
  ColumnPinnedEvent,
  ColumnResizedEvent,
  ColumnVisibleEvent,
  GridApi,
  GridReadyEvent,
  RowDoubleClickedEvent,
} from "@ag-grid-community/core";
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { ListFilter, ListSort } from "#schemas/list.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import { asksForTab } from "../ui/OpenLink.tsx";
import { isByHand } from "./arranging.ts";
import { datasource } from "./datasource.ts";
import { askedBy, fromModel, toModel } from "./filterModel.ts";
import type { DataGridProps, GridRow, GridSelection, GridView } from "./grid.ts";
import { handleOf } from "./gridHandle.ts";
import { clearSelection, isServerSide, selectionOf } from "./gridSelection.ts";
import { groupsIn, isGroup, isGrouped } from "./groups.ts";
import { HeldFilter } from "./heldFilter.ts";
import { nodesIn, standsInSeveral } from "./rowNodes.ts";
import type { Counts } from "./StatusPanels.tsx";
import { TICKS } from "./ticks.ts";
import { useArrangement } from "./useArrangement.ts";
import { useBeside } from "./useBeside.ts";
import { useCells } from "./useCells.ts";
import { useGroupTicks } from "./useGroupTicks.ts";
import { useSettled } from "./useSettled.ts";
import { useSetUp } from "./useSetUp.ts";
import { useView } from "./useView.ts";

/** The pause between two blocks while somebody scrolls on and on; the first is asked for at once. */
const PACE_MS = 50;
const UNKNOWN: Counts = { total: -1, matched: -1 };

export function useListGrid<Row extends GridRow>(props: DataGridProps<Row>) {
  const [view, change] = useView(props.addressed ?? true);
  const [api, setApi] = useState<GridApi>();
  // Rows that were asked ahead arrive before the state of this component has the grid.
  const made = useRef<GridApi>();
  const [counts, setCounts] = useState(UNKNOWN);
  const [counted, setCounted] = useState<string>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [selected, setSelected] = useState<Pick<GridSelection, "count" | "about">>({ count: 0 });
  const [isDrawn, setDrawn] = useState(false);
  const { isSettled, begins, seen } = useSettled();
  const [isChoosing, setChoosing] = useState(false);
  const arrangement = useArrangement(props, view, change, api);
  const { model, rest } = useMemo(() => toModel(view.filter, props.columns), [view.filter, props.columns]);
  const now = useRef({ props, view, rest, counts, selected });
  now.current = { ...now.current, props, view, rest };

  const select = (selection: GridSelection) => {
    now.current.selected = selection;
    setSelected(selection);
    now.current.props.onSelect?.(selection);
  };
  const count = (next: Counts) => {
    now.current.counts = next;
    now.current.props.onCounts?.(next);
    setCounts(next);
    setCounted(narrowingOf(now.current));
    setProblem(undefined);
    const grid = made.current;
    if (!grid) return;
    grid.dispatchEvent({ type: "listCounted" });
    // Of all that match, as many are selected as are counted by now.
    const selection = isServerSide(grid) ? selectionOf(grid, now.current.view, next) : undefined;
    const { count: before, about } = now.current.selected;
    if (selection?.all && (selection.count !== before || selection.about !== about)) select(selection);
  };
  const countRef = useRef(count);
  countRef.current = count;

  const held = useRef(new HeldFilter());
  /** The columns whose values the grid was last given. */
  const offered = useRef<unknown>(undefined);
  /** What a model of the grid stands for: of columns that nobody has touched, what the list says. */
  const saidBy = (shown: Record<string, unknown>): readonly ListFilter[] => {
    const { columns } = now.current.props;
    const { filter } = now.current.view;
    const { model: told } = toModel(filter, columns);
    const own = columns.flatMap((column) =>
      column.field in told && held.current.isSame(column.field, shown)
        ? filter.filter(({ field }) => field === askedBy(column))
        : fromModel(shown, [column]),
    );
    return held.current.of(shown) ?? [...own, ...now.current.rest];
  };
  const saidByRef = useRef(saidBy);
  saidByRef.current = saidBy;
  const inSeveral = useRef(false);
  const grouped = useRef<readonly string[]>([]);
  const resetRef = useRef(arrangement.reset);
  resetRef.current = arrangement.reset;
  const arrangedRef = useRef(arrangement.arranged);
  arrangedRef.current = arrangement.arranged;
  const arranged = useCallback(() => made.current && arrangedRef.current(made.current), []);

  const isAsking = props.ask !== undefined;
  const source = useMemo(() => {
    if (!isAsking) return undefined;
    const asking = () => {
      const { props: latest, view: shown, rest: others } = now.current;
      return {
        ask: latest.ask as NonNullable<typeof latest.ask>,
        askGroups: latest.askGroups,
        columns: latest.columns,
        search: shown.search,
        rest: others,
        held: (asked: Record<string, unknown>) => saidByRef.current(asked),
        defaultSort: latest.defaultSort ? [...latest.defaultSort] : undefined,
      };
    };
    return datasource<Row>(asking, {
      begun: begins,
      given: seen,
      arrived: ({ total, matched, about }) => countRef.current({ total, matched, ...(about ? { about } : {}) }),
      failed: (error) => setProblem(asProblem(error)),
      asked: () => made.current && pace(made.current),
      shown: () => ({
        first: made.current?.getFirstDisplayedRow() ?? 0,
        last: made.current?.getLastDisplayedRow() ?? 0,
      }),
    });
  }, [isAsking, begins, seen]);

  const groupTicks = useGroupTicks(source, made, now);
  const askAnew = (grid: GridApi) => {
    groupTicks.forget();
    clearSelection(grid);
    if (props.ask) grid.refreshServerSide({ purge: true });
    grid.ensureIndexVisible(0, "top");
  };
  const filterBy = (grid: GridApi) => {
    const before = held.current.isOf(model, grid.getFilterModel()) ? held.current.of(grid.getFilterModel()) : undefined;
    // Other columns may offer values that the grid could not hold before.
    const isOffered = offered.current === props.columns;
    offered.current = props.columns;
    if ((!before || !isOffered) && !same(grid.getFilterModel(), model)) grid.setFilterModel(model);
    held.current.keep(model, grid.getFilterModel(), view.filter);
    // Of other filters that are the same to the grid it knows nothing.
    if (before && !same(before, view.filter)) askAnew(grid);
  };
  const apply = (grid: GridApi) => {
    filterBy(grid);
    if (!same(sortOf(grid), view.sort)) {
      const state = view.sort.map(({ field, direction }, sortIndex) => ({ colId: field, sort: direction, sortIndex }));
      grid.applyColumnState({ state, defaultState: { sort: null } });
    }
    const group = groupsIn(view.group, props);
    if (!same(groupsOf(grid), group)) grid.setRowGroupColumns([...group]);
    arrangement.show(grid);
  };

  const [frame, setFrame] = useState<GridApi>();
  const given = useSetUp(frame);
  const ready = ({ api: grid }: GridReadyEvent) => {
    made.current = grid;
    grid.setGridAriaProperty("label", props.title);
    setFrame(grid);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the grid has been given each piece
  useEffect(() => {
    if (!frame || frame.isDestroyed()) return;
    if (given === "columns") apply(frame);
    if (given !== "rows") return;
    if (source) frame.setGridOption("serverSideDatasource", source);
    setApi(frame);
  }, [frame, given]);

  // The address may change from outside: Back, a link, a chip that is taken off.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `apply` puts exactly these into the grid
  useEffect(() => {
    if (api) apply(api);
  }, [api, model, view.sort, view.group, view.columns, props.remember]);
  useEffect(() => api?.setGridAriaProperty("label", props.title), [api, props.title]);
  const asked = JSON.stringify([view.search, props.about]);
  const lastAsked = useRef(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when something else is asked, and not by another function
  useEffect(() => {
    if (!api || lastAsked.current === asked) return;
    lastAsked.current = asked;
    askAnew(api);
  }, [api, asked]);
  useBeside(api, props, (error) => setProblem(asProblem(error)));
  const drawnOpen = useRef(props.openId);
  useEffect(() => {
    if (!api || drawnOpen.current === props.openId) return;
    const marked = [drawnOpen.current, props.openId];
    drawnOpen.current = props.openId;
    // The panel that comes with this takes the focus right after it; the grid would take it back for its cell.
    requestAnimationFrame(() => {
      if (api.isDestroyed()) return;
      if (!document.activeElement?.closest(".ag-root")) api.clearFocusedCell();
      // Rows that are drawn anew would lose the focus for some frames, and the keys that are pressed meanwhile.
      const nodesOf = nodesIn(api);
      for (const id of marked)
        for (const row of id === undefined ? [] : nodesOf(id)) if (row.data) row.updateData(row.data);
    });
  }, [api, props.openId]);

  const cells = useCells(api, props);
  // Beside the ticks, and names of groups.
  const onFirst = (grid: GridApi, field: string | undefined) => {
    const own = new Set(now.current.props.columns.map((column) => column.field));
    const first = grid.getAllDisplayedColumns().find((one) => own.has(one.getColId()));
    return field !== undefined && field === first?.getColId();
  };

  const events = {
    onGridReady: ready,
    onSortChanged: ({ api: grid }: { api: GridApi }) => {
      const sort = sortOf(grid);
      if (!same(sort, now.current.view.sort)) change({ sort });
    },
    onFilterChanged: ({ api: grid }: { api: GridApi }) => {
      groupTicks.forget();
      clearSelection(grid);
      const shown = grid.getFilterModel();
      if (held.current.of(shown)) return;
      const filter = saidBy(shown);
      held.current.keep(toModel(filter, props.columns).model, shown, filter);
      if (!same(filter, now.current.view.filter)) change({ filter });
    },
    onFirstDataRendered: () => {
      setDrawn(true);
      seen();
    },
    onModelUpdated: ({ api: grid }: { api: GridApi }) => {
      const { rows } = now.current.props;
      // Before it has been given any, the grid has none to count.
      if (rows && grid.getGridOption("rowData"))
        countRef.current({ total: rows.length, matched: grid.getDisplayedRowCount() });
    },
    onSelectionChanged: ({ api: grid }: { api: GridApi }) => {
      if (isServerSide(grid) && grid.getRowGroupColumns().length > 0) groupTicks.noted(grid);
      select(selectionOf(grid, now.current.view, now.current.counts));
    },
    onCellClicked: ({ column, data, api: grid, event }: CellClickedEvent) => {
      if (now.current.props.hrefOf && event && asksForTab(event as MouseEvent)) return;
      if (data && !isGroup(data) && onFirst(grid, column.getColId())) now.current.props.onOpen?.(data as Row);
    },
    onRowDoubleClicked: ({ data, node, api: grid, event }: RowDoubleClickedEvent) => {
      if (!data || isGroup(data)) return;
      const field =
        (event?.target as HTMLElement | undefined)?.closest("[col-id]")?.getAttribute("col-id") ?? undefined;
      if (onFirst(grid, field) || !cells.begin({ row: data as Row, name: node.id ?? "" }, field))
        now.current.props.onOpen?.(data as Row);
    },
    onCellKeyDown: ({ event, data, node, column, api: grid }: CellKeyDownEvent) => {
      const { key, ctrlKey, metaKey, shiftKey } = event as KeyboardEvent;
      if (key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey) return now.current.props.onUndo?.();
      if (key === " " && isGroup(data) && column.getColId() === TICKS) return void groupTicks.toggle(grid, node, data);
      if ((key !== "Enter" && key !== "F2") || !data || isGroup(data)) return;
      const field = column.getColId();
      const cell = { row: data as Row, name: node.id ?? "" };
      const isEdited = (key === "F2" || !onFirst(grid, field)) && cells.begin(cell, field, key === "F2");
      if (!isEdited && key === "Enter") now.current.props.onOpen?.(data as Row);
    },
    onColumnRowGroupChanged: ({ api: grid }: { api: GridApi }) => {
      groupTicks.forget();
      const group = groupsOf(grid);
      // Rows are called otherwise where one stands in several groups: what is ticked by the old names would not be seen. Nor is it
      // known in which of other groups stands what is ticked: their boxes would say that nothing of them is.
      const areSeveral = standsInSeveral(grid, now.current.props.columns);
      const isRegrouped = group.length > 0 && !same(group, grouped.current);
      if (areSeveral !== inSeveral.current || isRegrouped) clearSelection(grid);
      inSeveral.current = areSeveral;
      grouped.current = group;
      if (!same(group, groupsIn(now.current.view.group, now.current.props))) change({ group });
    },
    onDragStopped: ({ api: grid }: { api: GridApi }) => arrangement.arranged(grid),
    onColumnVisible: ({ api: grid, source }: ColumnVisibleEvent) => {
      if (source !== "api") arrangement.arranged(grid);
    },
    onColumnPinned: ({ api: grid, source }: ColumnPinnedEvent) => {
      if (isByHand(source)) arrangement.arranged(grid);
    },
    onColumnResized: ({ api: grid, source, finished }: ColumnResizedEvent) => {
      if (finished && isByHand(source)) arrangement.arranged(grid);
    },
    onToolPanelVisibleChanged: ({ api: grid }: { api: GridApi }) =>
      setChoosing(grid.isSideBarVisible() && grid.getOpenedToolPanel() === "columns"),
  };

  useImperativeHandle(
    props.handle,
    () =>
      handleOf<Row>(
        () => api,
        () => now.current,
        () => source?.forget(),
        cells.open,
      ),
    [api, source, cells.open],
  );

  return {
    api,
    /** The pieces that the grid is to be given by now. */
    given,
    view,
    change,
    counts,
    /** Whether the counts are those of what is asked now: not while the answer is on its way. */
    isTold: counted === narrowingOf({ view, props }),
    problem,
    selected,
    /** Whether the grid shows what there is to show, be it that there is nothing. */
    isDrawn: isDrawn || problem !== undefined || counts.matched === 0,
    /** Whether the first rows have been seen for a while: now it is the turn of those beside them. */
    isSettled,
    cells,
    events: useSteady(events),
    context: useMemo(
      () => ({
        counts: () => now.current.counts,
        selected: () => now.current.selected.count,
        isSelectedAbout: () => now.current.selected.about === true,
        columns: (): readonly unknown[] => now.current.props.columns,
        openId: () => now.current.props.openId,
        resetColumns: () => made.current && resetRef.current(made.current),
        arranged,
        groupTicks,
      }),
      [arranged, groupTicks],
    ),
    /** What the bar of the list needs to know; nothing is waited for where rows do not come in blocks. */
    followed: useMemo(
      () => ({
        count: () => (source && !isGrouped(now.current) ? Math.max(0, now.current.counts.matched) : 0),
        bring: async (first: number, last: number) => source?.bring(first, last),
      }),
      [source],
    ),
    /** The ids of rows by their places, also of those that are not loaded; none where rows are given or in groups. */
    idsOf: useMemo(() => source && ((first: number, last: number) => source.ids(first, last)), [source]),
    clearSelection: () => api && clearSelection(api),
    /** Somebody has moved, widened or pinned columns. */
    arranged,
    /** Whether the columns are being chosen, and how to take that back. */
    isChoosing,
    resetColumns: () => api && arrangement.reset(api),
    retry: () => {
      setProblem(undefined);
      source?.forget();
      api?.refreshServerSide({ purge: true });
    },
    retryMissing: () => {
      setProblem(undefined);
      api?.retryServerSideLoads();
      api?.dispatchEvent({ type: "listReplaced" });
    },
  };
}

/** All that decides how many rows match. */
function narrowingOf({ view, props }: { view: GridView; props: Pick<DataGridProps, "about" | "filters"> }): string {
  return JSON.stringify([view.filter, view.search.trim(), props.about, props.filters]);
}

/** The same functions for good, which call the newest ones: AG Grid works through all its options when one is another. */
function useSteady<Events extends object>(events: Events): Events {
  const newest = useRef(events);
  newest.current = events;
  return useMemo(() => {
    const names = Object.keys(newest.current) as (keyof Events)[];
    const call = (name: keyof Events) => (event: unknown) => (newest.current[name] as (event: unknown) => void)(event);
    return Object.fromEntries(names.map((name) => [name, call(name)])) as Events;
  }, []);
}

/** AG Grid takes the option for one of the beginning, and warns, but reads it anew for every block. Its wrapper's way does not warn. */
function pace(grid: GridApi): void {
  const pause = (blockLoadDebounceMillis: number) =>
    !grid.isDestroyed() && grid.__internalUpdateGridOptions({ blockLoadDebounceMillis });
  if (grid.getGridOption("blockLoadDebounceMillis" as "rowHeight") === PACE_MS) return;
  pause(PACE_MS);
  setTimeout(() => pause(0), PACE_MS);
}

function sortOf(grid: GridApi): ListSort[] {
  return grid
    .getColumnState()
    .filter((column) => column.sort)
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
    .map(({ colId, sort }) => ({ field: colId, direction: sort === "desc" ? "desc" : "asc" }));
}

function groupsOf(grid: GridApi): string[] {
  return grid.getRowGroupColumns().map((column) => column.getColId());
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
