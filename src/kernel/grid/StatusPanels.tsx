// The panels of the status bar: rows, filtered rows, selected rows, figures of the selected cells, and on whose clocks times stand.
import type { GridApi } from "@ag-grid-community/core";
import { type ReactNode, useEffect, useState } from "react";
import { aboutSo, formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { clocksText } from "./clocks.ts";
import type { GridColumn } from "./grid.ts";
import { selectedRows } from "./ranges.ts";
import {
  type CellFigures,
  figuresOf,
  selectedText,
  selectedValues,
  showsFiltered,
  TWO_DECIMALS,
} from "./statusFacts.ts";

/** Counts that the list keeps for its panels. */
export interface Counts {
  total: number;
  matched: number;
  about?: boolean;
}

interface PanelProps {
  api: GridApi;
  context: {
    counts: () => Counts;
    selected: () => number;
    isSelectedAbout: () => boolean;
    columns: () => readonly GridColumn[];
  };
}

/** Draws a part of the grid anew with what it hears of. */
export function usePaint(api: GridApi, events: readonly string[]): void {
  const [, paint] = useState(0);
  useEffect(() => {
    const again = () => paint((count) => count + 1);
    for (const event of events) api.addEventListener(event, again);
    // What was told between the first drawing and now.
    again();
    return () => {
      if (api.isDestroyed?.()) return;
      for (const event of events) api.removeEventListener(event, again);
    };
  }, [api, events]);
}

const MODEL = ["modelUpdated", "filterChanged", "storeUpdated", "listCounted"] as const;
const SELECTION = [...MODEL, "selectionChanged"] as const;
const CELLS = ["rangeSelectionChanged", "modelUpdated"] as const;
const COLUMNS = ["displayedColumnsChanged", "newColumnsLoaded", "modelUpdated"] as const;

/** AG Grid waits for a panel to draw something, so an empty one is an empty element. */
function Slot({ children }: { children?: ReactNode }) {
  return <div className="list-status">{children}</div>;
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <div className="ag-status-name-value">
      <span>{label}</span>: <span className="ag-status-name-value-value">{value}</span>
    </div>
  );
}

export function TotalPanel({ api, context }: PanelProps) {
  usePaint(api, MODEL);
  const { total, about } = context.counts();
  return <Slot>{total >= 0 && <Value label={t("grid:status.total")} value={aboutSo(total, about)} />}</Slot>;
}

export function FilteredPanel({ api, context }: PanelProps) {
  usePaint(api, MODEL);
  const { total, matched, about } = context.counts();
  const isShown = matched >= 0 && showsFiltered(matched, total);
  return <Slot>{isShown && <Value label={t("grid:status.filtered")} value={aboutSo(matched, about)} />}</Slot>;
}

export function SelectedPanel({ api, context }: PanelProps) {
  usePaint(api, SELECTION);
  const text = selectedText(context.selected(), (count) => aboutSo(count, context.isSelectedAbout()));
  return <Slot>{text !== undefined && <Value label={t("grid:status.selected")} value={text} />}</Slot>;
}

/** Said once a list, not in every cell. */
export function ClocksPanel({ api, context }: PanelProps) {
  usePaint(api, COLUMNS);
  const shown = new Set(api.getAllDisplayedColumns().map((column) => column.getColId()));
  const zone = context.columns().find((column) => column.zone && shown.has(column.field))?.zone;
  const text = zone && clocksText(zone, new Date());
  return (
    <Slot>
      {text && (
        <span className="list-clocks" title={`${text}\n${t("grid:clocks.hint")}`}>
          {text}
        </span>
      )}
    </Slot>
  );
}

export function FiguresPanel({ api, context }: PanelProps) {
  usePaint(api, CELLS);
  const rows = selectedRows(api);
  const there = rows.nodes.length;
  const figures = figuresOf(selectedValues(api, rows, context.columns()));
  const shown = (["avg", "count", "min", "max", "sum"] as const).filter((name) => figures[name] !== undefined);
  return (
    <Slot>
      {shown.length > 0 && there < rows.all && (
        <Value
          label={t("grid:status.loaded")}
          value={t("grid:status.of", { number: formatNumber(there), all: formatNumber(rows.all) })}
        />
      )}
      {shown.map((name) => (
        <Value key={name} label={t(`grid:status.${name}`)} value={written(name, figures)} />
      ))}
    </Slot>
  );
}

function written(name: keyof CellFigures, figures: CellFigures): string {
  return formatNumber(figures[name] as number, name === "count" ? {} : TWO_DECIMALS);
}
