// The members of a group: put in by search or from a pasted list, taken out, opened, and exported as the list of profiles does it.
import { observer } from "mobx-react-lite";
import { useCallback, useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { ListQuestion } from "#schemas/list.ts";
import {
  Button,
  DataGrid,
  type GridColumn,
  type GridHandle,
  type GridSelection,
  PickField,
  problemText,
  t,
  useEnv,
  useSession,
  useStore,
} from "#web";
import type { Group, Member } from "../contract.ts";
import { CustomGroupsStore } from "./store.ts";

export const Members = observer(function Members({ eventId, group }: { eventId: number; group: Group }) {
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
    if (removed === undefined) return void notices.error(problemText(store.taking.problem as never, t));
    notices.success(t("custom-groups:members.taken", { count: removed }));
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
      {group.mode === "rule" && <p className="muted">{t("custom-groups:members.byRule")}</p>}
      {canWrite && <Adding eventId={eventId} group={group} onAdded={() => grid.current?.refresh()} />}
      <DataGrid<Member>
        title={t("custom-groups:members.title", { name: group.name })}
        columns={columns}
        ask={ask}
        about={`${group.id}/${group.rev}`}
        addressed={false}
        selectable={canWrite}
        onSelect={setChosen}
        onOpen={(row) => navigate(`/event-data/${eventId}/profile/${row.id}`)}
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
            disabled={!chosen || chosen.all || chosen.count === 0}
            onClick={() => void take()}
          >
            {t("custom-groups:members.take", { count: chosen && !chosen.all ? chosen.count : 0 })}
          </Button>
        )}
        <Link to={listOf(eventId, group.id)}>{t("custom-groups:members.asList")}</Link>
      </p>
    </>
  );
});

const DEFAULT_SORT = [{ field: "name", direction: "asc" }] as const;

/** The list of profiles with this group as its filter: there they are exported, and changed together. */
function listOf(eventId: number, groupId: number): string {
  const query = new URLSearchParams({ filter: JSON.stringify([{ field: "group", op: "in", value: [groupId] }]) });
  return `/event-data/${eventId}?${query}`;
}

const Adding = observer(function Adding({
  eventId,
  group,
  onAdded,
}: {
  eventId: number;
  group: Group;
  onAdded: () => void;
}) {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const id = useId();
  const [isPasting, setPasting] = useState(false);
  const [text, setText] = useState("");
  const add = async (words: readonly string[]) => {
    const answer = await store.addMembers(eventId, group.id, words);
    if (!answer) return;
    onAdded();
    if (answer.added > 0) notices.success(t("custom-groups:members.added", { count: answer.added }));
    else if (answer.already > 0) notices.success(t("custom-groups:members.already", { count: answer.already }));
    setText(answer.unclear.map(({ word }) => word).join("\n"));
    setPasting(answer.unclear.length > 0);
    setUnclear(answer.unclear.length);
  };
  const [unclear, setUnclear] = useState(0);
  const words = text
    .split(/[\n;,\t]+/)
    .map((word) => word.trim())
    .filter(Boolean);
  return (
    <div className="group-adding">
      <PickField
        label={t("custom-groups:members.find")}
        placeholder={t("custom-groups:members.findExample")}
        find={store.findProfiles}
        onPick={(pick) => void add([String(pick.id)])}
      />
      {isPasting ? (
        <div className="field">
          <label htmlFor={id}>{t("custom-groups:members.paste")}</label>
          <textarea id={id} className="input" rows={5} value={text} onChange={({ target }) => setText(target.value)} />
          <p className="field-help" role="status">
            {unclear > 0
              ? t("custom-groups:members.unclear", { count: unclear })
              : t("custom-groups:members.pasteHelp")}
          </p>
          <div className="group-actions">
            <Button small onClick={() => setPasting(false)}>
              {t("common:cancel")}
            </Button>
            <Button
              small
              tone="primary"
              busy={store.adding.busy}
              disabled={words.length === 0}
              onClick={() => void add(words)}
            >
              {t("custom-groups:members.add", { count: words.length })}
            </Button>
          </div>
        </div>
      ) : (
        <Button small tone="quiet" onClick={() => setPasting(true)}>
          {t("custom-groups:members.pasteOpen")}
        </Button>
      )}
      {store.adding.problem && (
        <p className="form-problem" role="alert">
          {problemText(store.adding.problem, t)}
        </p>
      )}
    </div>
  );
});
