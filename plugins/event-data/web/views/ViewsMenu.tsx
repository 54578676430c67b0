// The menu of saved views above a list: open one, save what is shown, and tidy up.
import { observer } from "mobx-react-lite";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Confirm, type GridHandle, MenuButton, problemText, t, useEnv, useStore } from "#web";
import type { ThingRow, ThingView } from "../../contract.ts";
import { ViewDialog } from "../laterPanels.tsx";
import type { ListOf } from "../place.ts";
import { EventDataStore } from "../store.ts";
import { listName, viewIdOf, viewQuery, withSavedView } from "./viewQuery.ts";

interface Props {
  eventId: number;
  list: ListOf;
  grid: RefObject<GridHandle<ThingRow> | null>;
}

type Asking = { what: "new" } | { what: "rename" | "remove"; view: ThingView };

export const ViewsMenu = observer(function ViewsMenu({ eventId, list, grid }: Props) {
  const { views } = useStore(EventDataStore);
  const { notices } = useEnv();
  const [params, setParams] = useSearchParams();
  const [asking, setAsking] = useState<Asking>();
  const name = listName(list);
  const open = (view?: ThingView) => setParams(withSavedView(params, view), { preventScrollReset: true });
  useOpening(eventId, name);

  const shown = views.all.find(({ id }) => id === viewIdOf(params));
  const isChanged = shown !== undefined && viewQuery(params) !== viewQuery(new URLSearchParams(shown.query));
  const close = () => {
    setAsking(undefined);
    views.saving.problem = undefined;
  };
  const now = () => viewQuery(params, grid.current?.columns());
  const told = async (done: Promise<unknown>) => {
    const answer = await done;
    if (!answer && views.saving.problem) notices.error(problemText(views.saving.problem, t));
    return answer;
  };
  const create = async (draft: { name: string; shared: boolean }) => {
    const view = await views.createThingView(eventId, name, { ...draft, query: now() });
    if (view) open(view);
    return view;
  };

  const entries = [
    { text: t("event-data:view.none"), chosen: !shown && viewQuery(params) === "", onSelect: () => open(undefined) },
    ...views.all.map((view) => ({
      key: view.id,
      text: view.name,
      label: view.mine ? (view.shared ? t("event-data:view.isShared") : "") : view.owner,
      chosen: view === shown,
      onSelect: () => open(view),
    })),
    undefined,
    ...(shown?.canSave && isChanged
      ? [
          {
            text: t("event-data:view.update", { name: shown.name }),
            onSelect: () => void told(views.saveThingView(eventId, shown, { query: now() })),
          },
        ]
      : []),
    { text: t("event-data:view.saveAs"), onSelect: () => setAsking({ what: "new" }) },
    ...(shown
      ? [
          {
            text: t(views.chosen === shown ? "event-data:view.notFirst" : "event-data:view.first"),
            onSelect: () => void told(views.chooseThingView(eventId, name, views.chosen === shown ? null : shown.id)),
          },
        ]
      : []),
    ...(shown?.canSave
      ? [
          { text: t("event-data:view.rename"), onSelect: () => setAsking({ what: "rename", view: shown }) },
          {
            text: t("event-data:view.remove"),
            danger: true,
            onSelect: () => setAsking({ what: "remove", view: shown }),
          },
        ]
      : []),
  ];
  return (
    <>
      <MenuButton
        name={t("event-data:view.title")}
        entries={entries}
        placement="bottom-start"
        busy={views.saving.busy && !asking}
      >
        {shown
          ? t(isChanged ? "event-data:view.changed" : "event-data:view.shown", { name: shown.name })
          : t("event-data:view.title")}
      </MenuButton>
      {asking?.what === "new" && <ViewDialog views={views} onSave={create} onClose={close} />}
      {asking?.what === "rename" && (
        <ViewDialog
          views={views}
          view={asking.view}
          onSave={(draft) => views.saveThingView(eventId, asking.view, draft)}
          onClose={close}
        />
      )}
      {asking?.what === "remove" && (
        <Confirm
          title={t("event-data:view.removeTitle", { name: asking.view.name })}
          action={t("event-data:view.remove")}
          danger
          busy={views.saving.busy}
          onClose={close}
          onConfirm={() =>
            void told(views.removeThingView(eventId, asking.view)).then((done) => {
              // Somebody else has removed it already: nothing is left to confirm.
              if (!done && views.saving.problem?.code !== "not_found") return;
              close();
              open(undefined);
            })
          }
        >
          {t(asking.view.shared ? "event-data:view.removeShared" : "event-data:view.removeOwn")}
        </Confirm>
      )}
    </>
  );
});

/** Brings the views of a list; one that opens without saying how it is shown opens with the view that the person chose. */
function useOpening(eventId: number, name: string): void {
  const { views } = useStore(EventDataStore);
  const [params, setParams] = useSearchParams();
  const latest = useRef({ params, setParams });
  latest.current = { params, setParams };
  useEffect(() => {
    const isPlain = viewQuery(latest.current.params) === "" && viewIdOf(latest.current.params) === undefined;
    let isHere = true;
    void views.listThingViews(eventId, name).then(() => {
      if (!isHere) return;
      const { params: now, setParams: set } = latest.current;
      const { chosen } = views;
      if (chosen && isPlain && viewQuery(now) === "") set(withSavedView(now, chosen), { replace: true });
    });
    return () => {
      isHere = false;
    };
  }, [views, eventId, name]);
}
