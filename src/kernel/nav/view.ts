// What the navigation consists of once it is arranged: groups and entries, each with its state. Hidden ones are left out.

/** enabled: leads somewhere; disabled: shown with its reason; waiting: a fact is missing, drawn as a skeleton. */
export type NavState = "enabled" | "disabled" | "waiting";

/** The reason of an entry whose page could not be loaded; it can be tried again. */
export const BROKEN = "common:nav.broken";

/** Where an entry leads: a page of ours, the old dashboard, or outside. */
export interface NavTarget {
  kind: "route" | "legacy" | "external";
  href: string;
}

export interface NavEntryView {
  kind: "entry";
  id: string;
  /** Translation key; not used when `text` is there. */
  label: string;
  /** A name that is data, such as a data type's. */
  text?: string | undefined;
  icon?: string | undefined;
  state: NavState;
  /** Translation key of why it is disabled. */
  reason?: string | undefined;
  target?: NavTarget | undefined;
  /** The address of its own page, where it leads elsewhere or nowhere for now: whoever is there all the same sees it marked. */
  page?: string | undefined;
  /** The route it leads to, for the active entry and for prefetching. */
  routeId?: string | undefined;
}

export interface NavGroupView {
  kind: "group";
  id: string;
  label: string;
  icon?: string | undefined;
  children: NavNodeView[];
}

export type NavNodeView = NavEntryView | NavGroupView;

/** All entries of a navigation, however deep. */
export function entriesOf(nodes: readonly NavNodeView[]): NavEntryView[] {
  return nodes.flatMap((node) => (node.kind === "group" ? entriesOf(node.children) : [node]));
}
