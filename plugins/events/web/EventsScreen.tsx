// All events of the app as a list; one of them opens beside it.
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { ListFilter } from "#schemas/list.ts";
import {
  Button,
  DataGrid,
  EmptyState,
  GonePanel,
  type GridHandle,
  icons,
  NoMatch,
  Page,
  t,
  useAddress,
  useAreaNames,
  useEnv,
  useHrefWith,
  useSession,
  useStore,
} from "#web";
import type { EventRow } from "../contract.ts";
import { AppHome } from "./AppHome.tsx";
import { COPY } from "./CopyForm.tsx";
import { eventColumns } from "./columns.tsx";
import { EventDetails } from "./EventDetails.tsx";
import { EventForm } from "./EventForm.tsx";
import { Glance } from "./Glance.tsx";
import { HomeStore } from "./homeStore.ts";
import { besideOf, standingColumns } from "./standingColumns.tsx";
import { EventsStore } from "./store.ts";

const SHOWN = ["current", "archived", "all"] as const;
type Shown = (typeof SHOWN)[number];

const FILTERS: Record<Shown, ListFilter[]> = {
  current: [{ field: "archived_at", op: "empty", value: true }],
  archived: [{ field: "archived_at", op: "empty", value: false }],
  all: [],
};

/** What the address says beside the list's own view: which events are listed, which is open, and whether the home of the app is. */
function useShown() {
  const [params, change] = useAddress();
  const shown = SHOWN.find((one) => one === params.get("show")) ?? "current";
  const openId = Number(params.get("open")) || undefined;
  const set = (key: string, value: string | undefined) =>
    change({ ...(key === "open" && { [COPY]: undefined }), [key]: value });
  const isGlance = params.get("view") === "glance";
  return { shown, openId, isGlance, isCreating: params.get("open") === "new", set };
}

export const EventsScreen = observer(function EventsScreen() {
  const store = useStore(EventsStore);
  const { shown, openId, isGlance, isCreating, set } = useShown();
  const hrefWith = useHrefWith();
  const homes = useStore(HomeStore);
  const session = useSession();
  const { appId } = session;
  const { mayHear } = homes;
  const { notices } = useEnv();
  const areaNames = useAreaNames();
  const home = homes.of(appId);
  const columns = useMemo(() => {
    const [name, status, ...rest] = eventColumns(new Date());
    const [steps, ...counts] = mayHear ? standingColumns(home?.columns ?? []) : [];
    return [name, status, steps, ...rest, ...counts].filter((column) => column !== undefined);
  }, [mayHear, home?.columns]);
  useEffect(() => void (mayHear && appId && homes.list(appId)), [homes, mayHear, appId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each view that is opened
  useEffect(() => void session.renewEvents(), [session, isGlance]);
  const names = useRef(areaNames);
  names.current = areaNames;
  const besides = useCallback(
    async (_: readonly string[], ids: readonly number[], signal: AbortSignal) => {
      const { events, silent } = await homes.standings(ids, signal);
      if (silent.length > 0) notices.info(t("events:home.silent", { areas: names.current(silent) }));
      // What an area did not tell is not known to be done.
      return new Map(silent.length > 0 ? [] : events.map((standing) => [standing.id, besideOf(standing)]));
    },
    [homes, notices],
  );
  const grid = useRef<GridHandle<EventRow>>(null);
  const opened = store.opened?.id === openId ? store.opened : undefined;
  useEffect(() => void (openId && store.open(openId)), [store, openId]);

  const create = store.mayCreate && (
    <Button tone="primary" icon={icons.add} onClick={() => set("open", "new")}>
      {t("events:create")}
    </Button>
  );
  const close = () => set("open", undefined);
  const made = (event: EventRow, isDrawn: boolean) => {
    grid.current?.refresh();
    // Whoever has left the form meanwhile stays where they are.
    if (!isDrawn) return;
    store.show(event);
    set("open", String(event.id));
  };
  const side =
    isCreating && store.mayCreate ? (
      <EventForm onMade={made} onClose={close} />
    ) : opened ? (
      <EventDetails
        key={opened.id}
        event={opened}
        onChanged={() => grid.current?.refresh()}
        onMade={made}
        onClose={close}
      />
    ) : (
      openId &&
      (store.opening.problem || store.missing === openId) && (
        <GonePanel problem={store.opening.problem} retry={() => void store.open(openId)} onClose={close} />
      )
    );
  const actions = (
    <>
      <Button onClick={() => set("view", isGlance ? undefined : "glance")}>
        {t(isGlance ? "events:home.list" : "events:home.open")}
      </Button>
      {create}
    </>
  );
  if (isGlance) {
    return (
      <Page title={t("events:title")} actions={actions} filters={<AppHome />} side={side}>
        <Glance />
      </Page>
    );
  }
  return (
    <Page title={t("events:title")} actions={actions} filters={<AppHome />} side={side} width="wide">
      <DataGrid
        title={t("events:title")}
        columns={columns}
        ask={(question, signal) => {
          const filter = [...(question.filter ?? []), ...FILTERS[shown]];
          return store.query({ ...question, columns: undefined, filter }, signal);
        }}
        besides={mayHear ? besides : undefined}
        about={shown}
        filters={shown === "archived" ? [{ parameter: "show", text: t("events:shown.archived") }] : []}
        defaultSort={[{ field: "date_start", direction: "desc" }]}
        remember="events"
        openId={openId}
        onOpen={(event) => {
          store.show(event);
          set("open", String(event.id));
        }}
        hrefOf={({ id }) => hrefWith({ open: id })}
        handle={grid}
        empty={
          <EmptyState title={t("events:empty.title")} action={create}>
            {t("events:empty.text")}
          </EmptyState>
        }
        none={
          <NoMatch
            title={t("events:none.title")}
            action={t("events:none.action")}
            onClear={() => set("show", "archived")}
          >
            {t("events:none.text")}
          </NoMatch>
        }
      >
        <select
          className="input events-shown"
          aria-label={t("events:shown.label")}
          value={shown}
          onChange={({ target }) => set("show", target.value)}
        >
          {SHOWN.map((one) => (
            <option key={one} value={one}>
              {t(`events:shown.${one}`)}
            </option>
          ))}
        </select>
      </DataGrid>
    </Page>
  );
});
