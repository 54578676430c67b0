// Who is tied to whom, as a picture: the door behind which it is drawn. Its code arrives with the first that is shown.
import { loadTexts } from "../i18n/setup.ts";
import { arriving } from "../ui/arriving.tsx";
import { loadStyles } from "../ui/loadStyles.ts";
import styles from "./chart.css?url";
import type { NetLink, NetNode } from "./netPlan.ts";
import { outlineOf } from "./Outline.tsx";
import { roomOfNet } from "./room.ts";

export interface NetProps {
  /** By which the address knows it: area, dot, name. */
  id: string;
  title: string;
  help?: string;
  /** All in one sentence, for those who do not see it. */
  summary: string;
  nodes: readonly NetNode[];
  links: readonly NetLink[];
  /** What lines mean that go both ways, one way, and back to where they come from. */
  words: Readonly<Record<"both" | "out" | "in" | "own", string>>;
  /** The head of the table's first two columns: what nodes are, and what stands below their names. */
  head: readonly [string, string];
}

/**
 * Nodes on an oval with lines and arrows between them, the table behind it, and both as files.
 * @example
 * <Net id="notes.net" title={t("notes:net")} summary={summary} nodes={nodes} links={[{ from: 1, to: 2 }]} words={words} head={head} />
 */
export const Net = arriving<NetProps>(
  async () => {
    const [{ NetView }] = await Promise.all([import("./NetView.tsx"), loadTexts("chart"), loadStyles(styles)]);
    return NetView;
  },
  ({ nodes, help }) => outlineOf(roomOfNet(nodes.length, help !== undefined)),
);
