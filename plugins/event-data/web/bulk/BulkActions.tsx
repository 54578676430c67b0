// Beside the count of what is ticked: tick all that match, and what can be done to them; afterwards, the way back.
import { observer } from "mobx-react-lite";
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from "react";
import {
  aboutSo,
  Button,
  formatNumber,
  type GridHandle,
  type GridSelection,
  icons,
  MenuButton,
  passFocusOn,
  t,
  useEnv,
  useParts,
  useSession,
  useStore,
} from "#web";
import type { BulkActPart, Selection, ThingRow, TickedPart } from "../../contract.ts";
import { BulkDialog, UndoneDialog } from "../laterPanels.tsx";
import { categoryOf, type ListOf } from "../place.ts";
import { type Counted, selectionOf } from "../selection.ts";
import { EventDataStore } from "../store.ts";
import { DOINGS, type Doing } from "./act.ts";
import { doneText } from "./doneText.ts";
import { HowFar } from "./HowFar.tsx";
import type { Ended, Undone } from "./store.ts";
import { keyOf } from "./wordOf.ts";

interface Props {
  eventId: number;
  list: ListOf;
  grid: RefObject<GridHandle<ThingRow> | null>;
  selected: GridSelection | undefined;
  counts: Counted;
  /** Goes to an address. */
  go: (path: string) => void;
}

interface Asking {
  doing: Doing;
  other?: BulkActPart;
  selection: Selection;
  count: number;
}

/** Whom an act or its undoing left out, as that is looked at. */
type Left = Omit<ComponentProps<typeof UndoneDialog>, "onClose">;

const TICK_MS = 15_000;
/** Where other areas put acts of theirs. */
const SLOT = "event-data.bulk";
/** Where other areas put ways from what is ticked to screens of theirs. */
const WAYS = "event-data.ticked";

