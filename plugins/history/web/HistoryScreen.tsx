// The history of the event, or of the whole app, as a list; one change opens beside it.
import { observer } from "mobx-react-lite";
import { useEffect, useMemo, useRef, useState } from "react";
import { useParams } from "react-router-dom";
import type { ListQuestion } from "#schemas/list.ts";
import {
  Button,
  DataGrid,
  download,
  EmptyState,
  formatDateTime,
  GonePanel,
  type GridColumn,
  type GridHandle,
  type GridSelection,
  ownZone,
  Page,
  problemText,
  Running,
  t,
  useAddress,
  useEnv,
  useHrefWith,
  useSession,
  useStore,
} from "#web";
import type { HistoryLine } from "../contract.ts";
import { DayChart } from "./DayChart.tsx";
import { EraseMany } from "./EraseMany.tsx";
import { LinePanel } from "./LinePanel.tsx";
import { HistoryStore } from "./store.ts";
import { Ticked } from "./Ticked.tsx";
import type { Known } from "./values.ts";
import { isOfReader, whoseOf } from "./whose.ts";
import { actionName, fieldName, objectName } from "./words.ts";

const KINDS = ["person", "token", "job"] as const;

function historyColumns({ zone, fields }: Known): GridColumn<HistoryLine>[] {
  const changed = (line: HistoryLine) =>
    Object.keys(line.after ?? line.before ?? {})
      .map((field) => fieldName(field, fields, line.object_type))
      .join(", ");
  return [
    {
      field: "at",
      title: t("history:column.at"),
      kind: "date",
      zone,
      format: (value) => formatDateTime(String(value), zone),
    },
    { field: "actor", title: t("history:column.actor"), minWidth: 150, flex: 1 },
    {
      field: "actor_kind",
      title: t("history:column.actor_kind"),
      kind: "choice",
      width: 110,
      choices: KINDS.map((value) => ({ value, label: t(`history:kind.${value}`) })),
      format: (value) => t(`history:kind.${String(value)}`),
    },
    {
      field: "action",
      title: t("history:column.action"),
      width: 130,
      format: (value, line) => actionName(String(value), line.object_type),
    },
    {
      field: "object_type",
      title: t("history:column.object_type"),
      width: 140,
      format: (value) => objectName(String(value)),
    },
    {
      field: "object_label",
      title: t("history:column.object_label"),
      minWidth: 180,
      flex: 2,
      format: (value, line) => (line.erased_at ? t("history:erased.label") : String(value)),
    },
    {
      field: "after",
      title: t("history:column.changed"),
      minWidth: 160,
      flex: 2,
      sortable: false,
      format: (_, line) => changed(line),
    },
    { field: "request_id", title: t("history:column.request_id"), hidden: true, width: 290 },
    { field: "id", title: t("history:column.id"), kind: "number", hidden: true, width: 90 },
  ];
}

/** What the address says beside the list's own view: how far it reaches, whose lines, and which is open. */
function useShown() {
  const [params, change] = useAddress();
  const set = (key: string, value: string | undefined) => change({ [key]: value });
  const openId = Number(params.get("open")) || undefined;
  const reader = useSession().user?.user_id;
  const whose = whoseOf(params, reader);
  const isUnnamed = isOfReader(params) && reader !== undefined;
  useEffect(() => {
    if (isUnnamed) change({ by: String(reader) }, { replace: true });
  }, [isUnnamed, reader, change]);
  return { openId, everywhere: params.get("of") === "app", whose, mine: whose !== undefined && whose === reader, set };
}

