// The picture of the kinds: which profiles they link, how many there are, and how many links.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { Button, Dialog, formatNumber, Picture, ProblemView, Skeleton, t, useSession, useStore } from "#web";
import type { Kind } from "../contract.ts";
import { endText } from "./endText.ts";
import { BOX, type Box, type Graph, graphOf, type Line } from "./graph.ts";
import { RelationshipsStore } from "./store.ts";

interface Props {
  eventId: number;
  kinds: readonly Kind[];
  onClose: () => void;
}

export const TypeGraph = observer(function TypeGraph({ eventId, kinds, onClose }: Props) {
  const store = useStore(RelationshipsStore);
  const go = useNavigate();
  const { typeCategories = [] } = useSession();
  useEffect(() => void store.countEnds(eventId), [store, eventId]);
  const counts = store.ends?.eventId === eventId ? store.ends.counts : undefined;
  const types = typeCategories.flatMap((category) =>
    category.types.map(({ id, type }) => ({ id, type, category: category.id })),
  );
  const pathOf = (id: number) => `/event-details/${eventId}/relationships?id=${id}`;
  const drawn = () => {
    const known = new Map(counts?.map(({ type_id, profiles }) => [type_id, profiles]));
    const graph = graphOf(kinds, types, known, (category) => t(`relationships:category.${category}`));
    const profiles = (boxes: readonly Box[], kind: number, lines: readonly Line[], end: "from" | "to") =>
      lines
        .filter((line) => line[end === "from" ? "to" : "from"] === kind)
        .reduce((sum, line) => sum + (boxes[line[end]]?.count ?? 0), 0);
    const rows = kinds.map((kind, at) => ({
      key: String(kind.id),
      place: `${kind.name}: ${endText(kind.from, types)} → ${endText(kind.to, types)}`,
      values: [
        profiles(graph.first, at, graph.toKinds, "from"),
        kind.links,
        profiles(graph.second, at, graph.toSecond, "to"),
      ],
      path: pathOf(kind.id),
    }));
    const links = kinds.reduce((sum, kind) => sum + kind.links, 0);
    return (
      <Picture
        id="relationships.graph"
        title={t("relationships:graph.heading")}
        help={t("relationships:graph.help")}
        summary={t("relationships:graph.summary", {
          count: kinds.length,
          kinds: formatNumber(kinds.length),
          links: formatNumber(links),
        })}
        table={{
          head: [
            t("relationships:graph.kind"),
            t("relationships:column.from"),
            t("relationships:column.links"),
            t("relationships:column.to"),
          ],
          rows,
        }}
        height={graph.height}
        draw={(width, fitted) => <Boxes graph={graph} width={width} fitted={fitted} onKind={(id) => go(pathOf(id))} />}
      />
    );
  };
  return (
    <Dialog
      title={t("relationships:graph.title")}
      onClose={onClose}
      width={820}
      foot={<Button onClick={onClose}>{t("common:close")}</Button>}
    >
      {store.countingEnds.problem && !counts ? (
        <ProblemView problem={store.countingEnds.problem} retry={() => void store.countEnds(eventId)} />
      ) : counts ? (
        drawn()
      ) : (
        <Skeleton rows={kinds.length + 1} />
      )}
    </Dialog>
  );
});

interface BoxesProps {
  graph: Graph;
  width: number;
  fitted: (text: string, room: number) => string;
  onKind: (id: number) => void;
}

const THIN = 1.5;
const THICK = 8;

function Boxes({ graph, width, fitted, onKind }: BoxesProps) {
  const box = Math.min(220, Math.floor(width * 0.27));
  const middle = (width - box) / 2;
  const last = width - box;
  const curves = (lines: readonly Line[], left: number, right: number, from: readonly Box[], to: readonly Box[]) =>
    lines.map((line) => {
      const [start, end] = [from[line.from]?.y ?? 0, to[line.to]?.y ?? 0];
      const bend = (left + right) / 2;
      return (
        <path
          key={line.key}
          className="relation-curve"
          d={`M${left} ${start}C${bend} ${start} ${bend} ${end} ${right} ${end}`}
          strokeWidth={THIN + (THICK - THIN) * Math.sqrt(line.share)}
        />
      );
    });
  const column = (boxes: readonly Box[], x: number, className: string) =>
    boxes.map(({ key, text, count, y }) => (
      <g key={key}>
        <rect className={className} x={x + 0.5} y={y - BOX / 2} width={box - 1} height={BOX} rx="4" />
        <text className="relation-text" x={x + box / 2} y={y - 8}>
          {fitted(text, box - 12)}
        </text>
        <text className="chart-cell" x={x + box / 2} y={y + 9}>
          {formatNumber(count)}
        </text>
      </g>
    ));
  return (
    <>
      {curves(graph.toKinds, box, middle, graph.first, graph.kinds)}
      {curves(graph.toSecond, middle + box, last, graph.kinds, graph.second)}
      {column(graph.first, 0, "relation-node")}
      {column(graph.second, last, "relation-node")}
      {column(graph.kinds, middle, "relation-kind")}
      {graph.kinds.map(({ id, y }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the table behind it holds the same links for the keyboard
        // biome-ignore lint/a11y/useKeyWithClickEvents: the same
        <rect
          key={id}
          className="relation-leads"
          x={middle}
          y={y - BOX / 2}
          width={box}
          height={BOX}
          onClick={() => onKind(id)}
        />
      ))}
    </>
  );
}
