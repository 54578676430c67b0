// Groups as sets (an UpSet chart): a column for each combination, with a bar for those who are in exactly these groups.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { formatNumber, Picture, ProblemView, Running, Skeleton, t, useStore } from "#web";
import type { Group, GroupSets } from "../contract.ts";
import { listOfSet } from "./listOfGroups.ts";
import { CustomGroupsStore } from "./store.ts";

interface Props {
  eventId: number;
  groups: readonly Group[];
}

const BARS = 132;
const ROW = 28;
const COLUMN = 36;
const DOT = 6;
const FOOT = 8;

export const SetsPicture = observer(function SetsPicture({ eventId, groups }: Props) {
  const store = useStore(CustomGroupsStore);
  const go = useNavigate();
  const ids = groups.map(({ id }) => id);
  const key = groups.map(({ id, rev, members }) => `${id}/${rev}/${members}`).join(",");
  const ask = () => void store.countSets(eventId, ids);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what is compared; the lists are made anew each time
  useEffect(ask, [store, eventId, key]);
  useEffect(() => () => void store.countSets(eventId, []), [store, eventId]);
  const { sets, countingSets } = store;
  if (countingSets.problem) return <ProblemView problem={countingSets.problem} retry={ask} />;
  if (sets?.ids.join() !== ids.join()) {
    return (
      <>
        <Running
          job={store.running}
          text={t("custom-groups:sets.running")}
          stopping={store.stopping}
          onStop={() => store.stop()}
        />
        <Skeleton rows={groups.length + 4} />
      </>
    );
  }
  const { found } = sets;
  const pathOf = (inside: readonly number[]) =>
    listOfSet(
      eventId,
      inside,
      ids.filter((id) => !inside.includes(id) && !found.broken.includes(id)),
    );
  const textOf = (inside: readonly number[]) =>
    groups
      .filter(({ id }) => inside.includes(id))
      .map(({ name }) => name)
      .join(" + ");
  const rows = found.sets.map(({ ids: inside, count }) => ({
    key: inside.join(),
    place: textOf(inside),
    values: [count],
    path: pathOf(inside),
  }));
  const most = found.sets[0];
  return (
    <Picture
      id="custom-groups.sets"
      title={t("custom-groups:sets.title")}
      help={[
        t("custom-groups:sets.help"),
        found.more.sets > 0 &&
          t("custom-groups:sets.more", {
            count: found.more.sets,
            number: formatNumber(found.more.sets),
            profiles: formatNumber(found.more.profiles),
          }),
      ]
        .filter(Boolean)
        .join(" ")}
      summary={t("custom-groups:sets.summary", {
        count: found.sets.length,
        number: formatNumber(found.sets.length),
        most: most ? textOf(most.ids) : "",
        profiles: formatNumber(most?.count ?? 0),
      })}
      table={{ head: [t("custom-groups:sets.exactly"), t("custom-groups:column.members")], rows }}
      height={BARS + groups.length * ROW + FOOT}
      widthIn={(room) => sideIn(room) + found.sets.length * COLUMN}
      draw={(width, fitted, room) => (
        <Columns
          groups={groups}
          sets={found.sets}
          width={width}
          side={sideIn(room)}
          nameOf={textOf}
          fitted={fitted}
          onOpen={(inside) => go(pathOf(inside))}
        />
      )}
    />
  );
});

/** The names of the groups stand beside their rows. */
const sideIn = (room: number) => Math.min(230, Math.floor(room * 0.3));

interface ColumnsProps {
  groups: readonly Group[];
  sets: GroupSets["sets"];
  width: number;
  side: number;
  nameOf: (ids: readonly number[]) => string;
  fitted: (text: string, room: number) => string;
  onOpen: (ids: readonly number[]) => void;
}

function Columns({ groups, sets, width, side, nameOf, fitted, onOpen }: ColumnsProps) {
  const most = Math.max(1, ...sets.map(({ count }) => count));
  const middle = (column: number) => side + column * COLUMN + COLUMN / 2;
  const line = (row: number) => BARS + row * ROW + ROW / 2;
  return (
    <>
      {groups.map(({ id, name, members }, row) => (
        <g key={id}>
          {row % 2 === 0 && <rect className="group-stripe" x={0} y={BARS + row * ROW} width={width} height={ROW} />}
          <text className="chart-name" x={side - 54} y={line(row)}>
            {fitted(name, side - 62)}
          </text>
          <text className="chart-tick" x={side - 10} y={line(row)}>
            {members === null ? "–" : formatNumber(members)}
          </text>
        </g>
      ))}
      {sets.map(({ ids, count }, column) => {
        const inside = groups.flatMap(({ id }, row) => (ids.includes(id) ? [row] : []));
        const height = Math.max(2, ((BARS - 30) * count) / most);
        const x = middle(column);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table behind it holds the same links for the keyboard
          // biome-ignore lint/a11y/useKeyWithClickEvents: the same
          <g key={ids.join()} className="group-set chart-series-0" onClick={() => onOpen(ids)}>
            <title>{nameOf(ids)}</title>
            <rect
              className="group-set-room"
              x={x - COLUMN / 2}
              y={0}
              width={COLUMN}
              height={BARS + groups.length * ROW}
              rx="3"
            />
            <text className="chart-cell" x={x} y={BARS - 18 - height}>
              {formatNumber(count, { notation: count >= 10_000 ? "compact" : "standard" })}
            </text>
            <rect className="chart-bar" x={x - 9} y={BARS - 8 - height} width={18} height={height} rx="2" />
            {groups.map(({ id }, row) => (
              <circle
                key={id}
                className={ids.includes(id) ? "group-dot" : "group-dot-empty"}
                cx={x}
                cy={line(row)}
                r={ids.includes(id) ? DOT : 3}
              />
            ))}
            {inside.length > 1 && (
              <line className="group-joint" x1={x} x2={x} y1={line(inside[0] ?? 0)} y2={line(inside.at(-1) ?? 0)} />
            )}
          </g>
        );
      })}
    </>
  );
}
