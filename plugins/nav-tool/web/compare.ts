// What changes for one audience between two arranged navigations. Pure.
import type { NavEntryView, NavGroupView, NavNodeView } from "#web";

export type Change = "gained" | "lost" | "moved" | "state";

/** One line of a drawn navigation. */
export interface Line {
  key: string;
  depth: number;
  kind: "group" | "entry";
  label: string;
  text?: string | undefined;
  state: NavEntryView["state"];
  reason?: string | undefined;
  change?: Change | undefined;
}

interface Found {
  line: Line;
  /** The groups around it, outermost first. */
  path: string;
}

/** Both navigations of one audience, line by line. */
export interface Compared {
  now: Line[];
  then: Line[];
  changes: number;
}

/** How many entries and groups come, go, move or change. */
export type Tally = Record<Change, number>;

export function tallyOf({ now, then }: Compared): Tally {
  const count = (lines: readonly Line[], change: Change) => lines.filter((line) => line.change === change).length;
  return {
    gained: count(then, "gained"),
    lost: count(now, "lost"),
    moved: count(then, "moved"),
    state: count(then, "state"),
  };
}

/** Only the lines that change, with the groups that they stand in. */
export function onlyChanged(lines: readonly Line[]): Line[] {
  const kept = new Set<Line>();
  const around: Line[] = [];
  for (const line of lines) {
    around.length = line.depth;
    if (line.change) for (const one of [...around, line]) if (one) kept.add(one);
    if (line.kind === "group") around[line.depth] = line;
  }
  return lines.filter((line) => kept.has(line));
}

/** Both navigations as lines, with what was gained, lost, moved or changed marked on the side where it is seen. */
export function compare(now: readonly NavGroupView[], then: readonly NavGroupView[]): Compared {
  const [before, after] = [linesOf(now), linesOf(then)];
  const changed = new Set<string>();
  const mark = (lines: Found[], others: Found[], missing: Change): Line[] => {
    const known = new Map(others.map((found) => [found.line.key, found]));
    return lines.map((found) => {
      const change = changeOf(found, known.get(found.line.key), missing);
      if (change) changed.add(found.line.key);
      return change ? { ...found.line, change } : found.line;
    });
  };
  // biome-ignore lint/suspicious/noThenProperty: a list of lines beside "now"; nobody awaits it
  return { now: mark(before, after, "lost"), then: mark(after, before, "gained"), changes: changed.size };
}

function changeOf(found: Found, other: Found | undefined, missing: Change): Change | undefined {
  if (!other) return missing;
  if (found.path !== other.path) return "moved";
  const isSame =
    found.line.state === other.line.state &&
    found.line.reason === other.line.reason &&
    found.line.label === other.line.label;
  return isSame ? undefined : "state";
}

function linesOf(nodes: readonly NavNodeView[], path: readonly string[] = []): Found[] {
  return nodes.flatMap((node): Found[] => {
    const base = { depth: path.length, label: node.label, key: `${node.kind}:${node.id}` };
    if (node.kind === "entry") {
      return [
        {
          line: { ...base, kind: "entry", text: node.text, state: node.state, reason: node.reason },
          path: path.join("/"),
        },
      ];
    }
    const own: Found = { line: { ...base, kind: "group", state: "enabled" }, path: path.join("/") };
    return [own, ...linesOf(node.children, [...path, node.id])];
  });
}