export const HistoryScreen = observer(function HistoryScreen() {
  const store = useStore(HistoryStore);
  const { notices } = useEnv();
  const { event, typeCategories, user } = useSession();
  const eventId = Number(useParams()["eventId"]);
  const { openId, everywhere, whose, mine, set } = useShown();
  const hrefWith = useHrefWith();
  // The times of an event are those of its clocks; the whole app has none of its own.
  const zone = (everywhere ? undefined : event?.timezone) ?? ownZone();
  const { fields } = store;
  const known = useMemo(() => {
    const types = (typeCategories ?? []).flatMap((category) => category.types);
    return { zone, fields, eventId, types: types.map(({ id, type }) => ({ id, name: type })) };
  }, [zone, fields, eventId, typeCategories]);
  const columns = useMemo(() => historyColumns(known), [known]);
  useEffect(() => void store.listFields(eventId), [store, eventId]);
  const grid = useRef<GridHandle<HistoryLine>>(null);
  const [going, setGoing] = useState<number>();
  useEffect(() => setGoing(store.erasureGoing(eventId)), [store, eventId]);
  const [selected, setSelected] = useState<GridSelection>();
  const opened = store.opened?.id === openId ? store.opened : undefined;
  useEffect(() => void (openId && store.open(eventId, openId)), [store, eventId, openId]);

  const isOfAnother = whose !== undefined && !mine;
  useEffect(() => void (isOfAnother && store.nameActor(eventId, whose)), [store, eventId, isOfAnother, whose]);
  const actor = store.actor?.id === whose ? store.actor?.name : undefined;
  const ofOne = actor ? t("history:by", { name: actor }) : t("history:byOne");
  const own = whose === undefined ? [] : [{ field: "actor_id", op: "eq" as const, value: whose }];
  const narrowed = ({ columns: _, ...question }: ListQuestion) => ({
    ...question,
    filter: [...(question.filter ?? []), ...own],
    everywhere,
    zone,
  });
  const changed = () => {
    grid.current?.refresh();
    void store.countDays({ eventId, everywhere, zone });
  };
  const exportLines = async () => {
    if (grid.current) save(await store.exportLines(eventId, narrowed(grid.current.question())));
  };
  const save = (file: Blob | undefined) => {
    const { problem } = store.exporting;
    if (file) download(file, "history.csv");
    else if (problem) notices.error(problemText(problem, t), { title: t("history:export.failed") });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a reload has left is looked for once in each event
  useEffect(() => {
    const left = store.exportLeft(eventId);
    if (left) void store.awaitExport(eventId, left).then(save);
  }, [store, eventId]);
  const close = () => set("open", undefined);
  const { problem } = store.opening;
  const side = opened ? (
    <LinePanel key={opened.id} line={opened} eventId={eventId} known={known} onChanged={changed} onClose={close} />
  ) : (
    openId &&
    (problem || store.missing === openId) && (
      <GonePanel problem={problem} retry={() => void store.open(eventId, openId)} onClose={close} />
    )
  );
  return (
    <Page
      title={t("history:title")}
      help={t("history:help")}
      width="wide"
      side={side}
      actions={
        <Button busy={store.exporting.busy} onClick={() => void exportLines()}>
          {t("history:export.action")}
        </Button>
      }
    >
      <DayChart eventId={eventId} everywhere={everywhere} zone={zone} />
      <DataGrid
        title={t("history:title")}
        columns={columns}
        ask={(question, signal) => store.query(eventId, narrowed(question), signal)}
        about={`${eventId} ${everywhere} ${whose} ${zone}`}
        filters={whose === undefined ? [] : [{ parameter: "by", text: mine ? t("history:mine") : ofOne }]}
        defaultSort={[{ field: "id", direction: "desc" }]}
        remember="history"
        selectable
        onSelect={setSelected}
        actions={
          <Ticked
            eventId={eventId}
            grid={grid}
            selected={selected}
            filter={own}
            reach={{ everywhere, zone }}
            onErased={changed}
          />
        }
        openId={openId}
        onOpen={(line) => {
          store.show(line);
          set("open", String(line.id));
        }}
        hrefOf={({ id }) => hrefWith({ open: id })}
        handle={grid}
        empty={<EmptyState title={t("history:empty.title")}>{t("history:empty.text")}</EmptyState>}
      >
        <label className="history-choice">
          <input type="checkbox" checked={everywhere} onChange={() => set("of", everywhere ? undefined : "app")} />
          {t("history:everywhere")}
        </label>
        <label className="history-choice">
          <input type="checkbox" checked={mine} onChange={() => set("by", mine ? undefined : String(user?.user_id))} />
          {t("history:mine")}
        </label>
        <Running
          job={store.exporting.busy ? store.running : undefined}
          text={t("history:export.running")}
          isLost={store.isLost}
          stopping={store.stopping}
          onStop={store.stop}
          line
        />
      </DataGrid>
      {going !== undefined && (
        <EraseMany eventId={eventId} meant={going} onErased={changed} onClose={() => setGoing(undefined)} />
      )}
    </Page>
  );
});
