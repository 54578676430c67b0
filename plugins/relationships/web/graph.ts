// Who may be linked to whom, as boxes and lines: the first ends, the kinds, the second ends. Measures only; nothing is drawn.
import type { End, Kind } from "../contract.ts";

export interface Box {
  key: string;
  text: string;
  /** Profiles of an end, links of a kind. */
  count: number;
  y: number;
}

export interface Line {
  key: string;
  from: number;
  to: number;
  /** Share of the most links that a kind has. */
  share: number;
}

export interface Graph {
  height: number;
  first: Box[];
  kinds: (Box & { id: number })[];
  second: Box[];
  toKinds: Line[];
  toSecond: Line[];
}

interface TypeOfEnd {
  id: number;
  type: string;
  category: number;
}

const ROW = 56;
/** Height of a box. */
export const BOX = 40;

interface Node {
  key: string;
  text: string;
  count: number;
}

/** The ends as nodes: the data types that a kind names, or its whole category. */
function nodesOf(
  end: End,
  types: readonly TypeOfEnd[],
  counts: ReadonlyMap<number, number>,
  word: (category: number) => string,
) {
  const fits = types.filter(({ category }) => end.category === null || end.category === category);
  const named = fits.filter(({ id }) => end.types.includes(id));
  const sum = (some: readonly TypeOfEnd[]) => some.reduce((all, { id }) => all + (counts.get(id) ?? 0), 0);
  if (named.length === 0) {
    const category = end.category ?? 0;
    return [{ key: `category/${category}`, text: word(category), count: sum(fits) }];
  }
  return named.map((type): Node => ({ key: `type/${type.id}`, text: type.type, count: sum([type]) }));
}

export function graphOf(
  kinds: readonly Kind[],
  types: readonly TypeOfEnd[],
  counts: ReadonlyMap<number, number>,
  word: (category: number) => string,
): Graph {
  const ends = kinds.map((kind) => ({
    kind,
    from: nodesOf(kind.from, types, counts, word),
    to: nodesOf(kind.to, types, counts, word),
  }));
  const unique = (nodes: readonly Node[]) => [...new Map(nodes.map((node) => [node.key, node])).values()];
  const first = unique(ends.flatMap(({ from }) => from));
  const second = unique(ends.flatMap(({ to }) => to));
  const rows = Math.max(first.length, second.length, kinds.length);
  const most = Math.max(1, ...kinds.map(({ links }) => links));
  // Each column stands around the same middle.
  const placed = <T>(some: readonly T[]) =>
    some.map((one, at) => ({ ...one, y: ((rows - some.length) / 2 + at) * ROW + ROW / 2 }));
  const line = (key: string, from: number, to: number, links: number): Line => ({ key, from, to, share: links / most });
  return {
    height: rows * ROW,
    first: placed(first),
    kinds: placed(kinds.map(({ id, name, links }) => ({ key: `kind/${id}`, id, text: name, count: links }))),
    second: placed(second),
    toKinds: ends.flatMap(({ kind, from }, at) =>
      from.map(({ key }) =>
        line(
          `${key}>${kind.id}`,
          first.findIndex((one) => one.key === key),
          at,
          kind.links,
        ),
      ),
    ),
    toSecond: ends.flatMap(({ kind, to }, at) =>
      to.map(({ key }) =>
        line(
          `${kind.id}>${key}`,
          at,
          second.findIndex((one) => one.key === key),
          kind.links,
        ),
      ),
    ),
  };
}
