// Which entry the current address belongs to, and the groups around it. Pure.
import type { NavEntryView, NavNodeView } from "../../kernel/nav/view.ts";
import { entriesOf } from "../../kernel/nav/view.ts";

/**
 * The entry whose page the address is, or that of the nearest address above it; a query that an entry names must be there too. Of several
 * to one address it is the one that was pressed, else the first.
 */
export function activeEntryId(
  nodes: readonly NavNodeView[],
  pathname: string,
  search: string,
  pressed?: string,
): string | undefined {
  let best: { id: string; weight: number } | undefined;
  for (const entry of entriesOf(nodes)) {
    const weight = weightOf(entry, pathname, search);
    const isAlike = weight > 0 && weight === best?.weight && entry.id === pressed;
    if (weight > (best?.weight ?? 0) || isAlike) best = { id: entry.id, weight };
  }
  return best?.id;
}

function weightOf(entry: NavEntryView, pathname: string, search: string): number {
  const address = entry.target?.kind === "route" ? entry.target.href : entry.page;
  if (!address) return 0;
  const [path = "", query = ""] = address.split("?");
  if (pathname !== path && !pathname.startsWith(`${path}/`)) return 0;
  const now = new URLSearchParams(search);
  const wanted = [...new URLSearchParams(query)];
  if (!wanted.every(([key, value]) => now.get(key) === value)) return 0;
  return path.length * 100 + wanted.length;
}

/** Ids of the groups that hold an entry, outermost first. */
export function groupsAround(nodes: readonly NavNodeView[], id: string): string[] {
  for (const node of nodes) {
    if (node.kind === "entry") {
      if (node.id === id) return [];
      continue;
    }
    if (entriesOf(node.children).some((entry) => entry.id === id)) return [node.id, ...groupsAround(node.children, id)];
  }
  return [];
}
