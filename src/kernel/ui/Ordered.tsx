// Rows in an order that people give them: each is dragged, or moved by two buttons, and where it has come to is told.
import { observer } from "mobx-react-lite";
import { type HTMLAttributes, type ReactNode, useState } from "react";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { Button } from "./Button.tsx";

interface Props {
  /** In their order. */
  rows: readonly { id: number | string; name: string }[];
  /** Nothing can be moved just now. */
  held?: boolean;
  /** Whether a row can be put at a place; at any where this is left out. */
  takes?: (at: number) => boolean;
  /** Puts the row at one place in another; answers whether it is there. */
  onMove: (from: number, to: number) => boolean | Promise<boolean>;
  children: (place: (at: number) => Place) => ReactNode;
}

interface Place {
  /** For the row's element, by which it is dragged. */
  drag: HTMLAttributes<HTMLElement>;
  /** The buttons by which it is moved. */
  moves: ReactNode;
}

/**
 * Draws what `children` makes of the rows' places.
 * @example
 * <Ordered rows={notes} onMove={(from, to) => store.order(moved(ids, from, to))}>
 *   {(place) => notes.map(({ id, name }, at) => <li key={id} {...place(at).drag}>{name} {place(at).moves}</li>)}
 * </Ordered>
 */
export const Ordered = observer(function Ordered({ rows, held = false, takes, onMove, children }: Props) {
  const [dragged, setDragged] = useState<number | string>();
  const [told, setTold] = useState({ times: 0, text: "" });
  const isPlace = (at: number) => rows[at] !== undefined && (!takes || takes(at));
  const move = async (from: number, to: number) => {
    const row = rows[from];
    if (held || !row || !isPlace(to) || from === to || !(await onMove(from, to))) return;
    const place = { name: row.name, at: formatNumber(to + 1), count: formatNumber(rows.length) };
    setTold(({ times }) => ({ times: times + 1, text: t("common:order.moved", place) }));
  };
  const placeOf = (at: number): Place => ({
    drag: {
      draggable: !held,
      onDragStart: () => setDragged(rows[at]?.id),
      onDragEnd: () => setDragged(undefined),
      onDragOver: (event) => dragged !== undefined && event.preventDefault(),
      onDrop: () => {
        void move(
          rows.findIndex(({ id }) => id === dragged),
          at,
        );
      },
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
            aria-label={t(by < 0 ? "common:order.up" : "common:order.down", { name: rows[at]?.name })}
            onClick={() => void move(at, at + by)}
          >
            {by < 0 ? "↑" : "↓"}
          </Button>
        ))}
      </span>
    ),
  });
  return (
    <>
      {children(placeOf)}
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
