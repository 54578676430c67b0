// The list of the house: the door behind which AG Grid stands. Its code arrives with the first list that is drawn.
import { type ComponentType, lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useEnv } from "../store/useStore.ts";
import { CHART, viewIn } from "./address.ts";
import { bringGrid, warmGrid } from "./bringGrid.ts";
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

/** So long the page's first list waits for its rows before the grid is set up, which holds up everything else. */
const HELD_MS = 400;

/**
 * A list over any number of rows, with search, filters, columns, status bar and keyboard. Its first rows can be read before
 * the grid is there.
 * @example
 * <DataGrid title={t("title")} columns={columns} ask={(question, signal) => api.call(queryNotes, { body: question, signal })} />
 */
export function DataGrid<Row extends GridRow>(props: DataGridProps<Row>) {
  // The page around the list is painted first, and so are the first rows of the first list of a page: to set up a grid takes
  // longer than a frame.
  const [isPainted, setPainted] = useState(false);
  const { ask, first } = useFirstBlock(props);
  const isAwaited = useAwaited(props);
  const isAsking = props.ask !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the list is drawn for the first time
  useEffect(() => {
    let frame = 0;
    let timer: ReturnType<typeof setTimeout>;
    const start = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      stop();
      frame = requestAnimationFrame(() => {
        // Whoever else has waited for that paint goes first: the grid keeps the page busy for a while.
        timer = setTimeout(() => {
          warmGrid();
          timer = setTimeout(() => startTransition(() => setPainted(true)));
        });
      });
    };
    const stop = first.subscribe(start);
    if (!isFirst || !isAsking || first.rows()) start();
    else timer = setTimeout(start, HELD_MS);
    isFirst = false;
    return () => {
      stop();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  const outline = props.undecided ? undefined : <GridOutline list={props} first={first} />;
  const height = props.height ?? "fill";
  const coming = (
    <section className={`list ${height === "fill" ? "list-fills" : ""}`} aria-label={props.title} aria-busy="true">
      <div className="list-toolbar-coming" />
      <div className="list-frame" style={height === "fill" ? undefined : { height }}>
        {outline}
      </div>
    </section>
  );
  return isPainted && !isAwaited && !props.undecided ? (
    <Suspense fallback={coming}>
      <Loaded {...props} {...(ask ? { ask } : {})} outline={outline} />
    </Suspense>
  ) : (
    coming
  );
}

/** Whether the address, also by a filter, or what this person has arranged, names columns that are still on their way. */
export function useAwaited<Row extends GridRow>({
  coming,
  remember,
  addressed = true,
}: Pick<DataGridProps<Row>, "coming" | "remember" | "addressed">): boolean {
  const { local } = useEnv();
  const [params] = useSearchParams();
  if (!coming) return false;
  const { columns = [], group, sort, filter } = viewIn(params, addressed);
  const named = [...columns, ...group, ...[...sort, ...filter].map(({ field }) => field)];
  if (addressed === true) named.push(params.get(CHART) ?? "");
  const shown = (remembered(local, remember).columns ?? []).flatMap(({ colId, hide }) => (hide ? [] : [colId]));
  return [...named, ...shown].some((field) => coming.some((one) => field.startsWith(one)));
}