export const BulkActions = observer(function BulkActions({ eventId, list, grid, selected, counts, go }: Props) {
  const { bulk } = useStore(EventDataStore);
  const { notices, settings } = useEnv();
  const [asking, setAsking] = useState<Asking>();
  const [left, setLeft] = useState<Left>();
  const own = useRef<object>();
  const isAsked = useRef(false);
  isAsked.current = asking !== undefined;
  const bar = useRef<HTMLDivElement>(null);
  const returning = useRef<"at once" | "once cleared">(undefined);
  const selection = selected && selectionOf(selected, list);
  const minutes = useMinutes(eventId);
  const going = bulk.going?.eventId === eventId ? bulk.going : undefined;
  const session = useSession();
  const others = useParts<BulkActPart>(SLOT).flatMap(({ part }) =>
    session.isAllowed(part.access) === true ? part : [],
  );
  const category = list.type ? categoryOf(list.type, session.typeCategories ?? []) : list.category;
  const ways = useParts<TickedPart>(WAYS).flatMap(({ part }) => (session.isAllowed(part.access) === true ? part : []));
  const suiting = others.filter(({ suits }) => suits?.(category) ?? true);

  // The menu's entry that opened the dialog has gone: the focus returns to what stands in its place, or to the search.
  const isBack = asking === undefined && left === undefined;
  const isCleared = selection === undefined;
  useEffect(() => {
    if (!isBack || !returning.current || (returning.current === "once cleared" && !isCleared)) return;
    returning.current = undefined;
    setTimeout(() => {
      const search = bar.current?.closest(".list-toolbar")?.querySelector<HTMLElement>('input[type="search"]');
      const menu = bar.current?.querySelector<HTMLElement>("[aria-haspopup]");
      (menu ?? bar.current?.querySelector("button") ?? search)?.focus();
    });
  }, [isBack, isCleared]);

  /** An act has ended: where its dialog has been closed, it is told here. What it had done before it broke is there. */
  const endAct = (outcome: Ended | undefined) => {
    // Whoever has come back hears of it in the list that is there now.
    if (bulk.teller !== own.current) return;
    grid.current?.refresh();
    if (isAsked.current) return;
    const { problem } = bulk.running;
    if (problem && problem.status !== 404) notices.failed(problem);
    // What can be undone is told beside the button that does it.
    else if (outcome && bulk.minutesLeft(eventId) === 0) {
      const other = others.find(({ act }) => act === outcome.act.act);
      notices.success(doneText(outcome.isCut, outcome.result.changed, outcome.act, other));
    }
  };
  const endUndoing = (undone: Undone | undefined) => {
    if (bulk.teller !== own.current) return;
    grid.current?.refresh();
    if (!undone) {
      const { problem } = bulk.undoing;
      if (problem && problem.status !== 404) notices.failed(problem);
      if (problem?.code === "event-data.undo_over") bulk.forget();
      return;
    }
    const { result, isCut, jobId } = undone;
    const number = formatNumber(result.changed);
    if (!isCut || result.changed > 0) notices.success(t("event-data:bulk.undone", { count: result.changed, number }));
    // What was done before it can still be undone, such as the import whose profiles were edited.
    if (!isCut) void bulk.findLast(eventId);
    if (isAsked.current) close(true);
    if (result.skipped > 0 || result.losses) setLeft({ of: "undoing", result, jobId });
  };
  const undo = async (jobId: number) => endUndoing(await bulk.undo(eventId, jobId));
  const tell = useRef({ endAct, endUndoing });
  tell.current = { endAct, endUndoing };
  useEffect(() => {
    const list = { eventId };
    own.current = list;
    bulk.tellTo(list);
    const isLatest = () => bulk.teller === list;
    const takeUp = async () => {
      const going = bulk.recall(eventId);
      const acted = await going?.act;
      if (going?.act && isLatest()) tell.current.endAct(acted);
      const undone = await going?.undoing;
      if (going?.undoing && isLatest()) tell.current.endUndoing(undone);
      // What was waited for may be of an event that has been left meanwhile.
      if (isLatest() && (await bulk.findLast(eventId)) && isLatest()) grid.current?.refresh();
    };
    void takeUp();
  }, [bulk, eventId, grid]);

  const close = (isDone: boolean) => {
    setAsking(undefined);
    if (isDone) grid.current?.clearSelection();
    returning.current = isDone ? "once cleared" : "at once";
  };

  const entry = (doing: Doing, other?: BulkActPart) => {
    const hindrance = other?.hindered?.(session.event, settings);
    return {
      text: t(keyOf("do", doing, other)),
      danger: doing === "remove",
      ...(hindrance !== undefined && { disabled: true, label: t(hindrance) }),
      onSelect: () => {
        if (selected && selection) setAsking({ doing, ...(other && { other }), selection, count: selected.count });
      },
    };
  };
  const ids = selected && !selected.all ? selected.ids.map(Number) : undefined;
  const wayOf = ({ text, hindered, pathOf }: TickedPart) => {
    const hindrance = hindered(ids);
    return {
      text: t(text),
      ...(hindrance !== undefined && { disabled: true, label: t(hindrance) }),
      onSelect: () => {
        if (ids && hindrance === undefined) go(pathOf(eventId, list, ids));
      },
    };
  };
  const entries = [
    ...DOINGS.flatMap((doing) => (doing === "remove" ? [] : entry(doing))),
    ...ways.map(wayOf),
    ...suiting.map((other) => entry("other", other)),
    undefined,
    entry("remove"),
  ];
  return (
    <>
      <div className="thing-bulk-bar" ref={bar}>
        {going && !bulk.undoing.busy ? (
          !asking && <Work />
        ) : selection && !bulk.undoing.busy ? (
          <>
            {!selected?.all && <SelectAll grid={grid} counts={counts} onSelected={() => focusMenu(bar.current)} />}
            <MenuButton name={t("event-data:bulk.actions")} entries={entries} small tone="primary">
              {t("event-data:bulk.actions")}
            </MenuButton>
          </>
        ) : (
          !asking && (
            <WayBack
              eventId={eventId}
              others={others}
              minutes={minutes}
              onUndo={(jobId) => void undo(jobId)}
              onLeft={({ result, jobId }) => setLeft({ of: "act", result, jobId })}
            />
          )
        )}
      </div>
      {asking && (
        <BulkDialog
          {...asking}
          eventId={eventId}
          onEnded={endAct}
          onUndo={(jobId) => void undo(jobId)}
          onClose={() => close(bulk.done !== undefined || going !== undefined)}
        />
      )}
      {left && <UndoneDialog {...left} onClose={() => setLeft(undefined)} />}
    </>
  );
});

