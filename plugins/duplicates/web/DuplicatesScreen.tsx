// The queue of suspected pairs, the surest first, and beside it the open pair side by side.
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link, useParams } from "react-router-dom";
import type { ListQuestion } from "#schemas/list.ts";
import {
  Button,
  DataGrid,
  EmptyState,
  formatDateTime,
  formatNumber,
  type GridColumn,
  type GridHandle,
  type GridSelection,
  icons,
  Page,
  ProblemView,
  problemText,
  Running,
  Skeleton,
  t,
  useAddress,
  useEnv,
  useHrefWith,
  useNavPlace,
  useSession,
  useStore,
} from "#web";
import type { Going, MergedPair, Pair } from "../contract.ts";
import { categoryBehind, listBehind } from "./fromList.ts";
import { MergedList } from "./MergedList.tsx";
import { MergedPanel } from "./MergedPanel.tsx";
import { PairPanel } from "./PairPanel.tsx";
import { reasonsText } from "./reasonsText.ts";
import { DuplicatesStore, type PairState, type QueueState } from "./store.ts";
import { TickedPairs } from "./TickedPairs.tsx";
import { focusSearch, SettledPairs, Undos } from "./Undos.tsx";
import { Unfinished } from "./Unfinished.tsx";

/** The column of the lists of profiles that this area fills. */
const PAIRS = "beside.duplicates.pairs";
/** All, participants, companies, items. */
const CATEGORIES = [0, 1, 2, 3] as const;
const STATES = ["open", "dismissed", "merged"] as const satisfies readonly QueueState[];
/** What names in the address what is open beside the list. */
const NONE_OPEN = { pair: undefined, one: undefined, other: undefined, merge: undefined };
const SHOWN = ["name", "email", "company_name", "type_id", PAIRS].join(",");

