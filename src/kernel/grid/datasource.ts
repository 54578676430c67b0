// Between AG Grid's server-side row model and the list question: blocks of rows as the person scrolls.
import type { IServerSideDatasource, IServerSideGetRowsParams } from "@ag-grid-community/core";
import { groupOrder, LIST_LIMIT, type ListFilter, type ListQuestion } from "#schemas/list.ts";
import { ApiProblem } from "../api/problem.ts";
import { fromModel } from "./filterModel.ts";
import { BLOCK, type DataGridProps, type GridAnswer, type GridColumn, type GridRow } from "./grid.ts";
import { groupQuestion, ShownGroups } from "./groups.ts";
import { ReadAhead, type Shown } from "./readAhead.ts";

/** What the source needs to know at the moment of asking. */
export interface Asking<Row extends GridRow> {
  ask: NonNullable<DataGridProps<Row>["ask"]>;
  askGroups?: DataGridProps<Row>["askGroups"];
  columns: readonly GridColumn<Row>[];
  search: string;
  /** Filters that no column shows. */
  rest: readonly ListFilter[];
  /** What the list says where it gave the grid its filters. */
  held?: (model: Record<string, unknown>) => readonly ListFilter[] | undefined;
  defaultSort: ListQuestion["sort"];
}

interface Heard<Row extends GridRow> {
  arrived: (answer: GridAnswer<Row>) => void;
  failed: (error: unknown) => void;
  /** Other rows are asked for, or the same in another order. */
  begun?: () => void;
  /** A block is being asked for. */
  asked?: () => void;
  /** Rows that were asked for are in the grid. */
  given?: () => void;
  /** What can be seen at that moment. */
  shown?: () => Shown;
}

/** A source for the grid; what it has asked ahead it forgets when rows are to be asked for anew. */
export interface ListSource extends IServerSideDatasource {
  forget(): void;
  /** Asks ahead for the blocks of these rows, as the list was last asked; not where its rows are in groups. */
  bring(first: number, last: number): Promise<unknown>;
  /** The ids of these rows, as the list was last asked; not where its rows are in groups. */
  ids(first: number, last: number): Promise<GridRow["id"][]>;
  /** The ids of all rows in the group at a path, as the list was last asked. */
  idsIn(path: readonly string[]): Promise<GridRow["id"][]>;
}

/** How many rows one question has. What has been counted stays until it is counted anew: an estimate knows less. */
class Counted<Row extends GridRow> {
  #exact: Pick<GridAnswer, "total" | "matched"> | undefined;
  /** It could not be counted anew: by now there may be more or fewer. */
  #isOld = false;
  #isCounting = false;
  #isAskedAgain = false;

