// A list as it is drawn: toolbar, AG Grid in the theme's colours, status bar, and what stands there when no rows do.
import type {
  ColDef,
  GetLocaleTextParams,
  GetMainMenuItemsParams,
  GridApi,
  IRowNode,
  MenuItemDef,
  RowClassParams,
  SideBarDef,
} from "@ag-grid-community/core";
import { AgGridReact } from "@ag-grid-community/react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { asProblem } from "../api/problem.ts";
import { formatNumber } from "../i18n/formats.ts";
import { direction, t } from "../i18n/setup.ts";
import { useDensity } from "../store/useDensity.ts";
import { useEnv } from "../store/useStore.ts";
import { prepareAgGrid } from "./agGrid.ts";
import { hearArranging, moveEntries, turnedPin } from "./arranging.ts";
import { ListChart } from "./bringListChart.ts";
import { CellFrame } from "./CellFrame.tsx";
import { chartColumns, firstColumn, measurable } from "./chartColumns.ts";
import { columnDefs } from "./columns.ts";
import { copyItems, copying, copyLoaded, keysOf } from "./copying.ts";
import { CSV_EXPORT } from "./exports.ts";
import { followBar } from "./followBar.ts";
import { GroupCell } from "./GroupCell.tsx";
import { BLOCK, type DataGridProps, type GridColumn, type GridRow, ROW_HEIGHT } from "./grid.ts";
import { groupsIn, isGroup } from "./groups.ts";
import { Instead, Told } from "./Instead.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import { LoadingRow } from "./LoadingRow.tsx";
import { rowId } from "./rowNodes.ts";
import { ClocksPanel, FiguresPanel, FilteredPanel, SelectedPanel, TotalPanel } from "./StatusPanels.tsx";
import { tickRanges } from "./tickRanges.ts";
import { MOST_TICKED, tickColumn, tooManyText } from "./ticks.ts";
import { hideByEscape, TOOLTIPS } from "./tooltips.ts";
import { useChart } from "./useChart.ts";
import { useListGrid } from "./useListGrid.ts";

const STATUS_BAR = {
  statusPanels: [
    { statusPanel: TotalPanel, key: "total", align: "left" },
    { statusPanel: FilteredPanel, key: "filtered", align: "left" },
    { statusPanel: SelectedPanel, key: "selected", align: "left" },
    { statusPanel: FiguresPanel, key: "figures", align: "right" },
    { statusPanel: ClocksPanel, key: "clocks", align: "right" },
  ],
};

/** AG Grid leaves a part out for good, such as a panel of the status bar, that is not drawn within a second: busy machines are slower. */
const PARTS_MS = Number.MAX_SAFE_INTEGER;

export interface ListGridProps<Row extends GridRow> extends DataGridProps<Row> {
  /** Stands over the grid until it has drawn its first rows. */
  outline?: ReactNode;
}

