// Which columns of a list are shown, in which order and how wide: as the address says, else as the person has arranged them,
// else as the list begins.
import type { ColumnState, GridApi } from "@ag-grid-community/core";
import { useEffect, useRef } from "react";
import { useEnv } from "../store/useStore.ts";
import { turnedPin } from "./arranging.ts";
import type { DataGridProps, GridRow, GridView } from "./grid.ts";
import { groupsIn } from "./groups.ts";
import { beginning, widthOf, withAbsent, withWidths } from "./keptColumns.ts";
import { remembered, rememberedKey } from "./remembered.ts";
import { TICKS } from "./ticks.ts";
import type { ChangeView } from "./useView.ts";

const NO_FIELDS: ReadonlySet<string> = new Set(["ag-Grid-AutoColumn", TICKS]);

export function useArrangement<Row extends GridRow>(
  props: DataGridProps<Row>,
  view: GridView,
  change: ChangeView,
  api: GridApi | undefined,
) {
  const { local } = useEnv();
  const read = () => ({ name: props.remember, columns: remembered(local, props.remember).columns });
  const own = useRef<ReturnType<typeof read>>();
  if (own.current?.name !== props.remember || !own.current) own.current = read();
  /** The fields that are shown, and whether the address names them. */
  const shown = useRef<{ fields: readonly string[]; isNamed: boolean; of: string | undefined }>();
  const now = useRef({ props, view });
  now.current = { props, view };

  const isGrouped = () => {
    const groups = new Set(groupsIn(now.current.view.group, now.current.props));
    return (field: string) => groups.has(field);
  };

  /** As the list begins, and then as the person has arranged it. */
  const showOwn = (grid: GridApi) => {
    const grouped = isGrouped();
    const plain = now.current.props.columns.map((column) => {
      const state = beginning(column);
      return { ...state, hide: state.hide === true || grouped(column.field) };
    });
    arrange(grid, [{ colId: TICKS }, ...plain]);
    showKept(grid);
  };
  /** What is kept of the columns that are there: other lists of the same name may have more. */
  const keptIn = (grid: GridApi) => {
    const there = thereIn(grid);
    return own.current?.columns?.filter(({ colId }) => there.has(colId));
  };
  const showKept = (grid: GridApi) => {
    const kept = keptIn(grid);
    if (!kept) return;
    const grouped = isGrouped();
    const state = kept.map((column) => ({
      ...column,
      pinned: turnedPin(column.pinned),
      hide: column.hide === true || grouped(column.colId),
    }));
    arrange(grid, state);
  };
  /** Whoever names the columns says nothing of their widths: these are the person's own. */
  const showWidths = (grid: GridApi) => {
    const kept = (keptIn(grid) ?? []).map((state) => ({ ...state, pinned: turnedPin(state.pinned) }));
    const state = new Map(
      [...now.current.props.columns.map(beginning), ...kept].map((one) => [one.colId, widthOf(one)]),
    );
    arrange(grid, [...state.values()], false);
  };

  /** Puts the columns of the view into the grid, or the person's own where it names none. */
  const show = (grid: GridApi) => {
    const { remember: of, columns: all } = now.current.props;
    // An address may be older than the columns: what is gone from them would be looked for again and again.
    const named = now.current.view.columns?.filter((field) => all.some((one) => one.field === field));
    const columns = named?.length ? named : undefined;
    if (columns) {
      const isOther = !same(fieldsOf(grid, columns), columns);
      if (isOther) showNamed(grid, columns, isGrouped(), now.current.props.selectable);
      if (isOther || !shown.current || shown.current.of !== of) showWidths(grid);
    } else if (!shown.current) showKept(grid);
    else if (shown.current.isNamed || shown.current.of !== of) showOwn(grid);
    shown.current = { fields: columns ?? fieldsOf(grid, shown.current?.fields), isNamed: columns !== undefined, of };
  };

  // Columns that come later than the first rows find the place that the person gave them. AG Grid takes the width of each column
  // from what it is told of it anew, also where only its words are others.
  const { columns } = props;
  const lastKnown = useRef(columns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `showKept` reads what is newest
  useEffect(() => {
    if (!api || lastKnown.current === columns) return;
    lastKnown.current = columns;
    if (!now.current.view.columns) return showKept(api);
    show(api);
    showWidths(api);
  }, [api, columns]);

  const keep = (grid: GridApi, columns: readonly ColumnState[]) => {
    const name = now.current.props.remember;
    // Lists of the same name that are open elsewhere have kept theirs meanwhile.
    const before = name ? remembered(local, name).columns : own.current?.columns;
    const all = withAbsent(columns, before ?? [], thereIn(grid));
    const kept = all.length > 0 ? { columns: all } : {};
    own.current = { name, columns: undefined, ...kept };
    if (name) local.write(rememberedKey(name), kept);
  };
  /** Of columns that somebody else names only the widths and pins are the person's own. */
  const keepWidths = (grid: GridApi) => {
    const kept = keptIn(grid) ?? [];
    const isKept = new Set(kept.map(({ colId }) => colId));
    const others = now.current.props.columns.map(beginning).filter(({ colId }) => !isKept.has(colId));
    const all = [...kept, ...others.map((state) => ({ ...state, pinned: turnedPin(state.pinned) }))];
    const next = withWidths(all, columnsOf(grid, []));
    if (next) keep(grid, next);
  };

  return {
    show,
    /** Somebody has moved, chosen or widened columns. A choice that a link or a view of somebody else names does not become their own. */
    arranged(grid: GridApi) {
      const before = shown.current?.fields ?? [];
      const fields = fieldsOf(grid, before);
      // The address follows a moment later: what was changed last is on its way there.
      const named = shown.current?.isNamed ? shown.current.fields : now.current.view.columns;
      const kept = keptIn(grid);
      if (!named || (kept && same(shownIn(kept), named))) keep(grid, columnsOf(grid, fields));
      else keepWidths(grid);
      if (same(fields, before)) return;
      shown.current = { fields, isNamed: true, of: now.current.props.remember };
      change({ columns: fields });
    },
    /** Back to the columns with which the list begins. */
    reset(grid: GridApi) {
      keep(grid, []);
      showOwn(grid);
      shown.current = { fields: fieldsOf(grid), isNamed: false, of: now.current.props.remember };
      if (now.current.view.columns) change({ columns: undefined });
    },
  };
}

/** AG Grid passes over a width where it is told of the flex as well, be that none. */
function arrange(grid: GridApi, state: ColumnState[], applyOrder = true): void {
  grid.applyColumnState({ state, applyOrder });
  const widths = state.flatMap(({ colId, width, flex }) => (flex || !width ? [] : [{ colId, width }]));
  if (widths.length > 0) grid.applyColumnState({ state: widths });
}

function showNamed(grid: GridApi, columns: readonly string[], grouped: (field: string) => boolean, ticks: unknown) {
  const state = columns.map((colId) => ({ colId, hide: grouped(colId) }));
  grid.applyColumnState({ state: [{ colId: TICKS }, ...state], defaultState: { hide: true }, applyOrder: true });
  if (ticks) grid.applyColumnState({ state: [{ colId: TICKS, hide: false }] });
}

/** Fields of the visible columns in their order. Those that stand in the groups have left only their place. */
function fieldsOf(grid: GridApi, before: readonly string[] = []): string[] {
  return grid
    .getColumnState()
    .filter(({ hide, rowGroup, colId }) => !hide || (rowGroup && before.includes(colId)))
    .map(({ colId }) => colId)
    .filter((colId) => !NO_FIELDS.has(colId));
}

function thereIn(grid: GridApi): ReadonlySet<string> {
  return new Set(grid.getColumnState().map(({ colId }) => colId));
}

function shownIn(columns: readonly ColumnState[]): string[] {
  return columns.flatMap(({ colId, hide }) => (hide || NO_FIELDS.has(colId) ? [] : [colId]));
}

/** Order, width, pinning and choice of the columns; the order of the rows stands in the address. */
function columnsOf(grid: GridApi, fields: readonly string[]): ColumnState[] {
  return grid.getColumnState().map(({ colId, hide, width, pinned, flex }) => {
    return { colId, hide: hide === true && !fields.includes(colId), width, pinned: turnedPin(pinned), flex };
  });
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
