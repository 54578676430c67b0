// Above a list: search, filters as chips that can be taken off, what is selected, columns and density.
import { type ReactNode, useEffect, useRef } from "react";
import type { ListFilter } from "#schemas/list.ts";
import { aboutSo } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";
import { FilterChips } from "../ui/FilterChips.tsx";
import { cross, undo } from "../ui/icons.ts";
import { SearchBox } from "../ui/SearchBox.tsx";
import { chipsOf } from "./filterText.ts";
import type { FilterName, GridColumn, GridRow, GridView, OwnFilter } from "./grid.ts";
import { chartIcon, columnsIcon, densityIcon } from "./icons.ts";
import { useSteadyHeight } from "./useSteadyHeight.ts";
import type { ChangeView } from "./useView.ts";

interface Props<Row extends GridRow> {
  title: string;
  columns: readonly GridColumn<Row>[];
  filterNames: readonly FilterName[] | undefined;
  own: readonly OwnFilter[] | undefined;
  view: GridView;
  /** The columns by which rows are grouped: of those that the address names, the ones that there are. */
  groups: readonly string[];
  change: ChangeView;
  searchable: boolean;
  compact: boolean;
  onCompact: () => void;
  onColumns: () => void;
  /** Back to the columns with which the list begins; there while columns are being chosen. */
  onReset: (() => void) | undefined;
  /** Left out where the list has no chart. */
  onChart: (() => void) | undefined;
  selected: number;
  /** That is an estimate. */
  isAbout: boolean;
  onClear: () => void;
  actions?: ReactNode;
  children?: ReactNode;
}

/** From here on a toolbar has a second line: what narrows the list stays there while the first is taken by what is selected. */
const TWO_LINES = 60;

export function ListToolbar<Row extends GridRow>(props: Props<Row>) {
  const {
    title,
    columns,
    filterNames = [],
    own = [],
    view,
    groups,
    change,
    searchable,
    compact,
    onCompact,
    onColumns,
    onReset,
    onChart,
    selected,
    isAbout,
    onClear,
    actions,
    children,
  } = props;
  const takeOff = (filters: readonly ListFilter[]) =>
    change({ filter: view.filter.filter((one) => !filters.includes(one)) });
  /** Others in the place of the first. */
  const exchange = (filters: readonly ListFilter[], others: readonly ListFilter[]) =>
    change({
      filter: view.filter.flatMap((one) => (one === filters[0] ? others : filters.includes(one) ? [] : [one])),
    });
  const chips = [
    ...own.map(({ parameter, text }) => ({ key: parameter, text, onRemove: () => change({}, [parameter]) })),
    ...chipsOf(view.filter, [...columns, ...filterNames]).map(({ filters, text, turned }) => ({
      // The same turned round, so that the button that was pressed stays.
      key: JSON.stringify(turned ? [filters[0]?.field, filters.flatMap(({ value }) => value)] : filters),
      text,
      onRemove: () => takeOff(filters),
      turn: turned && { text: turned.text, onTurn: () => exchange(filters, turned.filters) },
    })),
    // Of two that say the same, one of them turned round, each is itself.
  ].map((chip, at, all) => ({
    ...chip,
    key: `${all.slice(0, at).filter(({ key }) => key === chip.key).length} ${chip.key}`,
  }));
  const bar = useRef<HTMLDivElement>(null);
  const height = useSteadyHeight(bar, selected);
  const before = useRef(selected);
  useEffect(() => {
    const wasTicked = before.current !== 0;
    before.current = selected;
    // The button that was pressed, here or among the actions, has gone with what was ticked.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (selected === 0 && wasTicked && isLost)
      bar.current?.querySelector<HTMLElement>('input[type="search"], .list-tools button')?.focus();
  }, [selected]);
  const tight =
    height === undefined ? "" : height < TWO_LINES ? "list-toolbar-tight" : "list-toolbar-tight list-chipped";
  return (
    <div ref={bar} className={`list-toolbar ${tight}`} style={{ minHeight: height }}>
      {searchable && (
        <SearchBox
          label={t("grid:searchIn", { title })}
          placeholder={t("grid:search")}
          text={view.search}
          onText={(search) => change({ search })}
        />
      )}
      {children}
      <FilterChips
        chips={chips}
        onClear={() =>
          change(
            { filter: [], search: "" },
            own.map(({ parameter }) => parameter),
          )
        }
        isSearched={view.search.trim() !== ""}
      />
      <FilterChips
        label={t("grid:groups")}
        chips={groups.map((field) => ({
          key: field,
          text: t("grid:groupedBy", { title: columns.find((one) => one.field === field)?.title ?? field }),
          onRemove: () => change({ group: view.group.filter((one) => one !== field) }),
        }))}
      />
      {/* Together, so that none of them stands alone where the toolbar takes a second line. */}
      <div className="list-toolbar-end">
        {selected !== 0 && (
          <span className="list-selected" role="status">
            <span className="list-selected-text">
              {selected < 0
                ? t("grid:selected.unknown")
                : t("grid:selected.rows", { count: selected, number: aboutSo(selected, isAbout) })}
            </span>
            <Button tone="quiet" small icon={cross} aria-label={t("grid:selected.clear")} onClick={onClear} />
          </span>
        )}
        {actions}
        <div className="list-tools">
          {onChart && (
            <Button
              tone="quiet"
              icon={chartIcon}
              aria-label={t("grid:chart")}
              title={t("grid:chart")}
              aria-haspopup="dialog"
              onClick={onChart}
            />
          )}
          {onReset && (
            <Button tone="quiet" icon={undo} onClick={onReset}>
              {t("grid:ag.resetColumns")}
            </Button>
          )}
          <Button
            tone="quiet"
            icon={columnsIcon}
            aria-label={t("grid:columns")}
            title={t("grid:columns")}
            onClick={onColumns}
          />
          <Button
            tone="quiet"
            icon={densityIcon}
            aria-label={t("grid:compact")}
            title={t("grid:compact")}
            aria-pressed={compact}
            onClick={onCompact}
          />
        </div>
      </div>
    </div>
  );
}
