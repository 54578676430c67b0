// The agenda of an event: its sessions as a list, as a plan of the day, and where they clash.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useParams } from "react-router-dom";
import { Button, EmptyState, Page, ProblemView, Skeleton, t, useSession, useStore } from "#web";
import { AgendaActions } from "./AgendaActions.tsx";
import { AgendaFilters } from "./AgendaFilters.tsx";
import { NOTHING, useAgendaAddress } from "./address.ts";
import { ClashList } from "./ClashList.tsx";
import { DayPlan } from "./DayPlan.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { useImportLeft } from "./importLeft.ts";
import { filtered } from "./placed.ts";
import { SessionList } from "./SessionList.tsx";
import { SessionPanel } from "./SessionPanel.tsx";
import { AgendaStore } from "./store.ts";
import { ViewTabs } from "./ViewTabs.tsx";

export const AgendaScreen = observer(function AgendaScreen() {
  const store = useStore(AgendaStore);
  const { event } = useSession();
  const eventId = Number(useParams().eventId);
  const address = useAgendaAddress();
  useEffect(() => void store.listSessions(eventId), [store, eventId]);

  const { view, filter, session, isImporting, go } = address;
  const isEmpty = store.sessions?.length === 0;
  const isFailed = store.listing.problem !== undefined && !store.sessions;
  const importing = store.importOf(eventId);
  useImportLeft(store, eventId, importing);
  const importButton = store.canSave && (
    <Button tone="primary" onClick={() => go({ import: 1 })}>
      {t("agenda:import.action")}
    </Button>
  );
  const open = (id: number | "new" | undefined) => go({ session: id });
  const clear = () => go(NOTHING);
  const shown = filtered(store.placed, filter, store.dates, store.zone);

  function content() {
    if (store.listing.problem && !store.sessions) {
      return <ProblemView problem={store.listing.problem} retry={() => void store.listSessions(eventId)} />;
    }
    if (!store.sessions || !event) return <Skeleton kind="table" rows={12} />;
    if (isEmpty) {
      return (
        <EmptyState
          title={t("agenda:empty.title")}
          action={
            store.canSave && (
              <>
                {importButton}
                <Button onClick={() => open("new")}>{t("agenda:add")}</Button>
              </>
            )
          }
        >
          {store.canSave ? (
            <>
              <p>{t("agenda:empty.help")}</p>
              <p>{t("agenda:empty.formats")}</p>
            </>
          ) : (
            <p>{t("agenda:empty.readOnly")}</p>
          )}
        </EmptyState>
      );
    }
    return (
      <div className={`agenda-body ${view === "list" ? "agenda-listed" : ""}`}>
        <AgendaFilters address={address} shown={shown.length} />
        <div className="agenda-view" role="tabpanel" aria-label={t(`agenda:view.${view}`)}>
          {view === "list" && <SessionList placed={shown} openId={session} onOpen={open} onClear={clear} />}
          {view === "day" && <DayPlan placed={shown} address={address} />}
          {view === "clashes" && <ClashList placed={shown} onOpen={open} onClear={clear} />}
        </div>
      </div>
    );
  }

  return (
    <Page
      title={t("agenda:title")}
      help={event && t("agenda:help", { zone: event.timezone })}
      width="wide"
      actions={
        store.canSave && store.sessions && !isEmpty ? (
          <>
            <AgendaActions eventId={eventId} onAdd={() => open("new")} />
            {importButton}
          </>
        ) : undefined
      }
      // From the first moment, so that nothing moves down when the sessions arrive.
      filters={
        isEmpty || isFailed ? undefined : (
          <ViewTabs view={view} go={go} clashes={store.sessions && store.clashes.length} />
        )
      }
      side={
        session !== undefined && (session !== "new" || store.canSave) && event && store.sessions ? (
          <SessionPanel key={session} id={session} eventId={eventId} address={address} />
        ) : undefined
      }
    >
      {!store.canSave && !isFailed && <p className="form-read-only">{t("agenda:readOnly")}</p>}
      {content()}
      {importing && isImporting && store.canSave && store.sessions && (
        <ImportDialog
          key={eventId}
          eventId={eventId}
          importing={importing}
          onClose={() => go({ import: undefined })}
          onClashes={() => go({ view: "clashes", import: undefined })}
        />
      )}
    </Page>
  );
});
