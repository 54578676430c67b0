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
  /** What was refused before belongs to what was asked then. */
  const ask = (next: Asking | undefined) => {
    views.forget();
    setAsking(next);
  };
  const close = () => ask(undefined);
  const now = () => viewQuery(params, grid.current?.columns());
  /** Answers the code of the problem, where there was one. */
  const told = async (done: Promise<unknown>) => {
    await done;
    const { problem } = views.saving;
    if (problem) notices.error(problemText(problem, t));
    views.forget();
    return problem?.code;
  };
  const create = async (draft: { name: string; shared: boolean }) => {
    const view = await views.createThingView(eventId, name, { ...draft, query: now() });
    if (view && views.isOf(eventId, name)) open(view);
    return view;
  };

  const entries = [
    ...(!views.kept && views.listing.problem
      ? [
          {
            text: t("event-data:view.unlisted"),
            label: t("common:retry"),
            onSelect: () => void views.listThingViews(eventId, name),
          },
        ]
      : []),
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
    { text: t("event-data:view.saveAs"), onSelect: () => ask({ what: "new" }) },
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
          { text: t("event-data:view.rename"), onSelect: () => ask({ what: "rename", view: shown }) },
          {
            text: t("event-data:view.remove"),
            danger: true,
            onSelect: () => ask({ what: "remove", view: shown }),
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
        className="thing-views"
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
            void told(views.removeThingView(eventId, asking.view)).then((code) => {
              // Somebody else has removed it already: nothing is left to confirm.
              if (code && code !== "not_found") return;
              close();
              if (views.isOf(eventId, name)) open(undefined);
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
  const { notices } = useEnv();
  const [params, setParams] = useSearchParams();
  const latest = useRef({ params, setParams });
  latest.current = { params, setParams };
  useEffect(() => {
    const isPlain = viewQuery(latest.current.params) === "" && viewIdOf(latest.current.params) === undefined;
    let isHere = true;
    const bring = async () => {
      await views.listThingViews(eventId, name);
      if (!isHere) return;
      const { problem } = views.listing;
      if (problem && !views.kept) {
        const action = { label: t("common:retry"), run: () => void (isHere && bring()) };
        notices.error(problemText(problem, t), { title: t("event-data:view.unlisted"), action });
      }
      const { params: now, setParams: set } = latest.current;
      const { chosen } = views;
      if (chosen && isPlain && viewQuery(now) === "") set(withSavedView(now, chosen), { replace: true });
    };
    void bring();
    return () => {
      isHere = false;
    };
  }, [views, notices, eventId, name]);
}