export const DuplicatesScreen = observer(function DuplicatesScreen() {
  const store = useStore(DuplicatesStore);
  const { notices } = useEnv();
  const session = useSession();
  const zone = session.event?.timezone;
  const eventId = Number(useParams().eventId);
  const [query, change] = useAddress();
  const behind = listBehind(eventId, query.get("list"), session.typeCategories ?? []);
  useNavPlace(behind.to);
  const hrefWith = useHrefWith();
  const grid = useRef<GridHandle<Pair>>(null);
  const mergedGrid = useRef<GridHandle<MergedPair>>(null);
  const [ticked, setTicked] = useState<GridSelection>();
  useEffect(() => {
    void store.listMerges(eventId);
  }, [store, eventId]);
  const chosen = query.get("category");
  const category =
    CATEGORIES.find((one) => String(one) === chosen) ?? categoryBehind(query.get("list"), session.typeCategories ?? []);
  const getCounts = () => void store.getDuplicates(eventId, category);
  useEffect(getCounts, [store, eventId, category]);

  const shown = STATES.find((one) => one === query.get("state")) ?? "open";
  const isMerged = shown === "merged";
  const state: PairState = isMerged ? "open" : shown;
  const mergeId = (isMerged && Number(query.get("merge"))) || undefined;
  const pairId = (!isMerged && Number(query.get("pair"))) || undefined;
  // Two that were chosen in a list are there whatever the queue shows.
  const [one, other] = [Number(query.get("one")), Number(query.get("other"))];
  const two = one && other ? { one, other } : pairId ? { pairId } : undefined;
  const close = () => go(NONE_OPEN);
  const go = (to: Record<string, string | undefined>) => change(to, { preventScrollReset: true });
  const columns = useMemo(pairColumns, []);
  const ask = useCallback(
    (question: ListQuestion, signal: AbortSignal) => store.queryDuplicates({ state, category }, question, signal),
    [store, state, category],
  );
  /** Is told when the screen is left, or shows another event. */
  const looking = useRef<AbortController>();
  const search = async (going?: Going) => {
    const left = looking.current?.signal;
    const open = await store.searchDuplicates(eventId, going, left);
    // What somebody else began is of no concern on another page.
    if (going && !going.is_open && left?.aborted) return;
    if (open !== undefined) notices.success(t("duplicates:search.done", { count: open, number: formatNumber(open) }));
    else if (store.searching.problem) {
      notices.error(problemText(store.searching.problem, t));
      getCounts();
    }
    // What was found stays, also where it was stopped or broke.
    grid.current?.refresh();
  };
  // One that was begun before a reload, or by somebody else, is waited for like one that is begun here.
  const going = store.eventId === eventId ? store.counts?.searching : undefined;
  const isTakenUp = store.isSearching;
  const takeUp = useRef(search);
  takeUp.current = search;
  const takenUp = useRef<Going>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another event is looked at anew
  useEffect(() => {
    const left = new AbortController();
    looking.current = left;
    return () => {
      left.abort();
      takenUp.current = undefined;
    };
  }, [eventId]);
  useEffect(() => {
    // Where it could not be followed to its end it is taken up again once the numbers tell of it anew.
    if (!going || isTakenUp || going === takenUp.current) return;
    takenUp.current = going;
    void takeUp.current(going);
  }, [going, isTakenUp]);
  /** In which list pairs were settled that stand there until it has been read anew. */
  const leaving = useRef(new Map<number, PairState>());
  const nextOf = (id: number, gone: number | undefined) => {
    const isGone = (pair: Pair) =>
      leaving.current.get(pair.id) === state || pair.one.id === gone || pair.other.id === gone;
    for (const step of [1, -1] as const) {
      let next = grid.current?.neighbour(id, step);
      while (next && isGone(next)) next = grid.current?.neighbour(next.id, step);
      if (next) return String(next.id);
    }
    return undefined;
  };
  /** The pair is settled, or will be: the next one comes, so that a queue is worked off without going back and forth. */
  const goOn = (gone?: number) => {
    if (pairId) leaving.current.set(pairId, state);
    go({ ...NONE_OPEN, pair: pairId && !one ? nextOf(pairId, gone) : undefined });
  };
  const answered = (id: number | undefined, isDone: boolean) => {
    if (id && !isDone) leaving.current.delete(id);
    grid.current?.refresh();
  };
  const searchButton = store.canMerge && (
    <Button tone="primary" icon={icons.search} busy={store.isSearching} onClick={() => void search()}>
      {t("duplicates:search.action")}
    </Button>
  );

  /** The button that took something back has gone with what it told. */
  const undone = () => {
    leaving.current.clear();
    grid.current?.refresh();
    mergedGrid.current?.refresh();
    focusSearch();
  };

  const running = (
    <Running
      job={store.isSearching ? store.running : undefined}
      text={t("duplicates:search.running")}
      isLost={store.isLost}
      stopping={store.stopping}
      onStop={store.stop}
      line
    />
  );

  const { searched_at: searchedAt, unfinished, crowded = 0 } = store.counts ?? {};
  const isBegun = Boolean(searchedAt) || unfinished === true;
  // What was merged last stands above the list: it comes with it, and moves nothing.
  const isKnown = store.counts !== undefined && store.eventId === eventId && store.recalled === eventId;

  function content() {
    const { counts } = store;
    if (store.counting.problem && !counts) {
      return <ProblemView problem={store.counting.problem} retry={getCounts} />;
    }
    if (!counts || !isKnown) return <span className="duplicate-coming" />;
    if (!isBegun && !isMerged) {
      return (
        <EmptyState
          title={t("duplicates:empty.never")}
          action={
            <>
              {searchButton}
              {counts.merged > 0 && (
                <Link to={hrefWith({ state: "merged" })}>
                  {t("duplicates:state.merged", { number: formatNumber(counts.merged) })}
                </Link>
              )}
              {running}
            </>
          }
        >
          {t("duplicates:empty.neverHelp")}
        </EmptyState>
      );
    }
    const states = (
      <select
        className="input duplicate-state"
        aria-label={t("duplicates:state.label")}
        value={shown}
        onChange={({ target }) => go({ state: target.value === "open" ? undefined : target.value, ...NONE_OPEN })}
      >
        {STATES.map((one) => (
          <option key={one} value={one}>
            {t(`duplicates:state.${one}`, { number: formatNumber(counts[one]) })}
          </option>
        ))}
      </select>
    );
    if (isMerged)
      return (
        <MergedList eventId={eventId} openId={mergeId} grid={mergedGrid} onOpen={({ id }) => go({ merge: String(id) })}>
          {states}
        </MergedList>
      );
    // Also where the category that is shown has none, and others have some.
    const nothing = (
      <EmptyState
        title={t(`duplicates:empty.${state === "open" && store.isUnfinished ? "unfinished" : state}`)}
        icon={icons.tickCircle}
        action={
          category !== 0 && (
            <Button onClick={() => go({ category: "0", pair: undefined })}>{t("duplicates:category.0")}</Button>
          )
        }
      >
        {t("duplicates:empty.openHelp")}
      </EmptyState>
    );
    return (
      <DataGrid<Pair>
        title={t("duplicates:title")}
        columns={columns}
        ask={ask}
        about={`${eventId}/${state}/${category}`}
        onOpen={(pair) => go({ ...NONE_OPEN, pair: String(pair.id) })}
        hrefOf={({ id }) => hrefWith({ ...NONE_OPEN, pair: id })}
        openId={pairId}
        handle={grid}
        selectable={store.canMerge}
        onSelect={setTicked}
        actions={<TickedPairs eventId={eventId} state={state} category={category} grid={grid} ticked={ticked} />}
        empty={nothing}
        none={nothing}
      >
        <select
          className="input duplicate-state"
          aria-label={t("duplicates:category.label")}
          value={category}
          onChange={({ target }) => go({ category: target.value, pair: undefined })}
        >
          {CATEGORIES.map((one) => (
            <option key={one} value={one}>
              {t(`duplicates:category.${one}`)}
            </option>
          ))}
        </select>
        {states}
        {running}
      </DataGrid>
    );
  }

  return (
    <Page
      title={t("duplicates:title")}
      back={{ to: behind.to, name: behind.name ?? t(behind.label) }}
      help={
        searchedAt
          ? [
              t("duplicates:searched", { time: formatDateTime(searchedAt, zone) }),
              ...(store.counts?.changed ? [t("duplicates:changed")] : []),
              ...(crowded > 0 ? [t("duplicates:crowded", { count: crowded, number: formatNumber(crowded) })] : []),
            ].join(" ")
          : t("duplicates:help")
      }
      width="wide"
      actions={
        isBegun && (
          <>
            {!isMerged && store.counts && store.counts.open > 0 && store.counts.listed && (
              <Link className="button button-default" to={suspectedIn(eventId, category)}>
                <span className="button-text">{t("duplicates:profiles")}</span>
              </Link>
            )}
            {searchButton}
          </>
        )
      }
      // Over the whole page: beside an open pair it would be a column of words.
      filters={
        !isKnown && !store.counting.problem ? (
          <div className="duplicate-loading">
            <Skeleton kind="table" rows={8} />
          </div>
        ) : isKnown && (isBegun || isMerged || store.merges.length > 0) ? (
          <>
            {!isMerged && <Unfinished recount={getCounts} />}
            <SettledPairs eventId={eventId} onUndone={undone} />
            <Undos eventId={eventId} onUndone={undone} />
          </>
        ) : undefined
      }
      side={
        mergeId ? (
          <MergedPanel
            key={mergeId}
            eventId={eventId}
            mergeId={mergeId}
            onClose={() => go({ merge: undefined })}
            onUndone={() => {
              go({ merge: undefined });
              undone();
            }}
            onFailed={() => mergedGrid.current?.refresh()}
          />
        ) : two && (isBegun || "one" in two) ? (
          <PairPanel
            key={JSON.stringify(two)}
            eventId={eventId}
            two={two}
            onClose={close}
            onNext={goOn}
            onAnswered={answered}
          />
        ) : undefined
      }
    >
      {content()}
    </Page>
  );
});

