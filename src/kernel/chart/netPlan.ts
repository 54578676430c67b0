// Where the parts of a net stand: its nodes on an oval, lines between them, loops outside. Pure.
import { fitted } from "./letters.ts";
import { netHeight } from "./room.ts";

/** Something that may be tied to others and to itself. */
export interface NetNode {
  id: number;
  name: string;
  /** Below its name, as a count is. */
  note: string;
  /** Which of the six colours of charts it wears, from 0. */
  colour: number;
  /** The outlines of its picture on a field of 16 by 16. */
  paths: readonly string[];
}

/** A way from one node to another, or to itself. */
export interface NetLink {
  from: number;
  to: number;
}

export interface PlacedNode extends NetNode {
  x: number;
  y: number;
  /** Where its name stands, outside of the oval. */
  label: { text: string; x: number; y: number; anchor: "start" | "middle" | "end" };
  loop: string | undefined;
}

export interface PlacedLine {
  from: number;
  to: number;
  isMutual: boolean;
  path: string;
}

export const RADIUS = 16;
const LOOP = 26;
const GAP = 3;
/** Room for names at both sides, and above and below. */
const SIDE = { wide: 176, narrow: 132 };
const ENDS = 80;
/** Narrower than this it is scrolled. */
const LEAST = 460;
/** About the width of a letter. */
const LETTER = 7.4;

export function planNet(nodes: readonly NetNode[], links: readonly NetLink[], room: number) {
  const width = Math.max(LEAST, room);
  const side = width < 640 ? SIDE.narrow : SIDE.wide;
  const most = side - RADIUS - LOOP - 4;
  const height = netHeight(nodes.length);
  const [cx, cy] = [width / 2, height / 2];
  const [rx, ry] = [cx - side, cy - ENDS];
  const has = new Set(links.map(({ from, to }) => `${from}:${to}`));
  const places = nodes.map((node, at): PlacedNode => {
    const angle = (2 * Math.PI * at) / nodes.length - Math.PI / 2;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const [x, y] = [cx + rx * dx, cy + ry * dy];
    const isLooped = has.has(`${node.id}:${node.id}`);
    const out = RADIUS + (isLooped ? LOOP : 10);
    const isAside = Math.abs(dx) > 0.25;
    return {
      ...node,
      x,
      y,
      label: {
        text: fitted(node.name, most, LETTER),
        x: x + out * dx,
        y: y + out * dy + (isAside ? 14 * dy : dy < 0 ? -14 : 12),
        anchor: isAside ? (dx > 0 ? "start" : "end") : "middle",
      },
      loop: isLooped ? loopAt(x, y, angle) : undefined,
    };
  });
  const lines = places.flatMap((from, at) =>
    places.slice(at + 1).flatMap((to): PlacedLine[] => {
      const [there, back] = [has.has(`${from.id}:${to.id}`), has.has(`${to.id}:${from.id}`)];
      if (there && back) return [lineOf(from, to, true)];
      return there ? [lineOf(from, to, false)] : back ? [lineOf(to, from, false)] : [];
    }),
  );
  return { width, height, places, lines };
}

/** Straight where it goes both ways; else bent, so that it is told apart from those. */
function lineOf(from: PlacedNode, to: PlacedNode, isMutual: boolean): PlacedLine {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const bend = isMutual ? 0 : Math.min(36, length * 0.14);
  const [mx, my] = [(from.x + to.x) / 2 - uy * bend, (from.y + to.y) / 2 + ux * bend];
  const start = towards(from, mx, my, RADIUS + GAP);
  const end = towards(to, mx, my, RADIUS + GAP + (isMutual ? 0 : 2));
  const path = isMutual ? `M${start}L${end}` : `M${start}Q${round(mx)} ${round(my)} ${end}`;
  return { from: from.id, to: to.id, isMutual, path };
}

function towards({ x, y }: { x: number; y: number }, tx: number, ty: number, by: number): string {
  const length = Math.hypot(tx - x, ty - y) || 1;
  return `${round(x + ((tx - x) / length) * by)} ${round(y + ((ty - y) / length) * by)}`;
}

function loopAt(x: number, y: number, angle: number): string {
  const at = (turn: number, far: number) =>
    `${round(x + Math.cos(angle + turn) * far)} ${round(y + Math.sin(angle + turn) * far)}`;
  const near = RADIUS + GAP;
  return `M${at(-0.6, near)}C${at(-0.7, near + LOOP)} ${at(0.7, near + LOOP)} ${at(0.6, near)}`;
}

const round = (value: number) => Math.round(value * 10) / 10;
