// What a list on the screen is, without a word of AG Grid: columns, the question it asks, and what its owner hears.
import type { ReactNode, Ref } from "react";
import type { GroupAnswer, GroupQuestion, ListFilter, ListQuestion, ListSort } from "#schemas/list.ts";
import type { Addressed } from "./address.ts";

/** Pixels of a row. */
export const ROW_HEIGHT = { normal: 36, compact: 28 } as const;

/** Pixels of the column of tick boxes. */
export const TICK_WIDTH = 44;

/** Rows that one question of a list asks for. */
export const BLOCK = 100;

/** How a column's values are compared, filtered, aligned and shown when the column does not say otherwise. */
export type GridKind = "text" | "number" | "date" | "boolean" | "choice";

/** Any row of a list: a frozen plain value with an id. */
export interface GridRow {
  readonly id: number | string;
  /** What stands in columns beside the row, see `besides`. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** One column. Its `field` is the name that the list question uses for it. */
export interface GridColumn<Row extends GridRow = GridRow> {
  field: string;
  /** The heading, already translated. */
  title: string;
  /** `text` unless told. */
  kind?: GridKind;
  /** The value under the field; `row[field]` unless told. */
  value?: (row: Row) => unknown;
  /** The value as people read it; also what is copied and searched in a list with given rows. */
  format?: (value: unknown, row: Row) => string;
  /** What is said of a value while somebody points at it. */
  hint?: (value: unknown) => string | undefined;
  /** The zone on whose clocks its times stand. Where the reader's differ, the bar below the list says so, and each time tells theirs. */
  zone?: string;
  /** What a group of it is called, or a filter that finds one, where its value is not one of a row. */
  groupName?: (value: string | number | boolean) => string;
  /** What it is called to have no value, where that is not "not given". */
  noneName?: string;
  /** A row may have several of its values: it stands in the group of each, and is counted in each. */
  several?: boolean;
  /** A row's value is a list of its choices: all but one of these is not the same as not that one. */
  lists?: boolean;
  /** Draws the cell, where text is not enough. Keep it free of effects: rows are recycled while scrolling. */
  render?: (row: Row) => ReactNode;
  /** For `choice`: the values that the filter offers. */
  choices?: readonly { value: string | number; label: string }[];
  /** For `choice` and `boolean`: rows may have no value, which the filter offers too. */
  blank?: boolean;
  sortable?: boolean;
  /** What is said of the column while somebody points at its heading. */
  about?: string;
  filterable?: boolean;
  /** The field of which its filter asks, where that is another. */
  filterBy?: string;
  /** Whether rows can be grouped by it; true unless told, where the list can be grouped at all. */
  groupable?: boolean;
  /** Whether sums and averages of a column of numbers tell something; true unless told. */
  summable?: boolean;
  /** Its values are no part of the rows: `besides` answers them once the column is shown. */
  beside?: boolean;
  /** Whether a row's value may be changed in its cell, or why not; without it nobody is offered to. See `editor`. */
  edits?: (row: Row) => true | string;
  /** What is told of a cell whose value was changed there: it is being saved, or could not be. */
  marks?: (row: Row) => "busy" | "wrong" | undefined;
  /** Left out until the person chooses it. */
  hidden?: boolean;
  pinned?: "left" | "right";
  width?: number;
  minWidth?: number;
  /** Share of the room that is left. */
  flex?: number;
}

/** A slice of the list, and how many there are. */
export interface GridAnswer<Row extends GridRow = GridRow> {
  rows: readonly Row[];
  total: number;
  matched: number;
  /** The counts are estimates. */
  about?: boolean | undefined;
}

/** What the list shows, as it stands in the address. */
export interface GridView {
  search: string;
  sort: readonly ListSort[];
  filter: readonly ListFilter[];
  /** The fields by which rows are grouped, outermost first. */
  group: readonly string[];
  /** The visible columns in their order, where the view says so; otherwise the person's own choice. */
  columns?: readonly string[] | undefined;
}

/** What is selected: single rows, or all that match the view except some. */
export interface GridSelection {
  all: boolean;
  /** With `all`: the rows that were taken out. Otherwise: the rows that are in. */
  ids: readonly (number | string)[];
  /** How many rows that is. */
  count: number;
  /** That is an estimate. */
  about?: boolean;
  view: GridView;
}

/** What the owner of a list may ask of it. */
export interface GridHandle<Row extends GridRow = GridRow> {
  /** Asks again for what is shown, without moving. */
  refresh(): void;
  /** Puts a saved row in the place of the old one, without asking again. */
  replace(row: Row): void;
  /** Asks again for what stands beside the rows that are seen: something of it has changed. */
  refreshBeside(): void;
  /** The fields of the visible columns in their order; those of the groups are not among them. */
  columns(): string[];
  /** The question for all that is shown, without its slice: the fields by which it is grouped are its first columns. */
  question(): Omit<ListQuestion, "offset" | "limit"> & { group?: string[] };
  /** Rows that match, as last told; -1 before the first answer. */
  matched(): number;
  /** Whether that is an estimate. */
  isAbout(): boolean;
  /** Ticks all rows that match, also those that have not been loaded. */
  selectAll(): void;
  clearSelection(): void;
  /** A row as it is shown, where it is loaded. */
  row(id: number | string): Row | undefined;
  /** Opens the editor of a cell; false where its row is not loaded. */
  edit(id: number | string, field: string): boolean;
  /** The row before (-1) or after (1) another, among those that are loaded. */
  neighbour(id: number | string, step: -1 | 1): Row | undefined;
  /** Scrolls to a row; where it has not been loaded, to its place among the rows that match. False while the list has not that many rows. */
  reveal(id: number | string, at: number): boolean;
}

/** A cell that is being edited. */
export interface CellEditing<Row extends GridRow = GridRow> {
  /** The row as it was when the editor opened. */
  row: Row;
  column: GridColumn<Row>;
  /** Closes the editor: the focus goes back to the cell, on to the next or previous one that can be edited, or stays where it is. */
  end: (focus: "back" | "next" | "previous" | "stay") => void;
}

/** What a filter names beside columns. */
export type FilterName = Required<Pick<GridColumn, "field" | "title" | "choices">> & Pick<GridColumn, "noneName">;

/** What the owner of a list narrows it by beside the filters of columns: a parameter of the address, and what its chip says. */
export interface OwnFilter {
  parameter: string;
  text: string;
}

/** A list. Give it either `ask`, for lists of any length, or `rows`, for short ones that are already there. */
export interface DataGridProps<Row extends GridRow = GridRow> {
  /** The accessible name of the grid: the title of its page. */
  title: string;
  /** The same array as long as it says the same: given others, the grid draws its cells anew and takes the focus of what a row has opened. */
  columns: readonly GridColumn<Row>[];
  /** The beginnings of the names of columns that are still on their way: a view that names one of them waits for it. */
  coming?: readonly string[] | undefined;
  /** What decides which columns there are is still on its way: rows are asked for, and only the list's frame is drawn. */
  undecided?: boolean;
  /** What filters may name that is no field of a column, such as groups: what their chips say. */
  filterNames?: readonly FilterName[];
  /** The list stands for less than its view says: each is a chip, and is taken off by taking its parameter out of the address. */
  filters?: readonly OwnFilter[];
  /** Answers the list question; called for blocks of 100 rows as the person scrolls. */
  ask?: (question: ListQuestion, signal: AbortSignal) => Promise<GridAnswer<Row>>;
  /** Answers what groups there are; with it, rows can be grouped by any column. */
  askGroups?: (question: GroupQuestion, signal: AbortSignal) => Promise<GroupAnswer>;
  /** Answers what stands in columns beside the rows, for some rows that are seen; what is left out is empty. Another function answers other values. */
  besides?: (
    fields: readonly string[],
    ids: readonly Row["id"][],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<Row["id"], Readonly<Record<string, unknown>>>>;
  rows?: readonly Row[];
  /** Ask again from the top when this changes, for example the id of the data type that is shown. */
  about?: string | number;
  /** Enter, double click or a click on the first column's text. */
  onOpen?: (row: Row) => void;
  /** The address at which the page opens with the row: the first column's text is a link to it, for a tab of its own. */
  hrefOf?: (row: Row) => string;
  /** Draws what a cell is edited with, over the cell; it takes the focus itself. Double click, Enter and F2 open it. */
  editor?: ((cell: CellEditing<Row>) => ReactNode) | undefined;
  /** Ctrl or ⌘ Z on a cell. */
  onUndo?: () => void;
  /** The row that is open beside the list. */
  openId?: number | string | undefined;
  /** Box for quick search; true unless told. */
  searchable?: boolean;
  /** Rows can be ticked, and all that match; or only each by itself, where nothing can be done with all. */
  selectable?: boolean | "each";
  /** How many rows can be ticked together with Shift: as many ids as what is done with them takes; 500 unless told. */
  mostTicked?: number;
  onSelect?: (selection: GridSelection) => void;
  /** What has been counted of the whole list. */
  onCounts?: (counts: Omit<GridAnswer, "rows">) => void;
  /**
   * Whether view, sort and search stand in the address; true unless told. A second list on one page says its own name, which stands
   * before those of its parameters: they go with what is open beside the first list.
   */
  addressed?: Addressed;
  /** Where width, order and choice of columns are kept for this person; nothing is kept without it. */
  remember?: string;
  /** The order until the person chooses one. */
  defaultSort?: readonly ListSort[];
  /** Stands at the right of the toolbar, for buttons. */
  actions?: ReactNode;
  /** Stands at the left, after the search box. */
  children?: ReactNode;
  /** Shown when there are no rows at all; with a filter the grid has its own words. */
  empty?: ReactNode;
  /** Shown when there are rows, but none of those with which the list begins, such as those that are not archived. */
  none?: ReactNode;
  handle?: Ref<GridHandle<Row>>;
  /** Pixels, or the rest of the page. */
  height?: number | "fill";
}
