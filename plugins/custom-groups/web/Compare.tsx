// Each group beside each: how many profiles are in both, as a table whose cells lead to the list of them.
import { observer } from "mobx-react-lite";
import { Link } from "react-router-dom";
import { Button, Dialog, formatNumber, t, useAddress, useStore } from "#web";
import { type Group, MOST_COMPARED } from "../contract.ts";
import { listOfGroups } from "./listOfGroups.ts";
import { SetsPicture } from "./SetsPicture.tsx";
import { CustomGroupsStore } from "./store.ts";

const PARAMETER = "compare";
/** In the place of groups: the comparison is open, and none is chosen. */
const NONE = "none";

/** The groups that are compared, as the address names them. */
export function useCompared(): [readonly number[] | undefined, (ids: readonly number[] | undefined) => void] {
  const [params, change] = useAddress();
  const text = params.get(PARAMETER);
  const ids = text?.split(",").map(Number).filter(Number.isInteger).slice(0, MOST_COMPARED);
  const set = (next: readonly number[] | undefined) =>
    change({ [PARAMETER]: next && (next.join(",") || NONE) }, { replace: true });
  return [ids, set];
}

/** The largest groups, where there are more than can be compared. */
export function usualOf(groups: readonly Group[]): number[] {
  const bySize = [...groups].sort((a, b) => (b.members ?? 0) - (a.members ?? 0));
  return bySize.slice(0, MOST_COMPARED).map(({ id }) => id);
}

interface Props {
  eventId: number;
  ids: readonly number[];
  onChoose: (ids: readonly number[]) => void;
  onClose: () => void;
}

export const Compare = observer(function Compare({ eventId, ids, onChoose, onClose }: Props) {
  const store = useStore(CustomGroupsStore);
  const all = store.groups ?? [];
  const chosen = all.filter(({ id }) => ids.includes(id));
  const asked = chosen.map(({ id }) => id);
  const isCounted = store.sets?.ids.join() === asked.join();
  const toggle = (id: number) => onChoose(asked.includes(id) ? asked.filter((one) => one !== id) : [...asked, id]);
  return (
    <Dialog
      title={t("custom-groups:compare.title")}
      onClose={onClose}
      width={960}
      foot={<Button onClick={onClose}>{t("common:close")}</Button>}
    >
      {asked.length < 2 ? (
        <p className="muted">{t("custom-groups:compare.few")}</p>
      ) : (
        <SetsPicture eventId={eventId} groups={chosen} />
      )}
      {asked.length > 1 && isCounted && (
        <>
          <h3 className="group-pairs">{t("custom-groups:compare.pairs")}</h3>
          <p className="field-help">{t("custom-groups:compare.help")}</p>
          <Table eventId={eventId} groups={chosen} />
        </>
      )}
      {(all.length > 2 || asked.length < 2) && (
        <fieldset className="group-compared">
          <legend>{t("custom-groups:compare.which", { most: MOST_COMPARED })}</legend>
          {all.map(({ id, name, colour }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={asked.includes(id)}
                disabled={!asked.includes(id) && asked.length >= MOST_COMPARED}
                onChange={() => toggle(id)}
              />
              <span className="clamped">
                <span className={`group-name group-${colour}`} dir="auto">
                  {name}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Dialog>
  );
});

const Table = observer(function Table({ eventId, groups }: { eventId: number; groups: readonly Group[] }) {
  const pairs = useStore(CustomGroupsStore).sets?.found.pairs ?? [];
  const bothOf = (one: number, other: number) =>
    pairs.find((pair) => (pair.one === one && pair.other === other) || (pair.one === other && pair.other === one))
      ?.both;
  return (
    <div className="group-matrix">
      <table aria-label={t("custom-groups:compare.title")}>
        <thead>
          <tr>
            <td />
            {groups.map((group) => (
              <th key={group.id} scope="col">
                <span className="clamped">
                  <span className={`group-name group-${group.colour}`} dir="auto">
                    {group.name}
                  </span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <span className="clamped">
                  <span className={`group-name group-${row.colour}`} dir="auto">
                    {row.name}
                  </span>
                </span>
              </th>
              {groups.map((column) => (
                <Cell
                  key={column.id}
                  eventId={eventId}
                  row={row}
                  column={column}
                  both={row === column ? row.members : bothOf(row.id, column.id)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

interface CellProps {
  eventId: number;
  row: Group;
  column: Group;
  both: number | null | undefined;
}

/** How many of the row's members are in the column's group too; the darker, the greater their share. */
function Cell({ eventId, row, column, both }: CellProps) {
  if (row === column)
    return <td className="figures group-itself">{both === null || both === undefined ? "–" : formatNumber(both)}</td>;
  if (both === null || both === undefined) return <td className="muted">{t("custom-groups:broken")}</td>;
  const share = row.members ? Math.min(1, both / row.members) : 0;
  const part = formatNumber(share, { style: "percent", maximumFractionDigits: share < 0.01 ? 1 : 0 });
  const style = { "--share": `${Math.round(share * 45)}%` } as React.CSSProperties;
  if (both === 0) return <td className="figures muted">0</td>;
  return (
    <td className="figures group-shared" style={style}>
      <Link to={listOfGroups(eventId, row.id, column.id)}>
        {formatNumber(both)} <span className="group-share">{part}</span>{" "}
        <span className="sr-only">{t("custom-groups:compare.both", { one: row.name, other: column.name })}</span>
      </Link>
    </td>
  );
}
