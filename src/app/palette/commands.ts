// Everything that the palette can do without asking the server, as plain values. Pure.
import type { NavEntryView, NavNodeView } from "../../kernel/nav/view.ts";

export type CommandKind = "page" | "event" | "app" | "action" | "setting" | "found";

export interface Command {
  /** Stable, so that recent ones can be found again. */
  id: string;
  kind: CommandKind;
  label: string;
  /** Where it belongs: the group of a page, the state of an event. */
  note?: string | undefined;
  icon?: readonly string[] | undefined;
  /** Keys that do the same. */
  keys?: string | undefined;
  /** Its place is kept until its area has told what it is called now. */
  waiting?: boolean;
  /** Where it leads, if that is a page of the dashboard. */
  path?: string | undefined;
  run: () => void;
}

interface PageMaker {
  t(key: string): string;
  icon(name: string | undefined): readonly string[];
  open(entry: NavEntryView): void;
}

/** The entries that lead somewhere, each once, with the groups around them as note. */
export function pageCommands(
  nodes: readonly NavNodeView[],
  maker: PageMaker,
  around: readonly string[] = [],
): Command[] {
  const found = nodes.flatMap((node): Command[] => {
    if (node.kind === "group") return pageCommands(node.children, maker, [...around, maker.t(node.label)]);
    if (node.state !== "enabled" || !node.target) return [];
    return [
      {
        id: `page:${node.id}`,
        kind: "page",
        label: node.text ?? maker.t(node.label),
        note: around.join(" › ") || undefined,
        icon: maker.icon(node.icon),
        path: node.target.kind === "route" ? node.target.href : undefined,
        run: () => maker.open(node),
      },
    ];
  });
  return around.length > 0 ? found : withoutTwins(found);
}

function withoutTwins(commands: readonly Command[]): Command[] {
  const seen = new Set<string>();
  return commands.filter(({ label, note }) => {
    const key = `${label}\n${note}`;
    return !seen.has(key) && seen.add(key);
  });
}
