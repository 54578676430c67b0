// Who is in this group and in another: counts as bars, and the profiles themselves.
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useId } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { ListQuestion } from "#schemas/list.ts";
import { DataGrid, formatNumber, type GridColumn, ProblemView, Skeleton, t, useAddress, useStore } from "#web";
import type { Group, Member } from "../contract.ts";
import { listOfGroups } from "./listOfGroups.ts";
import { CustomGroupsStore } from "./store.ts";

/** The other group, in the address. */
const WITH = "o.with";

export const Overlap = observer(function Overlap({ eventId, group }: { eventId: number; group: Group }) {
  const store = useStore(CustomGroupsStore);
  const navigate = useNavigate();
  const id = useId();
  const [query, change] = useAddress();
  const chosen = Number(query.get(WITH)) || 0;
  const choose = (other: number) => {
    const to = other > 0 ? String(other) : undefined;
    change({ [WITH]: to }, { replace: true, preventScrollReset: true });
  };
  const others = (store.groups ?? []).filter((one) => one.id !== group.id);
  const other = others.find((one) => one.id === chosen);
  const ask = useCallback(() => {
    if (chosen > 0) void store.getOverlap(eventId, group.id, chosen);
  }, [store, eventId, group.id, chosen]);
  useEffect(ask, [ask]);
  const members = useCallback(
    (question: ListQuestion, signal: AbortSignal) => {
      const filter = [...(question.filter ?? []), { field: "group", op: "eq" as const, value: chosen }];
      return store.listMembers(group.id, { ...question, filter }, signal);
    },
    [store, group.id, chosen],
  );
  const answer = store.overlap?.one === group.id && store.overlap.other === chosen ? store.overlap.counts : undefined;
  const columns: GridColumn<Member>[] = [
    { field: "name", title: t("custom-groups:field.name"), minWidth: 140, flex: 1 },
    { field: "company_name", title: t("custom-groups:field.company_name"), minWidth: 110, flex: 1 },
  ];
  if (others.length === 0) return <p className="muted">{t("custom-groups:overlap.alone")}</p>;
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{t("custom-groups:overlap.with")}</label>
        <select id={id} className="input" value={chosen} onChange={({ target }) => choose(Number(target.value))}>
          <option value={0}>{t("custom-groups:overlap.choose")}</option>
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
      {chosen > 0 && store.overlapping.problem ? (
        // One of the two that has been removed is not there the next time either.
        <ProblemView problem={store.overlapping.problem} {...(other && { retry: ask })} />
      ) : (
        other &&
        (answer ? (
          <>
            <Bars group={group} other={other} counts={answer} />
            {answer.both > 0 && (
              <>
                <DataGrid<Member>
                  title={t("custom-groups:overlap.members", { one: group.name, other: other.name })}
                  columns={columns}
                  ask={members}
                  about={`${group.id}/${group.rev}/${other.id}/${other.rev}`}
                  addressed="o"
                  onOpen={(row) => navigate(`/event-data/${eventId}/profile/${row.id}`)}
                  hrefOf={(row) => `/event-data/${eventId}/profile/${row.id}`}
                  height={300}
                />
                <p className="group-actions">
                  <Link to={listOfGroups(eventId, group.id, other.id)}>{t("custom-groups:members.asList")}</Link>
                </p>
              </>
            )}
          </>
        ) : (
          <Skeleton rows={4} />
        ))
      )}
    </>
  );
});

interface BarsProps {
  group: Group;
  other: Group;
  counts: { both: number; one: number; other: number };
}

/** One bar each for those who are in one group only and in both. */
function Bars({ group, other, counts }: BarsProps) {
  const most = Math.max(1, counts.both, counts.one, counts.other);
  const rows = [
    { key: "both", label: t("custom-groups:overlap.both"), count: counts.both },
    { key: "one", label: t("custom-groups:overlap.only", { name: group.name }), count: counts.one },
    { key: "other", label: t("custom-groups:overlap.only", { name: other.name }), count: counts.other },
  ];
  return (
    <table className="group-overlap" aria-label={t("custom-groups:tab.overlap")}>
      <tbody>
        {rows.map(({ key, label, count }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{label}</bdi>
            </th>
            <td className="figures">{formatNumber(count)}</td>
            <td aria-hidden="true">
              <span className={`group-bar group-bar-${key}`} style={{ inlineSize: `${(100 * count) / most}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
