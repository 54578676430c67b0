// The list of the house: the door behind which AG Grid stands. Its code arrives with the first list that is drawn.
import { type ComponentType, lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useEnv } from "../store/useStore.ts";
import { CHART, viewOf } from "./address.ts";
import { bringGrid } from "./bringGrid.ts";
import { GridOutline } from "./GridOutline.tsx";
import type { DataGridProps, GridRow } from "./grid.ts";
import { remembered } from "./remembered.ts";
import { useFirstBlock } from "./useFirstBlock.ts";

/** What every list is given besides its own. */
interface Outlined {
  outline: ReactNode;
}

const Loaded = lazy(async () => ({ default: (await bringGrid()) as unknown as ComponentType<Outlined> }));

let isFirst = true;

/**
 * A list over any number of rows, with search, filters, columns, status bar and keyboard. Its first rows can be read before
 * the grid is there.
 * @example
 * <DataGrid title={t("title")} columns={columns} ask={(question, signal) => api.call(queryNotes, { body: question, signal })} />
 */
export function DataGrid<Row extends GridRow>(props: DataGridProps<Row>) {
  // The page around the list is painted first: to set up a grid takes longer than a frame. With the page's first list
  // nobody has pressed anything yet that wants an answer, and the rows are what one waits for.
  const [isPainted, setPainted] = useState(isFirst);
  const { ask, first } = useFirstBlock(props);
  const isAwaited = useAwaited(props);
  useEffect(() => {
    isFirst = false;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  const outline = <GridOutline list={props} first={first} />;
  const height = props.height ?? "fill";
  const coming = (
    <section className={`list ${height === "fill" ? "list-fills" : ""}`} aria-label={props.title} aria-busy="true">
      <div className="list-toolbar-coming" />
      <div className="list-frame" style={height === "fill" ? undefined : { height }}>
        {outline}
      </div>
    </section>
  );
  return isPainted && !isAwaited ? (
    <Suspense fallback={coming}>
      <Loaded {...props} {...(ask ? { ask } : {})} outline={outline} />
    </Suspense>
  ) : (
    coming
  );
}

/** Whether the address, or what this person has arranged, names columns that are still on their way. */
function useAwaited<Row extends GridRow>({ coming, remember, addressed = true }: DataGridProps<Row>): boolean {
  const { local } = useEnv();
  const [params] = useSearchParams();
  if (!coming) return false;
  const view = addressed ? viewOf(params) : undefined;
  const named = [...(view?.columns ?? []), ...(view?.group ?? []), ...(view?.sort ?? []).map(({ field }) => field)];
  if (addressed) named.push(params.get(CHART) ?? "");
  const shown = (remembered(local, remember).columns ?? []).flatMap(({ colId, hide }) => (hide ? [] : [colId]));
  return [...named, ...shown].some((field) => field.startsWith(coming));
}
