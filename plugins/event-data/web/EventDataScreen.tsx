// Participants, companies and items: one list, narrowed by category or data type, with the open profile beside it.
import { observer } from "mobx-react-lite";
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import type { GroupQuestion, ListQuestion } from "#schemas/list.ts";
import { WHOLE } from "#schemas/problem.ts";
import {
  addressNow,
  Button,
  DataGrid,
  EmptyState,
  type GridHandle,
  type GridSelection,
  icons,
  Page,
  ProblemView,
  t,
  useAddress,
  useEnv,
  useNavPlace,
  useSession,
  useSlot,
  useStore,
} from "#web";
import { BESIDE, getPhoto, SELECTION_IDS, type ThingRow } from "../contract.ts";
import { besideColumns } from "./besideColumns.ts";
import { bringPanels } from "./bringPanels.ts";
import { BulkActions } from "./bulk/BulkActions.tsx";
import { editableColumns } from "./cells/editable.ts";
import { thingColumns } from "./columns.tsx";
import { ExportButton } from "./ExportButton.tsx";
import { ExportProgress } from "./ExportProgress.tsx";
import { CellEditor, ImportDialog, NewThingPanel, ThingPanel, UnsavedCells, useSoon } from "./laterPanels.tsx";
import { ownColumns } from "./ownColumns.ts";
import { categoryOf, DEFAULT_SORT, type ListOf, listOf, listPath, OPEN, profilePath } from "./place.ts";
import type { Counted } from "./selection.ts";
import { EventDataStore } from "./store.ts";
import { useQuestions } from "./useQuestions.ts";
import { useSetNames } from "./useSetNames.ts";
import { useTypeGone } from "./useTypeGone.ts";
import { useWalk } from "./useWalk.ts";
import { ViewsMenu } from "./views/ViewsMenu.tsx";

const TITLES = { 1: "participants", 2: "companies", 3: "items" } as const;
/** How the fields of columns begin that come after the first rows. */
const LATER = ["fields.", BESIDE];
/** What is told where the event does not have the data type of the address. */
const NO_TYPE = {
  code: "not_found",
  message: "The event does not have this data type",
  reasons: { [WHOLE]: { text: "event-data:gone.type", values: {} } },
};
/** Before the list has been counted. */
const UNCOUNTED: Counted = { matched: -1, about: false };
const ADDS = { 1: "addParticipant", 2: "addCompany", 3: "addItem" } as const;

