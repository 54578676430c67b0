// The first rows are asked for while the grid is still being brought and set up; the grid finds its first question answered.
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { ListQuestion } from "#schemas/list.ts";
import { type Addressed, viewIn } from "./address.ts";
import { BLOCK, type DataGridProps, type GridAnswer, type GridRow } from "./grid.ts";

interface Early<Row extends GridRow> {
  about: DataGridProps["about"];
  key: string;
  answer: Promise<GridAnswer<Row>>;
}

/** The rows that were asked ahead, for whoever draws them before the grid does; undefined until they are there. */
export interface FirstRows<Row extends GridRow> {
  subscribe(heard: () => void): () => void;
  rows(): readonly Row[] | undefined;
}

class FirstBlock<Row extends GridRow> implements FirstRows<Row> {
  #rows: readonly Row[] | undefined;
  readonly #heard = new Set<() => void>();

  readonly subscribe = (heard: () => void) => {
    this.#heard.add(heard);
    return () => this.#heard.delete(heard);
  };
  readonly rows = () => this.#rows;
  readonly arrived = (rows: readonly Row[] | undefined) => {
    this.#rows = rows;
    for (const heard of this.#heard) heard();
  };
}

/**
 * `ask` as the grid gets it: the first of the same questions is answered by what was asked ahead; and the rows of that
 * answer, as soon as they are there.
 */
export function useFirstBlock<Row extends GridRow>(
  props: DataGridProps<Row>,
): { ask: DataGridProps<Row>["ask"]; first: FirstRows<Row> } {
  const { ask, about, addressed = true, defaultSort } = props;
  const [params] = useSearchParams();
  const early = useRef<Early<Row>>();
  const [first] = useState(() => new FirstBlock<Row>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, with what the list begins with
  useLayoutEffect(() => {
    const question = firstQuestion(params, defaultSort, addressed);
    if (!ask || !question) return;
    const stop = new AbortController();
    const answer = ask(question, stop.signal);
    answer.then(({ rows }) => !stop.signal.aborted && first.arrived(rows)).catch(() => undefined);
    early.current = { about, key: JSON.stringify(question), answer };
    return () => {
      // Taken by the grid, which no longer listens; or never taken.
      stop.abort();
      early.current = undefined;
      first.arrived(undefined);
    };
  }, []);
  const asked = useMemo<DataGridProps<Row>["ask"]>(() => {
    if (!ask) return undefined;
    return (question, signal) => {
      const found = early.current;
      early.current = undefined;
      const isSame = found?.about === about && found?.key === JSON.stringify(question);
      return found && isSame ? found.answer : ask(question, signal);
    };
  }, [ask, about]);
  return { ask: asked, first };
}

/** The question that a list begins with; undefined where its columns have a say in it. A route's `asks` names the same. */
export function firstQuestion(
  params: URLSearchParams,
  defaultSort: DataGridProps["defaultSort"],
  addressed: Addressed = true,
): ListQuestion | undefined {
  const { search, sort, filter, group } = viewIn(params, addressed);
  if (filter.length > 0 || group.length > 0) return undefined;
  const wanted = sort.length > 0 ? sort : defaultSort;
  return {
    ...(wanted?.length ? { sort: [...wanted] } : {}),
    ...(search.trim() ? { search: search.trim() } : {}),
    offset: 0,
    limit: BLOCK,
    counts: "about",
  };
}
