// Beside the count of what is ticked: tick all that match, and what can be done to them; afterwards, the way back.
import { observer } from "mobx-react-lite";
import { type RefObject, useEffect, useRef, useState } from "react";
import {
  Button,
  formatNumber,
  type GridHandle,
  type GridSelection,
  icons,
  MenuButton,
  ProgressBar,
  t,
  useEnv,
  useParts,
  useSession,
  useStore,
} from "#web";
import type { BulkActPart, BulkResult, Selection, ThingRow } from "../../contract.ts";
import { BulkDialog, UndoneDialog } from "../laterPanels.tsx";
import { categoryOf, type ListOf } from "../place.ts";
import { selectionOf } from "../selection.ts";
import { EventDataStore } from "../store.ts";
import { DOINGS, type Doing } from "./act.ts";
import { doneText } from "./doneText.ts";
import type { Undoable } from "./store.ts";
import { keyOf } from "./wordOf.ts";

interface Props {
  eventId: number;
  list: ListOf;
  grid: RefObject<GridHandle<ThingRow> | null>;
  selected: GridSelection | undefined;
}

interface Asking {
  doing: Doing;
  other?: BulkActPart;
  selection: Selection;
  count: number;
}

const TICK_MS = 15_000;
/** Where other areas put acts of theirs. */
const SLOT = "event-data.bulk";

export const BulkActions = observer(function BulkActions({ eventId, list, grid, selected }: Props) {
  const { bulk } = useStore(EventDataStore);
  const { notices, settings } = useEnv();
  const [asking, setAsking] = useState<Asking>();
  const [left, setLeft] = useState<BulkResult>();
  const bar = useRef<HTMLDivElement>(null);
  const returning = useRef<"at once" | "once cleared">(undefined);
  const selection = selected && selectionOf(selected, list);
  const minutes = useMinutes(eventId);
  const session = useSession();
  const others = useParts<BulkActPart>(SLOT).flatMap(({ part }) =>
    session.isAllowed(part.access) === true ? part : [],
  );
  const category = list.type ? categoryOf(list.type, session.typeCategories ?? []) : list.category;
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

  useEffect(() => {
    void bulk.findLast(eventId).then((hasGoneOn) => hasGoneOn && grid.current?.refresh());
  }, [bulk, eventId, grid]);

  const undo = async (jobId: number) => {
    const undone = await bulk.undo(eventId, jobId);
    if (!undone) {
      const { problem } = bulk.undoing;
      if (problem) notices.failed(problem);
      if (problem?.code === "event-data.undo_over") bulk.forget();
      return;
    }
    const { result, isCut } = undone;
    const number = formatNumber(result.changed);
    if (!isCut || result.changed > 0) notices.success(t("event-data:bulk.undone", { count: result.changed, number }));
    grid.current?.refresh();
    // What was done before it can still be undone, such as the import whose profiles were edited.
    if (!isCut) void bulk.findLast(eventId);
    if (asking) close(true);
    if (result.skipped > 0 || result.losses) setLeft(result);
  };
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
  const entries = [
    ...DOINGS.flatMap((doing) => (doing === "remove" ? [] : entry(doing))),
    ...suiting.map((other) => entry("other", other)),
    undefined,
    entry("remove"),
  ];
  return (
    <>
      <div className="thing-bulk-bar" ref={bar}>
        {selection && !bulk.undoing.busy ? (
          <>
            {!selected?.all && <SelectAll grid={grid} onSelected={() => focusMenu(bar.current)} />}
            <MenuButton name={t("event-data:bulk.actions")} entries={entries} small tone="primary">
              {t("event-data:bulk.actions")}
            </MenuButton>
          </>
        ) : (
          bulk.last && (
            <WayBack
              last={bulk.last}
              other={others.find(({ act }) => act === bulk.last?.act.act)}
              minutes={minutes}
              onUndo={() => bulk.last && void undo(bulk.last.jobId)}
            />
          )
        )}
      </div>
      {asking && (
        <BulkDialog
          {...asking}
          eventId={eventId}
          onDone={() => grid.current?.refresh()}
          onUndo={(jobId) => void undo(jobId)}
          onClose={() => close(bulk.done !== undefined)}
        />
      )}
      {left && <UndoneDialog result={left} onClose={() => setLeft(undefined)} />}
    </>
  );
});

interface WayBackProps {
  last: Undoable;
  other: BulkActPart | undefined;
  /** For how many it can still be undone. */
  minutes: number;
  onUndo: () => void;
}

/** What was done last, and its undoing: for how long that can be begun, or how far it is. */
const WayBack = observer(function WayBack({ last, other, minutes, onUndo }: WayBackProps) {
  const { bulk } = useStore(EventDataStore);
  const { undoing, stopping, job } = bulk;
  if (minutes === 0 && !undoing.busy) return null;
  const { isCut, isPartlyBack, result, act } = last;
  const done = isPartlyBack ? t("common:undoStopped") : doneText(isCut, result.changed, act, other);
  const text = undoing.busy ? t("common:undoing") : done;
  return (
    <>
      <span role="status">{text}</span>
      {undoing.busy && <ProgressBar value={job?.progress ?? 0} label={text} />}
      <Button small icon={icons.undo} busy={undoing.busy} onClick={onUndo}>
        {t("event-data:bulk.undo", { minutes: formatNumber(minutes) })}
      </Button>
      {undoing.busy && (
        <Button small busy={stopping.busy} disabled={!job} onClick={() => void bulk.cancel()}>
          {t("event-data:bulk.stop")}
        </Button>
      )}
    </>
  );
});

/** With all selected this button has gone, and those who pressed it go on to what they want to do. */
function SelectAll({ grid, onSelected }: Pick<Props, "grid"> & { onSelected: () => void }) {
  const matched = grid.current?.matched() ?? -1;
  if (matched < 1) return null;
  const number = formatNumber(matched);
  const select = () => {
    grid.current?.selectAll();
    onSelected();
  };
  return (
    <Button small tone="quiet" onClick={select}>
      <span className="list-unless-tight">{t("event-data:bulk.all", { number })}</span>
      <span className="list-if-tight">{t("event-data:bulk.allTight", { number })}</span>
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