/** What goes on with many, and the way to stop it. */
const Work = observer(function Work() {
  const { going, undoing, stopping, job, cancel } = useStore(EventDataStore).bulk;
  const isAct = going ? going.undoes === undefined : !undoing.busy;
  return (
    <>
      <HowFar text={t(isAct ? "event-data:bulk.inList" : "common:undoing")} line />
      <Button
        small
        busy={stopping.busy}
        disabled={!job}
        onFocus={({ currentTarget }) => passFocusOn(currentTarget)}
        onClick={() => void cancel()}
      >
        {t("event-data:bulk.stop")}
      </Button>
    </>
  );
});

interface WayBackProps {
  eventId: number;
  others: readonly BulkActPart[];
  /** For how many it can still be undone. */
  minutes: number;
  onUndo: (jobId: number) => void;
  onLeft: (act: Ended) => void;
}

/** What was done last, whom it left out, and its undoing: for how long that can be begun, or how far it is. */
const WayBack = observer(function WayBack({ eventId, others, minutes, onUndo, onLeft }: WayBackProps) {
  const { last, ended, undoing, going } = useStore(EventDataStore).bulk;
  // Another event's is that one's to tell.
  const isUndoing = undoing.busy && (going === undefined || going.eventId === eventId);
  if (isUndoing && !last) return <Work />;
  const isOffered = last !== undefined && (minutes > 0 || isUndoing);
  const own = ended?.eventId === eventId ? ended : undefined;
  // What was done after it, and cannot be undone, left out whom it did all the same.
  const latest = own && isOffered && last.jobId > own.jobId ? last : (own ?? (isOffered ? last : undefined));
  const count = latest?.result.skipped ?? 0;
  const told = () => {
    if (!last) return t("common:undoStopped");
    const other = others.find((one) => one.act === last.act.act);
    const { isPartlyBack, isCut, result, act, by } = last;
    const done = isPartlyBack ? t("common:undoStopped") : doneText(isCut, result.changed, act, other);
    return by ? t("event-data:bulk.by", { done, name: by }) : done;
  };
  return (
    <>
      {isUndoing ? <Work /> : isOffered && <span role="status">{told()}</span>}
      {!isUndoing && latest && latest.result.errors.length > 0 && (
        <Button small tone="quiet" onClick={() => onLeft(latest)}>
          {t("event-data:bulk.left", { count, number: formatNumber(count) })}
        </Button>
      )}
      {isOffered && (
        <Button small icon={icons.undo} busy={isUndoing} onClick={() => onUndo(last.jobId)}>
          {t("event-data:bulk.undo", { minutes: formatNumber(minutes) })}
        </Button>
      )}
    </>
  );
});

/** With all selected this button has gone, and those who pressed it go on to what they want to do. */
function SelectAll({ grid, counts, onSelected }: Pick<Props, "grid" | "counts"> & { onSelected: () => void }) {
  const { matched, about } = counts;
  if (matched < 1) return null;
  const number = aboutSo(matched, about);
  const word = about ? "About" : "";
  const select = () => {
    grid.current?.selectAll();
    onSelected();
  };
  return (
    <Button small tone="quiet" onClick={select}>
      <span className="list-unless-tight">{t(`event-data:bulk.all${word}`, { number })}</span>
      <span className="list-if-tight">{t(`event-data:bulk.allTight${word}`, { number })}</span>
    </Button>
  );
}

function focusMenu(bar: HTMLElement | null): void {
  bar?.querySelector<HTMLElement>("[aria-haspopup]")?.focus();
}

/** Minutes for which the last act can be undone, as they pass. */
function useMinutes(eventId: number): number {
  const { bulk } = useStore(EventDataStore);
  const [, tick] = useState(0);
  const minutes = bulk.minutesLeft(eventId);
  const isCounting = minutes > 0;
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isCounting]);
  return minutes;
}
