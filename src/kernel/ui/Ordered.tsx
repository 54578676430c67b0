// Rows in an order that people give them: each is dragged, or moved by two buttons, and where it has come to is told.
import { observer } from "mobx-react-lite";
import { type HTMLAttributes, type KeyboardEvent, type ReactNode, useState } from "react";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { Button } from "./Button.tsx";
import { type RowId, useOwnOrder } from "./useOwnOrder.ts";

interface Props {
  /** In their order. */
  rows: readonly { id: RowId; name: string }[];
  /** Nothing can be moved just now. */
  held?: boolean;
  /** Whether a row can be moved, and another be put in its place; any where this is left out. */
  takes?: (id: RowId) => boolean;
  /** Puts the row at one place in another, in a list that is kept on this side. */
  onMove?: (from: number, to: number) => void;
  /**
   * Sends the whole order; answers whether it is kept. Rows stand as they were put meanwhile, each further order waits for the answer
   * and only the last one is sent; what is refused goes back.
   */
  onOrder?: (ids: readonly RowId[]) => Promise<boolean>;
  children: (place: (at: number) => Place, inOrder: InOrder) => ReactNode;
}

/** Rows as they have been put, of which the server may not know yet. */
type InOrder = <T extends { id: RowId }>(rows: readonly T[]) => T[];

interface Place {
  /** For the row's element, by which it is dragged. */
  drag: HTMLAttributes<HTMLElement>;
  /** The buttons by which it is moved; Home and End on them move it to the top and to the end. */
  moves: ReactNode;
}

/**
 * Draws what `children` makes of the rows' places.
 * @example
 * <Ordered rows={notes} onOrder={(ids) => store.order(ids)}>
 *   {(place, inOrder) => inOrder(notes).map(({ id, name }, at) => <li key={id} {...place(at).drag}>{name} {place(at).moves}</li>)}
 * </Ordered>
 */
export const Ordered = observer(function Ordered({ rows, held = false, takes, onMove, onOrder, children }: Props) {
  const [dragged, setDragged] = useState<RowId>();
  const [told, setTold] = useState({ times: 0, text: "" });
  const own = useOwnOrder(onOrder);
  const inOrder: InOrder = (all) => own.inOrder(all);
  const shown = inOrder(rows);
  const isPlace = (at: number) => shown[at] !== undefined && (!takes || takes(shown[at].id));
  const move = (from: number, to: number) => {
    const row = shown[from];
    if (held || !row || !isPlace(to) || from === to) return;
    const movable = shown.filter((_, at) => isPlace(at));
    const after = moved(movable, movable.indexOf(row), movable.indexOf(shown[to] as typeof row));
    if (onOrder) own.put(refilled(shown, after).map(({ id }) => id));
    else onMove?.(from, to);
    const place = { name: row.name, at: formatNumber(to + 1), count: formatNumber(shown.length) };
    setTold(({ times }) => ({ times: times + 1, text: t("common:order.moved", place) }));
  };
  const places = shown.map((_, at) => at).filter(isPlace);
  const ends: Record<string, number | undefined> = { Home: places[0], End: places.at(-1) };
  const moveFar = (event: KeyboardEvent, at: number) => {
    const to = ends[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(at, to);
  };
  const placeOf = (at: number): Place => ({
    drag: {
      draggable: !held,
      onDragStart: () => setDragged(shown[at]?.id),
      onDragEnd: () => setDragged(undefined),
      onDragOver: (event) => dragged !== undefined && event.preventDefault(),
      onDrop: () =>
        move(
          shown.findIndex(({ id }) => id === dragged),
          at,
        ),
    },
    moves: (
      <span className="order-moves">
        {([-1, 1] as const).map((by) => (
          <Button
            key={by}
            tone="quiet"
            small
            // A disabled one would lose the focus to nothing.
            aria-disabled={!isPlace(at + by)}
            aria-label={t(by < 0 ? "common:order.up" : "common:order.down", { name: shown[at]?.name })}
            aria-keyshortcuts={by < 0 ? "Home" : "End"}
            title={t(by < 0 ? "common:order.top" : "common:order.end")}
            onClick={() => move(at, at + by)}
            onKeyDown={(event) => moveFar(event, at)}
          >
            {by < 0 ? "↑" : "↓"}
          </Button>
        ))}
      </span>
    ),
  });
  return (
    <>
      {children(placeOf, inOrder)}
      <p className="sr-only" role="status">
        {/* The same words anew are told again. */}
        <span key={told.times}>{told.text}</span>
      </p>
    </>
  );
});

/** A list in which what stood at one place stands at another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const after = [...list];
  after.splice(to, 0, ...after.splice(from, 1));
  return after;
}

/** A list in which some stand in another order, at the places that they have among them: all others stay where they are. */
export function refilled<T extends { id: RowId }>(list: readonly T[], some: readonly { id: RowId }[]): T[] {
  const ids = some.map(({ id }) => id);
  const all = new Map(list.map((one) => [one.id, one]));
  const next = ids.flatMap((id) => all.get(id) ?? []);
  return list.map((one) => (ids.includes(one.id) ? (next.shift() as T) : one));
}