export function ListGrid<Row extends GridRow>(props: ListGridProps<Row>) {
  const { settings, notices } = useEnv();
  prepareAgGrid(settings.gridLicenseKey);
  const [density, setDensity] = useDensity();
  const list = useListGrid(props);
  const { columns, selectable = false, mostTicked = MOST_TICKED } = props;
  const isServer = props.ask !== undefined;
  const hrefOf = useRef(props.hrefOf);
  hrefOf.current = props.hrefOf;
  const hasHref = props.hrefOf !== undefined;
  const canOpen = props.onOpen !== undefined;
  const canGroup = props.askGroups !== undefined;
  const defs = useMemo(
    () =>
      [
        ...(selectable ? [tickColumn(selectable)] : []),
        ...columnDefs(columns, hasHref ? (row) => hrefOf.current?.(row) ?? "" : canOpen, canGroup),
      ].map(turned),
    [columns, selectable, canOpen, hasHref, canGroup],
  );
  // AG Grid takes an option that is another object for a change, and works through all columns or rows again.
  const groupTitle = t("grid:group.title");
  const groupColumn = useMemo(() => turned({ ...GROUP_COLUMN, headerName: groupTitle }), [groupTitle]);
  const { copies, ...copyOptions } = useMemo(() => {
    const tell = (there: number, all: number) =>
      notices.info(t("grid:copied", { count: all, number: formatNumber(there), all: formatNumber(all) }));
    const copy = (api: GridApi, withHeaders: boolean) => copyLoaded(api, withHeaders, tell);
    return {
      copies: { ...copying(tell), getContextMenuItems: copyItems(copy) },
      defaultColDef: { ...DEFAULT_COLUMN, suppressKeyboardEvent: keysOf(copy) },
    };
  }, [notices]);
  const height = props.height ?? "fill";
  const chart = useChart();
  const chartable = chartColumns(props);
  const frame = useRef<HTMLDivElement>(null);
  // Only where its rows are grouped do they have levels: else it is a grid to a screen reader and not a tree of rows.
  const groups = groupsIn(list.view.group, props);
  const isGrouped = groups.length > 0;
  const role = isGrouped ? "treegrid" : "grid";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is there once the grid is
  useEffect(() => frame.current?.querySelector(".ag-root")?.setAttribute("role", role), [list.api, role]);
  const { followed } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is there once the grid is
  useEffect(() => {
    const rowHeight = () => ROW_HEIGHT[density];
    return frame.current ? followBar(frame.current, { ...followed, rowHeight }) : undefined;
  }, [list.api, followed, density]);
  const { arranged } = list;
  useEffect(() => (frame.current ? hearArranging(frame.current, arranged) : undefined), [arranged]);
  useEffect(() => (frame.current ? hideByEscape(frame.current) : undefined), []);
  const { api, idsOf } = list;
  const { sort, filter, search } = list.view;
  const shown = useRef("");
  shown.current = JSON.stringify([sort, filter, search, props.about, props.filters]);
  useEffect(() => {
    if (!frame.current || !api || !idsOf || !selectable || isGrouped) return;
    return tickRanges(frame.current, {
      api,
      shown: () => shown.current,
      idsOf,
      most: mostTicked,
      tooMany: (all) => notices.info(tooManyText(selectable, all, mostTicked)),
      moved: () => notices.info(t("grid:ticked.moved")),
      failed: (error) => {
        const problem = asProblem(error);
        if (!problem.silent) notices.failed(problem);
      },
    });
  }, [api, idsOf, selectable, isGrouped, mostTicked, notices]);
  return (
    <div className={`list ${height === "fill" ? "list-fills" : ""}`}>
      <ListToolbar
        title={props.title}
        columns={columns}
        filterNames={props.filterNames}
        own={props.filters}
        view={list.view}
        groups={groups}
        change={list.change}
        searchable={props.searchable !== false}
        compact={density === "compact"}
        onCompact={() => setDensity(density === "compact" ? "normal" : "compact")}
        onColumns={() => toggleColumns(list.api, canGroup ? GROUPING_SIDE_BAR : SIDE_BAR)}
        onReset={list.isChoosing ? list.resetColumns : undefined}
        onChart={chartable.length > 0 ? () => chart.show(firstColumn(chartable, list.view)?.field) : undefined}
        selected={list.selected.count}
        isAbout={list.selected.about === true}
        onClear={list.clearSelection}
        actions={props.actions}
      >
        {props.children}
      </ListToolbar>
      <div ref={frame} className="list-frame ag-theme-quartz" style={height === "fill" ? undefined : { height }}>
        <AgGridReact
          className={list.api ? "" : "list-setting-up"}
          rowModelType={isServer ? "serverSide" : "clientSide"}
          {...(isServer
            ? { ...SERVER, ...copies }
            : {
                rowData: list.given === "rows" ? (props.rows as Row[]) : undefined,
                quickFilterText: list.view.search,
                getContextMenuItems: clientMenu,
              })}
          columnDefs={list.given === "frame" ? undefined : defs}
          {...copyOptions}
          autoGroupColumnDef={groupColumn}
          suppressAggFuncInHeader
          // What the types have checked already it would compare with every name it knows, at each change.
          suppressPropertyNamesCheck
          context={list.context}
          getRowId={rowId}
          enableRtl={direction() === "rtl"}
          getLocaleText={localeText}
          getMainMenuItems={columnMenu}
          rowHeight={ROW_HEIGHT[density]}
          rowBuffer={list.isSettled ? ROWS_BESIDE : 0}
          headerHeight={ROW_HEIGHT.normal}
          rowClassRules={ROW_CLASSES}
          rowSelection="multiple"
          suppressRowClickSelection
          isRowSelectable={isSelectable}
          enableRangeSelection
          suppressCellFocus={false}
          statusBar={STATUS_BAR}
          loadingCellRenderer={LoadingRow}
          suppressNoRowsOverlay
          suppressLoadingOverlay
          animateRows={false}
          {...TOOLTIPS}
          maxComponentCreationTimeMs={PARTS_MS}
          defaultExcelExportParams={{ fileName: "export.xlsx" }}
          defaultCsvExportParams={CSV_EXPORT}
          {...list.events}
        />
        {list.cells.at && <CellFrame key={list.cells.at.key} cells={list.cells} api={list.api} editor={props.editor} />}
        {!list.isDrawn && props.outline}
        <Instead list={list} own={props.filters} empty={props.empty} none={props.none} />
      </div>
      <Told list={list} own={props.filters} />
      {chart.field !== undefined && chartable.length > 0 && props.ask && props.askGroups && (
        <ListChart
          title={props.title}
          columns={chartable as readonly GridColumn[]}
          ask={props.ask}
          askGroups={props.askGroups}
          about={props.about}
          view={list.view}
          field={chart.field}
          measure={chart.measure}
          measures={measurable(chartable) as readonly GridColumn[]}
          onShow={chart.show}
          onClose={() => chart.show(undefined)}
        />
      )}
    </div>
  );
}

