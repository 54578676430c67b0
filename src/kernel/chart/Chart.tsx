// The pictures of the house: the door behind which d3 stands. Its code arrives with the first chart that is drawn.
import { type ReactNode, useEffect, useState } from "react";
import type { Figure } from "#schemas/figure.ts";
import { arriving } from "../ui/arriving.tsx";
import { Skeleton } from "../ui/states.tsx";
import { bringChart, readyChart } from "./bringChart.ts";
import { outlineOf } from "./Outline.tsx";
import type { TableOf } from "./reading.ts";
import { framed, HEIGHT, roomOf } from "./room.ts";

export interface ChartProps {
  figure: Figure;
  /** In pixels, where the form does not decide it itself; 220 unless told. */
  height?: number;
  /** Whether each lying bar that leads somewhere is a link of its own; otherwise the picture has one that arrow keys move over its marks. */
  reachable?: boolean;
  /** Level of the heading above it; 3 unless told. */
  level?: 2 | 3;
  /** What stands there where the figure has no amounts: why, and where there are some; a sentence of the house unless told. */
  empty?: ReactNode;
}

export interface PictureProps {
  /** By which the address knows it: area, dot, name. */
  id: string;
  title: string;
  help?: string;
  /** Level of the heading above it; 3 unless told. */
  level?: 2 | 3;
  /** One sentence for whoever does not see the picture. */
  summary: string;
  /** Every amount of the picture, and where it leads. */
  table: TableOf;
  height: number;
  /** How wide the drawing is in some room, which is scrolled where it is wider; as wide as the room unless told. */
  widthIn?: (room: number) => number;
  /** What stands inside of the drawing, from left to right in every language; `fitted` shortens a text to some pixels. */
  draw: (width: number, fitted: (text: string, room: number) => string, room: number) => ReactNode;
}

/**
 * What an area draws itself as SVG, in the frame of the charts: with the table behind it and both as files.
 * @example
 * <Picture id="notes.days" title={title} summary={summary} table={table} height={200} draw={(width) => <rect width={width} height={9} />} />
 */
export const Picture = arriving<PictureProps>(
  async () => {
    const [{ PictureView }] = await Promise.all([import("./PictureView.tsx"), bringChart()]);
    return PictureView;
  },
  ({ help, height }) => outlineOf(framed(height, help !== undefined)),
);

const Loaded = arriving<ChartProps>(bringChart, ({ figure, height = HEIGHT }) => outlineOf(roomOf(figure, height)));

/**
 * A figure as a picture, with the table behind it and both as files.
 * @example
 * <Chart figure={figure} />
 */
export function Chart(props: ChartProps) {
  const Ready = readyChart() ?? Loaded;
  return <Ready {...props} />;
}

/**
 * Several charts below each other come into view together, once charts can be drawn: help that goes on in a second line makes
 * one of them higher than its outline, and what stands below would move.
 * @example
 * <Charts>{figures.map((figure) => <Panel key={figure.id}><Chart figure={figure} /></Panel>)}</Charts>
 */
export function Charts({ children }: { children: ReactNode }) {
  const [isReady, setReady] = useState(readyChart() !== undefined);
  useEffect(() => {
    let isGone = false;
    // Without the code each chart says so itself.
    const draw = () => isGone || setReady(true);
    bringChart().then(draw, draw);
    return () => {
      isGone = true;
    };
  }, []);
  return isReady ? children : <Skeleton rows={8} />;
}
