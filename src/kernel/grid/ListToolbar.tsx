// Above a list: search, filters as chips that can be taken off, what is selected, columns and density.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ListFilter } from "#schemas/list.ts";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { cross, search as searchIcon, undo } from "../ui/icons.ts";
import { chipsOf } from "./filterText.ts";
import type { FilterName, GridColumn, GridRow, GridView } from "./grid.ts";
import { chartIcon, columnsIcon, densityIcon } from "./icons.ts";
import { useSteadyHeight } from "./useSteadyHeight.ts";
import type { ChangeView } from "./useView.ts";

interface Props<Row extends GridRow> {
  title: string;
  columns: readonly GridColumn<Row>[];
  filterNames: readonly FilterName[] | undefined;
  view: GridView;
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
    view,
    change,
    searchable,
    compact,
    onCompact,
    onColumns,
    onReset,
    onChart,
    selected,
    onClear,
    actions,
    children,
  } = props;
  const takeOff = (filters: readonly ListFilter[]) =>
    change({ filter: view.filter.filter((one) => !filters.includes(one)) });
  const chips = chipsOf(view.filter, [...columns, ...filterNames]);
  const bar = useRef<HTMLDivElement>(null);
  const height = useSteadyHeight(bar, selected);
  const isCleared = useRef(false);
  useEffect(() => {
    if (selected !== 0 || !isCleared.current) return;
    isCleared.current = false;
    // The button that was pressed has gone.
    bar.current?.querySelector<HTMLElement>('input[type="search"], .list-tools button')?.focus();
  }, [selected]);
  const clear = () => {
    isCleared.current = true;
    onClear();
  };
  const tight =
    height === undefined ? "" : height < TWO_LINES ? "list-toolbar-tight" : "list-toolbar-tight list-chipped";
  return (
    <div ref={bar} className={`list-toolbar ${tight}`} style={{ minHeight: height }}>
      {searchable && <SearchBox title={title} text={view.search} onText={(search) => change({ search })} />}
      {children}
      {chips.length > 0 && (
        <ul className="list-chips" aria-label={t("grid:filters")}>
          {chips.map(({ filters, text }) => (
            <li key={JSON.stringify(filters)}>
              <Chip text={text} onRemove={() => takeOff(filters)} />
            </li>
          ))}
          {chips.length > 1 && (
            <li>
              <Button tone="quiet" small onClick={() => change({ filter: [] })}>
                {t("grid:filter.clear")}
              </Button>
            </li>
          )}
        </ul>
      )}
      {view.group.length > 0 && (
        <ul className="list-chips" aria-label={t("grid:groups")}>
          {view.group.map((field) => (
            <li key={field}>
              <Chip
                text={t("grid:groupedBy", { title: columns.find((one) => one.field === field)?.title ?? field })}
                onRemove={() => change({ group: view.group.filter((one) => one !== field) })}
              />
            </li>
          ))}
        </ul>
      )}
      {/* Together, so that none of them stands alone where the toolbar takes a second line. */}
      <div className="list-toolbar-end">
        {selected !== 0 && (
          <span className="list-selected" role="status">
            <span className="list-selected-text">
              {selected < 0
                ? t("grid:selected.unknown")
                : t("grid:selected.rows", { count: selected, number: formatNumber(selected) })}
            </span>
            <Button tone="quiet" small icon={cross} aria-label={t("grid:selected.clear")} onClick={clear} />
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

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <span className="list-chip">
      <span className="list-chip-text" title={text}>
        {text}
      </span>
      <button type="button" aria-label={t("grid:filter.remove", { filter: text })} onClick={onRemove}>
        <Icon paths={cross} size={12} />
      </button>
    </span>
  );
}

const TYPING_MS = 180;

function SearchBox({ title, text, onText }: { title: string; text: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(text);
  useEffect(() => {
    if (text !== told.current) setTyped(text);
    told.current = text;
  }, [text]);
  const tell = (value: string) => {
    told.current = value;
    onText(value);
  };
  const type = (value: string, wait: number) => {
    setTyped(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell(value), wait);
  };
  return (
    <div className="list-search">
      <Icon paths={searchIcon} />
      <input
        type="search"
        className="input"
        value={typed}
        maxLength={200}
        placeholder={t("grid:search")}
        aria-label={t("grid:searchIn", { title })}
        aria-keyshortcuts="/"
        onChange={(event) => type(event.target.value, TYPING_MS)}
        onKeyDown={(event) => {
          if (event.key === "Enter") type(typed, 0);
          if (event.key !== "Escape" || typed === "") return;
          event.preventDefault();
          type("", 0);
        }}
      />
      {typed === "" && (
        <span className="list-key" aria-hidden="true">
          /
        </span>
      )}
    </div>
  );
}
