// A net in its frame: the drawing, what its lines mean, and the same as a table.
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { Frame } from "./Frame.tsx";
import type { NetProps } from "./Net.tsx";
import { type NetLink, type NetNode, planNet, RADIUS } from "./netPlan.ts";
import { csvOfLines } from "./reading.ts";

export function NetView({ id, title, help, summary, nodes, links, words, head }: NetProps) {
  const rows = nodes.map((node) => rowOf(node, nodes, links));
  const heads = [...head, words.both, words.out, words.in, words.own];
  return (
    <Frame
      name={id}
      level={3}
      height={0}
      title={title}
      help={help}
      isEmpty={nodes.length === 0}
      table={(id) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className="chart-table chart-net-table" aria-labelledby={id} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {heads.map((name) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...cells], at) => (
                <tr key={nodes[at]?.id}>
                  <th scope="row" dir="auto">
                    {name}
                  </th>
                  {cells.map((cell, column) => (
                    <td key={heads[column + 1]}>{cell || "–"}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      csv={() => csvOfLines([heads, ...rows])}
    >
      <NetDrawing summary={summary} nodes={nodes} links={links} />
      <ul className="chart-legend">
        <li>
          <svg width="26" height="12" aria-hidden="true">
            <path className="chart-net-line" d="M1 6H25" />
          </svg>
          <span>{words.both}</span>
        </li>
        <li>
          <svg width="26" height="12" aria-hidden="true">
            <path className="chart-net-line chart-net-one" d="M1 6H18" />
            <path className="chart-net-head" d="M17 2L25 6L17 10Z" />
          </svg>
          <span>{words.out}</span>
        </li>
        <li>
          <svg width="26" height="14" aria-hidden="true">
            <path className="chart-net-line" d="M9 13C0 -3 26 -3 17 13" />
          </svg>
          <span>{words.own}</span>
        </li>
      </ul>
    </Frame>
  );
}

/** Name, note, and the names of those that it is tied to: both ways, from it, to it; and itself. */
function rowOf(node: NetNode, nodes: readonly NetNode[], links: readonly NetLink[]): string[] {
  const has = (from: number, to: number) => links.some((link) => link.from === from && link.to === to);
  const named = (isIt: (there: boolean, back: boolean) => boolean) =>
    nodes
      .filter(({ id }) => id !== node.id && isIt(has(node.id, id), has(id, node.id)))
      .map(({ name }) => name)
      .join(", ");
  return [
    node.name,
    node.note,
    named((there, back) => there && back),
    named((there, back) => there && !back),
    named((there, back) => !there && back),
    has(node.id, node.id) ? "✓" : "",
  ];
}

function NetDrawing({ summary, nodes, links }: Pick<NetProps, "summary" | "nodes" | "links">) {
  const id = useId().replaceAll(":", "");
  const room = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  const [over, setOver] = useState<number>();
  useEffect(() => {
    const element = room.current;
    if (!element) return;
    const measure = () => setWidth(Math.min(860, Math.floor(element.clientWidth)));
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const plan = useMemo(() => planNet(nodes, links, width), [nodes, links, width]);
  const fade = (...ids: number[]) => (over === undefined || ids.includes(over) ? "" : "chart-net-faded");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section
      className="chart-room chart-room-wide"
      dir="ltr"
      ref={room}
      style={{ minHeight: plan.height }}
      {...(plan.width > width && { tabIndex: 0, "aria-label": summary })}
    >
      {width > 0 && (
        <svg className="chart-drawing" width={plan.width} height={plan.height} role="img" aria-label={summary}>
          <defs>
            <marker
              id={`${id}-head`}
              viewBox="0 0 8 8"
              refX="6"
              refY="4"
              markerWidth="6"
              markerHeight="6"
              orient="auto"
            >
              <path className="chart-net-head" d="M0 0L8 4L0 8Z" />
            </marker>
          </defs>
          {plan.lines.map(({ from, to, isMutual, path }) => (
            <path
              key={`${from} ${to}`}
              className={`chart-net-line ${isMutual ? "" : "chart-net-one"} ${fade(from, to)}`}
              d={path}
              markerEnd={isMutual ? undefined : `url(#${id}-head)`}
            />
          ))}
          {plan.places.map((node) => (
            <g
              key={node.id}
              className={`chart-series-${node.colour} ${fade(node.id)}`}
              onPointerEnter={() => setOver(node.id)}
              onPointerLeave={() => setOver(undefined)}
            >
              <title>{`${node.name}: ${node.note}`}</title>
              {node.loop && <path className="chart-net-line" d={node.loop} />}
              <circle className="chart-net-node" cx={node.x} cy={node.y} r={RADIUS} />
              <g className="chart-net-icon" transform={`translate(${node.x - 8} ${node.y - 8})`}>
                {node.paths.map((path) => (
                  <path key={path} d={path} fillRule="evenodd" />
                ))}
              </g>
              <text className="chart-net-name" x={node.label.x} y={node.label.y} textAnchor={node.label.anchor}>
                {node.label.text}
              </text>
              <text x={node.label.x} y={node.label.y + 15} textAnchor={node.label.anchor}>
                {node.note}
              </text>
            </g>
          ))}
        </svg>
      )}
    </section>
  );
}