export const EventDataScreen = observer(function EventDataScreen() {
  const store = useStore(EventDataStore);
  const session = useSession();
  const env = useEnv();
  const { api } = env;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const params = useParams();
  const [query, change] = useAddress();
  const grid = useRef<GridHandle<ThingRow>>(null);
  const [selected, setSelected] = useState<GridSelection>();
  const isAdding = query.get(OPEN) === "new";
  const isFinding = query.get(OPEN) === "elsewhere";
  const isImporting = isFinding || query.get(OPEN) === "import";
  const show = (what: "new" | "import" | "elsewhere" | undefined) =>
    change({ [OPEN]: what }, { preventScrollReset: true });

  useSoon();

  const eventId = Number(params.eventId);
  useQuestions(eventId);
  const thingId = params.thingId ? Number(params.thingId) : undefined;
  const list = listOf(pathname, params, query);
  const listKey = JSON.stringify(list);
  useNavPlace(listPath(eventId, list, new URLSearchParams()));
  const categories = session.typeCategories ?? [];
  const category = list.category ?? categoryOf(list.type, categories);
  const types = categories.filter((one) => category === undefined || one.id === category).flatMap((one) => one.types);
  // Which columns a list of one type has goes by the category in which it stands.
  const areTypesKnown = Boolean(session.typeCategories ?? session.typesProblem);
  const title = titleOf(list, types);
  const isGone = useTypeGone(eventId, list.type);
  const zone = session.event?.timezone ?? "UTC";

  const { fields, beside } = store.questions;
  const filterNames = useSetNames(store.questions);
  const listType = list.type;
  // By what they say, since the session hands out new lists of the same types.
  const typesKey = JSON.stringify(types);
  const facesKey = JSON.stringify(categories.find(({ id }) => id === 1)?.types.map(({ id }) => id) ?? []);
  const { canSave } = store;
  const role = session.accessRole ?? 299;
  const columns = useMemo(() => {
    const address = (photo: string) => api.address(getPhoto, { params: { photo } });
    const shown: { id: number }[] = JSON.parse(typesKey);
    const typeIds = shown.map(({ id }) => id).filter((id) => !listType || id === listType);
    const all = [
      ...thingColumns(category, JSON.parse(typesKey), zone, { address, faces: JSON.parse(facesKey) }),
      ...ownColumns(fields, typeIds, zone),
      ...besideColumns(beside, filterNames, zone, category),
    ];
    if (!canSave) return all;
    return editableColumns(all, { categories: () => session.typeCategories ?? [], fields, role, store });
  }, [category, zone, typesKey, facesKey, api, fields, beside, filterNames, listType, canSave, role, store, session]);
  const ask = useCallback(
    (question: ListQuestion, signal: AbortSignal) => store.queryThings(eventId, JSON.parse(listKey), question, signal),
    [store, eventId, listKey],
  );
  const placeIn = useCallback(
    (question: ListQuestion, id: number, signal: AbortSignal) =>
      store.getThingPlace(eventId, JSON.parse(listKey), question, id, signal),
    [store, eventId, listKey],
  );
  const { walk, noted } = useWalk(`${eventId}/${listKey}`, query, ask);
  const [counts, setCounts] = useState<Counted>(UNCOUNTED);
  const askGroups = useCallback(
    (question: GroupQuestion, signal: AbortSignal) => store.groupThings(eventId, JSON.parse(listKey), question, signal),
    [store, eventId, listKey],
  );
  const askBeside = useCallback(
    (columns: readonly string[], ids: readonly number[], signal: AbortSignal) =>
      store.listProfileValues(eventId, columns, ids, signal),
    [store, eventId],
  );
  const pathOf = (id: number) => profilePath(eventId, id, list, query);
  const open = (id: number) => {
    navigate(profilePath(eventId, id, list, addressNow()), { preventScrollReset: true });
  };
  const cells = { eventId, grid, onOpen: open };
  useEffect(() => () => store.cells?.leave(eventId), [store, eventId]);
  const undoCell = async () => {
    if (store.cells?.last) (await bringPanels()).cellActs(store, env, cells).undo();
  };
  const close = () => navigate(listPath(eventId, list, addressNow()), { preventScrollReset: true });
  const { parts: others, isComing } = useSlot<ComponentType<{ eventId: number; list: ListOf }>>("event-data.actions");
  // All of them come together: one that comes later moves those that are there.
  const areKnown = !isComing && areTypesKnown;
  const adds = t(`event-data:action.${category ? ADDS[category] : "add"}`);
  const add = store.canSave && types.length > 0 && !isGone && (
    <Button tone="primary" icon={icons.add} onClick={() => show("new")}>
      {adds}
    </Button>
  );

  const bring = add && <Button onClick={() => show("import")}>{t("event-data:import.title")}</Button>;

  return (
    <Page
      title={title}
      width="wide"
      actions={
        areKnown && (
          <>
            {others.map(({ id, part: Action }) => (
              <Action key={id} eventId={eventId} list={list} />
            ))}
            {!isGone && <ExportButton {...{ grid, columns, list, eventId, selected, counts }} />}
            {bring}
            {add}
          </>
        )
      }
      side={
        isAdding && add ? (
          <NewThingPanel
            title={category ? adds : t("event-data:new.title")}
            eventId={eventId}
            types={types}
            typeId={list.type}
            onClose={close}
            onElsewhere={() => show("elsewhere")}
            onCreated={(thing, isHere) => {
              grid.current?.refresh();
              if (isHere) open(thing.id);
            }}
          />
        ) : (
          thingId && (
            <ThingPanel
              eventId={eventId}
              thingId={thingId}
              listed={category}
              grid={grid}
              walk={walk}
              ask={ask}
              placeIn={placeIn}
              onOpen={open}
              onClose={close}
            />
          )
        )
      }
    >
      {isGone ? (
        <ProblemView problem={NO_TYPE} back={() => navigate(listPath(eventId, {}, new URLSearchParams()))} />
      ) : (
        <DataGrid<ThingRow>
          title={title}
          columns={columns}
          filterNames={filterNames}
          undecided={category === undefined && list.type !== undefined && !areTypesKnown}
          coming={store.questions.eventId === eventId || store.questions.listing.problem ? undefined : LATER}
          ask={noted}
          askGroups={askGroups}
          besides={askBeside}
          about={`${eventId}/${listKey}`}
          onOpen={(row) => open(row.id)}
          hrefOf={(row) => pathOf(row.id)}
          editor={canSave ? (cell) => <CellEditor cell={cell} {...cells} /> : undefined}
          onUndo={() => void undoCell()}
          openId={thingId}
          selectable
          mostTicked={SELECTION_IDS}
          onSelect={setSelected}
          onCounts={({ matched, about = false }) =>
            setCounts((now) => (now.matched === matched && now.about === about ? now : { matched, about }))
          }
          actions={
            store.canSave && (
              <BulkActions {...{ eventId, list, grid, selected, counts }} go={(path) => navigate(path)} />
            )
          }
          remember={`event-data.${category ?? "all"}`}
          defaultSort={DEFAULT_SORT}
          handle={grid}
          empty={
            <EmptyState
              title={t(`event-data:empty.${category ? TITLES[category] : "all"}`)}
              action={
                add && (
                  <>
                    {bring}
                    {add}
                  </>
                )
              }
            >
              {t(add ? "event-data:empty.help" : "event-data:empty.readOnly")}
            </EmptyState>
          }
        >
          <ViewsMenu eventId={eventId} list={list} grid={grid} />
          <ExportProgress />
          {store.cells && store.cells.edits.length > 0 && <UnsavedCells {...cells} />}
        </DataGrid>
      )}
      {/* What was begun stays, whatever becomes of the type of the list meanwhile. */}
      {isImporting && store.canSave && (add || store.importing.file) && (
        <ImportDialog
          eventId={eventId}
          types={types}
          typeId={list.type}
          isOfKnown={isFinding}
          onClose={() => show(undefined)}
          onImported={() => {
            grid.current?.refresh();
            // It can be undone where acts on many are.
            void store.bulk.findLast(eventId);
          }}
        />
      )}
    </Page>
  );
});

function titleOf({ category, type: typeId }: ListOf, types: readonly { id: number; type: string }[]): string {
  if (typeId) return types.find((type) => type.id === typeId)?.type ?? t("event-data:title.type");
  return t(`event-data:title.${category ? TITLES[category] : "all"}`);
}