/** The list of all profiles that are in an open pair, with the column that says in how many. */
function suspectedIn(eventId: number, category: number): string {
  const filter = JSON.stringify([[PAIRS, "gt", 0]]);
  const list = category === 0 ? "" : `/category/${category}`;
  return `/event-data/${eventId}${list}?${new URLSearchParams({ filter, sort: `-${PAIRS}`, columns: SHOWN })}`;
}

function pairColumns(): GridColumn<Pair>[] {
  const profile = (side: "one" | "other"): GridColumn<Pair> => ({
    field: side,
    title: t(`duplicates:column.${side}`),
    minWidth: 204,
    flex: 2,
    value: (pair) => pair[side].name,
    sortable: false,
    filterable: false,
  });
  const company = (side: "one" | "other"): GridColumn<Pair> => ({
    field: `${side}_company`,
    title: t("duplicates:column.company"),
    minWidth: 110,
    flex: 1,
    // A company is not said twice.
    value: ({ [side]: { name, company_name } }) => (company_name === name ? "" : company_name),
    sortable: false,
    filterable: false,
  });
  return [
    profile("one"),
    company("one"),
    profile("other"),
    company("other"),
    {
      field: "reasons",
      title: t("duplicates:column.reasons"),
      minWidth: 130,
      flex: 1,
      value: (pair) => reasonsText(pair.reasons),
      sortable: false,
      filterable: false,
    },
    {
      field: "score",
      title: t("duplicates:column.score"),
      kind: "number",
      width: 120,
      format: (value) => formatNumber(Number(value) / 100, { style: "percent" }),
    },
  ];
}