const GROUP_COLUMN: ColDef = {
  minWidth: 256,
  pinned: "left",
  sortable: false,
  suppressMenu: true,
  cellRenderer: "agGroupCellRenderer",
  cellRendererParams: { innerRenderer: GroupCell, suppressCount: true },
};

const turned = (def: ColDef): ColDef => (def.pinned ? { ...def, pinned: turnedPin(def.pinned) } : def);

/** A group stands for no row that could be acted on. */
const isSelectable = ({ data }: IRowNode) => !isGroup(data);

const ROW_CLASSES = {
  "list-row-open": ({ data, context }: RowClassParams) => {
    const openId = context.openId();
    return openId !== undefined && data?.id === openId;
  },
  "list-row-group": ({ data }: RowClassParams) => isGroup(data),
};
const ROWS_BESIDE = 10;
const SERVER = {
  cacheBlockSize: BLOCK,
  maxBlocksInCache: 10,
  // Cells come with their rows: drawn some frames later, they stay empty for as long as somebody scrolls fast.
  suppressAnimationFrame: true,
  maxConcurrentDatasourceRequests: 3,
};
const DEFAULT_COLUMN: ColDef = {
  resizable: true,
  menuTabs: ["filterMenuTab", "generalMenuTab", "columnsMenuTab"],
};
const GROUPING_SIDE_BAR = sideBar(false);
const SIDE_BAR = sideBar(true);

function sideBar(suppressRowGroups: boolean): SideBarDef {
  const toolPanelParams = { suppressRowGroups, suppressValues: true, suppressPivots: true, suppressPivotMode: true };
  return {
    toolPanels: [
      {
        id: "columns",
        labelKey: "columns",
        labelDefault: "Columns",
        iconKey: "columns",
        toolPanel: "agColumnsToolPanel",
        toolPanelParams,
      },
    ],
    hiddenByDefault: true,
  };
}

function localeText({ key, defaultValue, variableValues }: GetLocaleTextParams): string {
  const text = t(`grid:ag.${key}`, { defaultValue: defaultValue ?? "" });
  return (variableValues ?? []).reduce((filled, value, at) => filled.replaceAll(`{${at + 1}}`, value), text);
}

/**
 * What a column's menu takes back is what the list keeps of the columns, and nothing else. One that misses something, such as an
 * order, says why where that would stand.
 */
function columnMenu({ api, defaultItems, context, column }: GetMainMenuItemsParams): (string | MenuItemDef)[] {
  const { headerTooltip, sortable } = column?.getColDef() ?? {};
  const why = headerTooltip && !sortable ? [{ name: headerTooltip, disabled: true, cssClasses: ["list-why"] }] : [];
  const moves = column ? moveEntries(api, column, context.arranged) : [];
  const items = defaultItems.flatMap((item): (string | MenuItemDef)[] => {
    if (item === "pinSubMenu") return [...moves, item];
    return item === "resetColumns"
      ? [{ name: t("grid:ag.resetColumns"), action: () => context.resetColumns() }]
      : [item];
  });
  return why.length > 0 ? [...why, "separator", ...items] : items;
}

function clientMenu(): (string | MenuItemDef)[] {
  return ["copy", "copyWithHeaders", "separator", "excelExport", "csvExport"];
}

/** The panel is made when it is first opened: it takes a third of what the rows take. */
function toggleColumns(api: ReturnType<typeof useListGrid>["api"], panel: SideBarDef): void {
  if (!api) return;
  if (!api.getGridOption("sideBar")) api.setGridOption("sideBar", panel);
  const isOpen = api.isSideBarVisible() && api.getOpenedToolPanel() === "columns";
  api.setSideBarVisible(!isOpen);
  if (isOpen) api.closeToolPanel();
  else api.openToolPanel("columns");
}