  /** An answer as it is told. */
  told(answer: GridAnswer<Row>, startRow: number): GridAnswer<Row> {
    const { rows, total, matched, about } = answer;
    if (!about) {
      this.#exact = { total, matched };
      this.#isOld = false;
    } else if (this.#exact) {
      const known = { ...this.#exact, ...(this.#isOld && { about: true as const }) };
      return { rows, ...known, matched: Math.max(known.matched, startRow + rows.length) };
    }
    return answer;
  }

  /** What was counted before, if anything was, is worth no more than an estimate; true where it was worth more. */
  doubt(): boolean {
    const isNew = this.#exact !== undefined && !this.#isOld;
    this.#isOld = true;
    return isNew;
  }

  /** Counts, and once more where that was wanted meanwhile: never twice at a time. */
  async sharpen(count: () => Promise<void>): Promise<void> {
    this.#isAskedAgain = this.#isCounting;
    if (this.#isCounting) return;
    this.#isCounting = true;
    try {
      do {
        this.#isAskedAgain = false;
        await count();
      } while (this.#isAskedAgain);
    } finally {
      this.#isCounting = false;
    }
  }
}

/** Between two letters that somebody types lies less. */
const SEARCH_RESTS_MS = 400;

/** Ends after some time, or is refused as soon as nobody wants what follows. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** Questions by the level of the groups that they ask for: another one there gives up those before it, and all that stands below. */
class Levels {
  readonly #levels = new Map<number, { question: string; abort: AbortController }>();

  /** For how long a question is wanted, and whether it is another than before. */
  of(level: number, question: string): { signal: AbortSignal; isOther: boolean } {
    const known = this.#levels.get(level);
    if (known?.question === question) return { signal: known.abort.signal, isOther: false };
    this.giveUp(level);
    const abort = new AbortController();
    this.#levels.set(level, { question, abort });
    return { signal: abort.signal, isOther: true };
  }

  giveUp(from = 0): void {
    for (const [level, { abort }] of this.#levels) {
      if (level < from) continue;
      abort.abort();
      this.#levels.delete(level);
    }
  }
}

/** A source that asks what `now` tells at that moment. A newer view gives up the questions of an older one. */
export function datasource<Row extends GridRow>(now: () => Asking<Row>, heard: Heard<Row>): ListSource {
  /** What decides which rows match, and which groups there are. */
  let current = "";
  /** For as long as these match. */
  let matching = new AbortController();
  const levels = new Levels();
  let lastAsk: Asking<Row>["ask"] | undefined;
  const shown = new ShownGroups();
  const ahead = new ReadAhead<GridAnswer<Row>>();
  let counted = new Counted<Row>();
  /** How the list was last asked, whether its rows are in groups or not. */
  let asked: { ask: Asking<Row>["ask"]; view: ListQuestion } | undefined;
  /** The question of the list itself, as it was last asked. */
  let whole: { at: (offset: number, limit: number) => Promise<GridAnswer<Row>>; signal: AbortSignal } | undefined;

  /** The block, perhaps asked ahead already, and then the ones beside it. */
  async function block(
    question: ListQuestion,
    { ask }: Asking<Row>,
    { request }: IServerSideGetRowsParams,
    signal: AbortSignal,
  ): Promise<GridAnswer<Row>> {
    const { startRow = 0, endRow = startRow + BLOCK, groupKeys } = request;
    const at = (offset: number, limit = endRow - startRow) =>
      ask({ ...question, offset, limit, counts: "about" }, signal);
    if (groupKeys.length > 0) return at(startRow);
    whole = { at, signal };
    const known = ahead.take(startRow);
    if (!known) heard.asked?.();
    const { seen, later } = ahead.next(startRow, heard.shown?.() ?? { first: startRow, last: startRow });
    // What is seen of two blocks is asked for together: to find its way there takes a database longer than to read a block.
    const from = Math.min(startRow, ...seen);
    const both = known || seen.length === 0 ? undefined : at(from, BLOCK * (seen.length + 1));
    const of = (start: number) =>
      both ? both.then((all) => ({ ...all, rows: all.rows.slice(start - from, start - from + BLOCK) })) : at(start);
    const answering = known ?? of(startRow);
    for (const start of seen) ahead.keep(start, of(start));
    const answer = await answering;
    for (const start of later) if (start < answer.matched && !signal.aborted) ahead.keep(start, at(start));
    return answer;
  }

  async function rowsOf(
    asking: Asking<Row>,
    params: IServerSideGetRowsParams,
    view: ListQuestion,
    signal: AbortSignal,
    give: (rows: unknown[], rowCount?: number) => void,
  ): Promise<void> {
    const { request, api } = params;
    const { startRow = 0, groupKeys } = request;
    const isRoot = groupKeys.length === 0;
    const within = shown.filtersOf(groupKeys);
    if (!within) return params.fail();
    const groups = asking.askGroups && groupQuestion({ request }, view, within);
    if (groups && asking.askGroups) {
      // Groups do not tell how many rows there are in all.
      const counting = isRoot && startRow === 0 ? asking.ask({ ...view, limit: 0 }, signal) : undefined;
      counting?.catch(() => undefined);
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
    const counts = counted;
    const answer = await block(narrowed, asking, params, signal);
    signal.throwIfAborted();
    const told = isRoot ? counts.told(answer, startRow) : answer;
    give([...told.rows], told.matched);
    if (isRoot) heard.arrived(told);
    if (!answer.about) return;
    // The rows are there; now the true count is worth the wait, unless somebody is still typing what is searched.
    if (view.search) await rest(SEARCH_RESTS_MS, signal);
    // Of a group the next block tells it: it has been counted by then.
    if (!isRoot) return void (await asking.ask({ ...narrowed, limit: 0 }, signal));
    // Another list may have come meanwhile, in which the same is searched.
    if (counts !== counted) return;
    await counts.sharpen(async () => {
      const counting = asking.ask({ ...narrowed, limit: 0 }, signal);
      const exact = await counting.catch((error: unknown) => {
        if (!signal.aborted && counts.doubt()) heard.arrived(counts.told(answer, startRow));
        throw error;
      });
      signal.throwIfAborted();
      counts.told(exact, 0);
      api.setRowCount(exact.matched, true);
      heard.arrived({ ...exact, rows: told.rows });
    });
  }

  return {
    getRows(params) {
      const asking = now();
      const view = viewQuestion(params, asking);
      const { sort = [], ...narrowed } = view;
      const { rowGroupCols, groupKeys } = params.request;
      const key = JSON.stringify([narrowed, rowGroupCols.map(({ id }) => id)]);
      if (key !== current) {
        current = key;
        matching.abort();
        matching = new AbortController();
        levels.giveUp();
        shown.forget();
      }
      // For another order of the rows alone AG Grid does not ask for the groups again: those on their way are still wanted.
      const by = rowGroupCols[groupKeys.length]?.id;
      const order = by === undefined ? sort : groupOrder(by, sort);
      const { signal, isOther } = levels.of(groupKeys.length, JSON.stringify(order));
      if (isOther && groupKeys.length === 0) {
        ahead.forget();
        whole = undefined;
        counted = new Counted<Row>();
        heard.begun?.();
      }
      if (asking.ask !== lastAsk) {
        ahead.forget();
        counted = new Counted<Row>();
      }
      lastAsk = asking.ask;
      asked = { ask: asking.ask, view };
      let isGiven = false;
      const give = (rows: unknown[], rowCount?: number) => {
        isGiven = true;
        params.success({ rowData: rows, ...(rowCount === undefined ? {} : { rowCount }) });
        heard.given?.();
      };
      rowsOf(asking, params, view, signal, give).catch((error: unknown) => {
        // Rows that are there stay, and the estimate beside them, where they could not be counted.
        if (isGiven) return;
        params.fail();
        if (!signal.aborted) heard.failed(error);
      });
    },
    forget: () => ahead.forget(),
    async bring(first, last) {
      const from = first - (first % BLOCK);
      const blocks = Math.floor((last - from) / BLOCK) + 1;
      const all = whole?.at(from, blocks * BLOCK);
      for (let at = 0; all && at < blocks; at++) {
        const of = all.then((answer) => ({ ...answer, rows: answer.rows.slice(at * BLOCK, (at + 1) * BLOCK) }));
        ahead.keep(from + at * BLOCK, of);
      }
      await all;
    },
    async ids(first, last) {
      const asking = whole;
      const ids: GridRow["id"][] = [];
      for (let at = first; asking && at <= last; at += LIST_LIMIT) {
        const { rows } = await asking.at(at, Math.min(LIST_LIMIT, last + 1 - at));
        asking.signal.throwIfAborted();
        ids.push(...rows.map(({ id }) => id));
      }
      return ids;
    },
    async idsIn(path) {
      const ids: GridRow["id"][] = [];
      if (!asked) return ids;
      const [{ ask, view }, { signal }] = [asked, matching];
      const within = shown.filtersOf(path);
      if (!within) throw new ApiProblem({ code: "aborted", status: 0, message: "This group is no longer shown" });
      const filter = [...(view.filter ?? []), ...within];
      for (let offset = 0; ; offset += LIST_LIMIT) {
        const { rows } = await ask({ ...view, filter, offset, limit: LIST_LIMIT, counts: "about" }, signal);
        signal.throwIfAborted();
        ids.push(...rows.map(({ id }) => id));
        if (rows.length < LIST_LIMIT) return ids;
      }
    },
    destroy: () => {
      matching.abort();
      levels.giveUp();
    },
  };
}

/** The question without its slice. */
export function viewQuestion<Row extends GridRow>(
  { request }: Pick<IServerSideGetRowsParams, "request">,
  { columns, search, rest, held, defaultSort }: Asking<Row>,
): ListQuestion {
  const sort = request.sortModel.map(({ colId, sort: direction }) => ({ field: colId, direction }));
  const model = (request.filterModel ?? {}) as Record<string, unknown>;
  const filter = [...(held?.(model) ?? [...fromModel(model, columns), ...rest])];
  const wanted = sort.length > 0 ? sort : defaultSort;
  return {
    ...(wanted?.length ? { sort: wanted } : {}),
    ...(filter.length > 0 ? { filter } : {}),
    ...(search.trim() ? { search: search.trim() } : {}),
  };
}
