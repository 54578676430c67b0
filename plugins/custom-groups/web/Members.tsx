// The members of a group: put in by search or from a list, taken out, opened, and exported as the list of profiles does it.
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { ListQuestion } from "#schemas/list.ts";
import {
  Button,
  DataGrid,
  formatNumber,
  type GridColumn,
  type GridHandle,
  type GridSelection,
  LastRun,
  ongoing,
  type Pick as Picked,
  PickField,
  problemText,
  Running,
  t,
  useAddress,
  useEnv,
  useSession,
  useStore,
  useTold,
} from "#web";
import type { Group, Member } from "../contract.ts";
import { ImportMembers } from "./ImportMembers.tsx";
import { listOfGroups } from "./listOfGroups.ts";
import { undoneText } from "./listTexts.ts";
import { putBack } from "./putBack.ts";
import { CustomGroupsStore } from "./store.ts";
import { useListLeft } from "./useListLeft.ts";

interface Props {
  eventId: number;
  group: Group;
  /** Nobody is put in or taken out any more. */
  isGone: boolean;
}

export const Members = observer(function Members({ eventId, group, isGone }: Props) {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const navigate = useNavigate();
  const grid = useRef<GridHandle<Member>>(null);
  const [chosen, setChosen] = useState<GridSelection>();
  const types = (useSession().typeCategories ?? []).flatMap((one) => one.types);
  const ask = useCallback(
    (question: ListQuestion, signal: AbortSignal) => store.listMembers(group.id, question, signal),
    [store, group.id],
  );
  const canWrite = store.canSave && group.mode === "manual";
  const take = async () => {
    const removed = await store.removeMembers(eventId, group.id, (chosen?.ids ?? []).map(Number));
    if (!removed) return void (store.taking.problem && notices.failed(store.taking.problem));
    const undo = { label: t("common:undo"), run: () => void putBack(store, notices, eventId, group, removed) };
    const action = removed.length > 0 ? undo : undefined;
    notices.success(t("custom-groups:members.taken", { count: removed.length }), { action });
    setChosen(undefined);
    grid.current?.clearSelection();
    grid.current?.refresh();
  };
  const columns: GridColumn<Member>[] = [
    { field: "name", title: t("custom-groups:field.name"), minWidth: 140, flex: 1 },
    { field: "company_name", title: t("custom-groups:field.company_name"), minWidth: 110, flex: 1 },
    {
      field: "type_id",
      title: t("custom-groups:field.type_id"),
      kind: "choice",
      choices: types.map((type) => ({ value: type.id, label: type.type })),
      hidden: true,
    },
  ];
  return (
    <>
      {group.mode === "rule" && <p className="muted group-found">{t("custom-groups:members.byRule")}</p>}
      {canWrite && <Adding eventId={eventId} group={group} isGone={isGone} onAdded={() => grid.current?.refresh()} />}
      <DataGrid<Member>
        title={t("custom-groups:members.title", { name: group.name })}
        columns={columns}
        ask={ask}
        // Somebody may be put in again from a notice, when this is another list than the one they were taken out of.
        about={`${group.id}/${group.rev}/${store.broughtBack.get()}`}
        addressed="m"
        selectable={canWrite && "each"}
        onSelect={setChosen}
        onOpen={(row) => navigate(`/event-data/${eventId}/profile/${row.id}`)}
        hrefOf={(row) => `/event-data/${eventId}/profile/${row.id}`}
        handle={grid}
        height={360}
        defaultSort={DEFAULT_SORT}
        empty={<p className="muted group-nobody">{t(`custom-groups:members.none.${group.mode}`)}</p>}
      />
      <p className="group-actions">
        {canWrite && (
          <Button
            small
            busy={store.taking.busy}
            disabled={isGone || !chosen || chosen.all || chosen.count === 0}
            onClick={() => void take()}
          >
            {t("custom-groups:members.take", { count: chosen && !chosen.all ? chosen.count : 0 })}
          </Button>
        )}
        {!isGone && <Link to={listOfGroups(eventId, group.id)}>{t("custom-groups:members.asList")}</Link>}
      </p>
    </>
  );
});

/** A list that somebody has read in a short while ago, and the button that undoes it. */
const LastList = observer(function LastList({
  eventId,
  group,
  onUndone,
}: Pick<AddingProps, "eventId" | "group"> & { onUndone: () => void }) {
  const store = useStore(CustomGroupsStore);
  useEffect(() => void store.getLastRun(eventId, group.id), [store, eventId, group.id]);
  const run = store.lastRun?.groupId === group.id ? store.lastRun.run : null;
  const { last, isReading, isOthers, running } = ongoing(store, group.id);
  if (isReading)
    return (
      <Running
        job={running}
        text={t("custom-groups:import.running")}
        isLost={store.isLost}
        stopping={store.stopping}
        onStop={() => store.stop()}
      />
    );
  if (!run) return null;
  const undo = async () => {
    const undone = await store.undoMembers(eventId, group.id, run.job);
    if (undone) onUndone();
    return undone && undoneText(undone);
  };
  const [added, removed] = [formatNumber(run.added), formatNumber(run.removed)];
  return (
    <LastRun
      text={t("custom-groups:undo.list", { added, removed })}
      by={run.by}
      until={run.until}
      store={last}
      disabled={isOthers}
      onUndo={undo}
    />
  );
});

const DEFAULT_SORT = [{ field: "name", direction: "asc" }] as const;

/** The dialog that reads a list of members, in the address. */
const IMPORT = "m.import";

interface AddingProps extends Props {
  onAdded: () => void;
}

const Adding = observer(function Adding({ eventId, group, isGone, onAdded }: AddingProps) {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const told = useTold(store.adding);
  const [query, change] = useAddress();
  const isListing = query.has(IMPORT);
  const list = (isOpen: boolean) => change({ [IMPORT]: isOpen ? "1" : undefined }, { preventScrollReset: true });
  useListLeft(eventId, group, isListing, onAdded);
  const [missing, setMissing] = useState("");
  const add = async ({ id, label }: Picked): Promise<void> => {
    const answer = await store.addMembers(eventId, group.id, [String(id)]);
    if (!answer) {
      setMissing(label);
      return told.failed(t("custom-groups:members.notAdded", { name: label }), () => add({ id, label }));
    }
    onAdded();
    const { added, already } = answer;
    notices.success(t(`custom-groups:members.${added > 0 ? "added" : "already"}`, { count: added || already }));
  };
  return (
    <div className="group-adding">
      <PickField
        label={t("custom-groups:members.find")}
        placeholder={t("custom-groups:members.findExample")}
        disabled={isGone}
        find={store.findProfiles}
        onPick={(pick) => void add(pick)}
      />
      <Button small tone="quiet" disabled={isGone} onClick={() => list(true)}>
        {t("custom-groups:import.open")}
      </Button>
      {!isListing && !isGone && <LastList eventId={eventId} group={group} onUndone={onAdded} />}
      {isListing && <ImportMembers eventId={eventId} group={group} onClose={() => list(false)} onImported={onAdded} />}
      {store.adding.problem && (
        <p className="form-problem" role="alert">
          <strong>{t("custom-groups:members.notAdded", { name: missing })}</strong>{" "}
          {problemText(store.adding.problem, t)}
        </p>
      )}
    </div>
  );
});
